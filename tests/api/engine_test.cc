// The public headers as a host uses them, with the translator that ships and a voice that every
// machine of ours has.
#include "sotto/engine.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <atomic>
#include <filesystem>
#include <mutex>

#include "base/temporary_folder.h"
#include "paths.h"
#include "sotto/version.h"

namespace sotto::engine_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Not;

Language language(const char* code) { return *find_language(code); }

Engine open_engine() {
  EngineOptions options;
  options.translators = {"narrator-en-ja"};
  options.voices = {"espeak-ng"};
  options.cache = false;
  auto engine = Engine::open(options);
  EXPECT_TRUE(engine) << engine.error().message;
  return *std::move(engine);
}

// What a session says, as its host hears it.
struct Heard {
  SessionEvents events() {
    return {.translated =
                [this](const Sentence& s) {
                  const std::lock_guard lock(mutex);
                  translated.push_back(s);
                },
            .audio =
                [this](const AudioChunk& chunk) {
                  const std::lock_guard lock(mutex);
                  samples += chunk.samples.size();
                  rate = chunk.sample_rate_hz;
                  return !stops;
                },
            .finished =
                [this](const Sentence& s) {
                  const std::lock_guard lock(mutex);
                  finished.push_back(s.source);
                }};
  }
  std::mutex mutex;
  std::vector<Sentence> translated;
  std::vector<std::string> finished;
  size_t samples = 0;
  int rate = 0;
  bool stops = false;
};

TEST(ApiTest, SaysItsVersionAndWhatThereIs) {
  EXPECT_THAT(version(), HasSubstr("."));
  const Engine engine = open_engine();
  ASSERT_EQ(engine.models().size(), 1u);
  EXPECT_EQ(engine.models()[0].name, "narrator-en-ja");
  ASSERT_FALSE(engine.voices().empty());
  EXPECT_THAT(engine.voices()[0].name, HasSubstr("espeak-ng"));
}

// Nor of its flags or requests.
TEST(ApiTest, ErrorsDoNotSpeakOfAServer) {
  EngineOptions options;
  options.voices = {"nobody"};
  const auto no_voice = Engine::open(options);
  ASSERT_FALSE(no_voice);
  options.voices = {"espeak-ng"};
  options.translators = {shipped_model("narrator-en-ja")};
  auto engine = Engine::open(options);
  ASSERT_TRUE(engine) << engine.error().message;
  const auto voice = engine->voice(language("en"), {.name = "nobody"});
  const auto model = engine->translator(language("en"), language("ja"), "nothing");
  const auto direction = engine->translator(language("ja"), language("de"));
  ASSERT_FALSE(voice || model || direction);
  for (const Error& error : {no_voice.error(), voice.error(), model.error(), direction.error()}) {
    for (const char* word : {"serve", "GET ", "--", "request", "client"})
      EXPECT_THAT(error.message, Not(HasSubstr(word)));
  }
}

TEST(ApiTest, FilesAreWhereTheHostSays) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "data/models");
  std::filesystem::create_directory_symlink(shipped_model("narrator-en-ja"),
                                            folder / "data/models/ours");
  EngineOptions options;
  options.translators = {"ours"};
  const auto unknown = Engine::open(options);
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("ours"));
  options.folders = {.data = folder / "data", .cache = folder / "cache"};
  {
    auto engine = Engine::open(options);
    ASSERT_TRUE(engine) << engine.error().message;
    auto translator = engine->translator(language("en"), language("ja"));
    ASSERT_TRUE(translator) << translator.error().message;
    EXPECT_THAT(translator->translate("All tests pass now.")->text, HasSubstr("テスト"));
    EXPECT_TRUE(std::filesystem::exists(folder / "cache/phrases.sqlite"));
  }
  options.folders = Folders();
  EXPECT_FALSE(Engine::open(options));
}

TEST(ApiTest, NothingIsKeptWhereTheHostSaysSo) {
  const testing::TemporaryFolder folder;
  EngineOptions options;
  options.translators = {"narrator-en-ja"};
  options.folders = {.cache = folder / "cache", .keeps = false};
  {
    auto engine = Engine::open(options);
    ASSERT_TRUE(engine) << engine.error().message;
    auto translator = engine->translator(language("en"), language("ja"));
    ASSERT_TRUE(translator) << translator.error().message;
    EXPECT_TRUE(translator->translate("All tests pass now."));
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "cache"));
  options.folders = Folders();
  EXPECT_TRUE(Engine::open(options));
}

TEST(ApiTest, TextsAreTranslatedInTheirOrder) {
  auto translator =
      open_engine().translator(language("en"), language("ja"));  // outlives its engine
  ASSERT_TRUE(translator) << translator.error().message;
  const std::vector<std::string> texts = {"All tests pass now.", "",
                                          "The build `make all` failed."};
  const auto done = translator->translate(texts);
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(done->size(), 3u);
  EXPECT_THAT((*done)[0].text, HasSubstr("テスト"));
  EXPECT_FALSE((*done)[0].untranslated);
  EXPECT_EQ((*done)[1].text, "");
  EXPECT_THAT((*done)[2].text, HasSubstr("make all"));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(translator->translate(texts, stop.get_token()).error().code, Errc::cancelled);
}

TEST(ApiTest, AVoiceSaysATextAndStopsWhenNobodyWantsIt) {
  auto engine = open_engine();
  auto voice = engine.voice(language("en"));
  ASSERT_TRUE(voice) << voice.error().message;
  size_t samples = 0;
  const auto count = [&](const AudioChunk& chunk) {
    samples += chunk.samples.size();
    return true;
  };
  EXPECT_TRUE(voice->speak("The tests pass. The build is green.", count));
  EXPECT_GT(samples, 10000u);
  samples = 0;
  for (const char* silent : {"", " \n"}) EXPECT_TRUE(voice->speak(silent, count)) << silent;
  EXPECT_EQ(samples, 0u);
  const auto stopped = voice->speak("The tests pass.", [](const AudioChunk&) { return false; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Errc::cancelled);
}

TEST(ApiTest, AnAgentsStreamIsSpokenWhileItComes) {
  Heard heard;
  auto session =
      open_engine().session({.from = language("en"), .to = language("ja")}, heard.events());
  ASSERT_TRUE(session) << session.error().message;
  const std::string stream =
      R"({"type":"assistant","message":{"id":"a","role":"assistant","content":[{"type":"text","text":"All tests pass now. The build is green."}]},"session_id":"s"})"
      "\n";
  for (const char c : stream) ASSERT_TRUE(session->push({&c, 1}));
  const auto said = session->finish();
  ASSERT_TRUE(said) << said.error().message;
  EXPECT_EQ(said->sentences, 2u);
  EXPECT_EQ(said->unheard, 0u);
  EXPECT_THAT(heard.finished, ElementsAre("All tests pass now.", "The build is green."));
  ASSERT_EQ(heard.translated.size(), 2u);
  EXPECT_EQ(heard.translated[1].number, 1u);
  EXPECT_GT(heard.samples, 10000u);
  EXPECT_GT(heard.rate, 8000);
  EXPECT_FALSE(session->finish());
  EXPECT_FALSE(session->push("More."));
}

TEST(ApiTest, TextAloneNeedsNoVoice) {
  Heard heard;
  auto engine = open_engine();
  auto session = engine.session(
      {.from = language("en"), .to = language("ja"), .input = InputFormat::plain, .speaks = false},
      heard.events());
  ASSERT_TRUE(session) << session.error().message;
  ASSERT_TRUE(session->push("All tests pass now."));
  ASSERT_TRUE(session->flush());
  ASSERT_TRUE(session->push(" The build is green."));
  const auto said = session->finish();
  ASSERT_TRUE(said) << said.error().message;
  EXPECT_EQ(said->sentences, 2u);
  EXPECT_EQ(heard.samples, 0u);
}

TEST(ApiTest, WhoListensNoMoreEndsTheSession) {
  Heard heard;
  heard.stops = true;
  auto engine = open_engine();
  auto session = engine.session(
      {.from = language("en"), .to = language("en"), .input = InputFormat::plain}, heard.events());
  ASSERT_TRUE(session) << session.error().message;
  Result<void> pushed;
  for (int i = 0; i < 10000 && pushed; ++i) pushed = session->push("The tests pass.\n\n");
  ASSERT_FALSE(pushed);
  EXPECT_EQ(pushed.error().code, Errc::cancelled);
}

TEST(ApiTest, CancelledFromAnEventItSaysNoMore) {
  std::atomic<int> finished = 0;
  Session* itself = nullptr;
  auto engine = open_engine();
  SessionEvents events;
  events.finished = [&](const Sentence&) {
    ++finished;
    itself->cancel();
  };
  auto session = engine.session(
      {.from = language("en"), .to = language("en"), .input = InputFormat::plain}, events);
  ASSERT_TRUE(session) << session.error().message;
  itself = &*session;
  Result<void> pushed;
  for (int i = 0; i < 10000 && pushed; ++i) pushed = session->push("The tests pass.\n\n");
  EXPECT_EQ(session->finish().error().code, Errc::cancelled);
  EXPECT_EQ(finished, 1);
}

TEST(ApiTest, WhatIsMissingIsSaidBeforeAnythingIs) {
  EngineOptions options;
  options.translators = {"no-such-model"};
  const auto none = Engine::open(options);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("no-such-model"));
  auto engine = open_engine();
  SessionOptions session{.from = language("en"), .to = language("ja")};
  session.voice.name = "no-such-voice";
  EXPECT_THAT(engine.session(session, {}).error().message, HasSubstr("no-such-voice"));
  session.voice = {.speed = 99};
  EXPECT_THAT(engine.session(session, {}).error().message, HasSubstr("99"));
  EXPECT_THAT(engine.translator(language("ja"), language("en")).error().message, HasSubstr("ja"));
}

TEST(ApiTest, TheHostKeepsItsSignalsAndHearsTheLog) {
  struct sigaction before {
  }, after{};
  ::sigaction(SIGPIPE, nullptr, &before);
  std::mutex mutex;
  std::string lines;
  EngineOptions options;
  options.translators = {"narrator-en-ja"};
  options.cache = false;
  options.log = [&](LogLevel, std::string_view line) {
    const std::lock_guard lock(mutex);
    lines += line;
  };
  ::testing::internal::CaptureStderr();
  auto engine = Engine::open(options);
  ASSERT_TRUE(engine) << engine.error().message;
  ASSERT_TRUE(engine->translator(language("en"), language("ja")));
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  ::sigaction(SIGPIPE, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
  {
    const std::lock_guard lock(mutex);
    EXPECT_THAT(lines, HasSubstr("loaded narrator-en-ja"));
  }
  options.log = [](LogLevel, std::string_view) {};
  EXPECT_TRUE(Engine::open(options));  // `lines` is heard of no more
}

}  // namespace
}  // namespace sotto::engine_test
