// sotto.h as a host uses it, with the translator that ships and a voice that every machine of ours
// has.
#include <gmock/gmock.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "sotto/sotto.h"

namespace sotto::capi_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kNarrator[] = {"narrator-en-ja", nullptr};
constexpr const char* kEspeak[] = {"espeak-ng", nullptr};

template <class Handle, void (*kFree)(Handle*)>
struct Freed {
  void operator()(Handle* handle) const { kFree(handle); }
};
using Engine = std::unique_ptr<sotto_engine, Freed<sotto_engine, sotto_engine_free>>;
using Translator =
    std::unique_ptr<sotto_translator, Freed<sotto_translator, sotto_translator_free>>;
using Translations =
    std::unique_ptr<sotto_translations, Freed<sotto_translations, sotto_translations_free>>;
using Voice = std::unique_ptr<sotto_voice, Freed<sotto_voice, sotto_voice_free>>;
using Session = std::unique_ptr<sotto_session, Freed<sotto_session, sotto_session_free>>;
using Stop = std::unique_ptr<sotto_stop, Freed<sotto_stop, sotto_stop_free>>;

Engine open_engine() {
  sotto_engine_options options = {};
  options.struct_size = sizeof options;
  options.translators = kNarrator;
  options.voices = kEspeak;
  options.no_cache = 1;
  sotto_engine* engine = nullptr;
  EXPECT_EQ(sotto_engine_open(&options, &engine), SOTTO_OK) << sotto_last_error();
  return Engine(engine);
}

Translator open_translator(sotto_engine* engine) {
  sotto_translator* translator = nullptr;
  EXPECT_EQ(sotto_translator_open(engine, "en", "ja", nullptr, &translator), SOTTO_OK)
      << sotto_last_error();
  return Translator(translator);
}

int count_samples(void* user, const sotto_audio* audio) {
  EXPECT_EQ(audio->struct_size, sizeof *audio);
  EXPECT_GT(audio->sample_rate_hz, 8000);
  *static_cast<size_t*>(user) += audio->sample_count;
  return 0;
}

TEST(CApiTest, SaysItsVersionAndWhatThereIs) {
  EXPECT_THAT(sotto_version(), HasSubstr("."));
  const Engine engine = open_engine();
  std::vector<std::string> names;
  const auto add = [](void* user, const char* name) {
    static_cast<std::vector<std::string>*>(user)->push_back(name);
  };
  ASSERT_EQ(sotto_engine_models(engine.get(), add, &names), SOTTO_OK);
  EXPECT_THAT(names, ElementsAre("narrator-en-ja"));
  names.clear();
  const auto add_voice = [](void* user, const sotto_voice_info* voice) {
    EXPECT_EQ(voice->leaves_machine, 0);
    EXPECT_NE(voice->languages, nullptr);
    static_cast<std::vector<std::string>*>(user)->push_back(voice->name);
  };
  ASSERT_EQ(sotto_engine_voices(engine.get(), add_voice, &names), SOTTO_OK);
  EXPECT_THAT(names, Contains(StartsWith("espeak-ng")));
}

TEST(CApiTest, TextsAreTranslatedInTheirOrder) {
  const Translator translator = open_translator(open_engine().get());  // outlives its engine
  const char* texts[] = {"All tests pass now.", "", "The build `make all` failed.", "\xff\xc3 bad"};
  sotto_translations* given = nullptr;
  ASSERT_EQ(sotto_translate(translator.get(), texts, 4, nullptr, &given), SOTTO_OK)
      << sotto_last_error();
  const Translations done(given);
  ASSERT_EQ(sotto_translations_count(given), 4u);
  EXPECT_THAT(sotto_translations_text(given, 0), HasSubstr("テスト"));
  EXPECT_EQ(sotto_translations_why(given, 0), nullptr);
  EXPECT_STREQ(sotto_translations_text(given, 1), "");
  EXPECT_THAT(sotto_translations_text(given, 2), HasSubstr("make all"));
  EXPECT_EQ(sotto_translations_text(given, 4), nullptr);
  EXPECT_EQ(sotto_translations_why(given, 4), nullptr);
}

TEST(CApiTest, AStopEndsCalls) {
  const Translator translator = open_translator(open_engine().get());
  sotto_stop* made = nullptr;
  ASSERT_EQ(sotto_stop_new(&made), SOTTO_OK);
  const Stop stop(made);
  const char* text = "All tests pass now.";
  sotto_translations* given = nullptr;
  sotto_stop_request(made);
  EXPECT_EQ(sotto_translate(translator.get(), &text, 1, made, &given), SOTTO_CANCELLED);
  EXPECT_EQ(given, nullptr);
}

TEST(CApiTest, AVoiceSaysATextAndStopsWhenNobodyWantsIt) {
  const Engine engine = open_engine();
  sotto_voice_options options = {};
  options.struct_size = sizeof options;
  options.speed = 2;
  sotto_voice* made = nullptr;
  ASSERT_EQ(sotto_voice_open(engine.get(), "en", &options, &made), SOTTO_OK) << sotto_last_error();
  const Voice fast(made);
  ASSERT_EQ(sotto_voice_open(engine.get(), "en", nullptr, &made), SOTTO_OK);
  const Voice voice(made);
  const char* text = "The tests pass. The build is green.";
  size_t fast_samples = 0, samples = 0;
  ASSERT_EQ(sotto_voice_speak(fast.get(), text, count_samples, &fast_samples, nullptr), SOTTO_OK);
  ASSERT_EQ(sotto_voice_speak(voice.get(), text, count_samples, &samples, nullptr), SOTTO_OK);
  EXPECT_GT(samples, 10000u);
  EXPECT_LT(fast_samples, samples * 3 / 4);
  const auto refuse = [](void*, const sotto_audio*) { return 1; };
  EXPECT_EQ(sotto_voice_speak(voice.get(), text, refuse, nullptr, nullptr), SOTTO_CANCELLED);
}

struct Heard {
  static sotto_session_events events(Heard* heard) {
    sotto_session_events events = {};
    events.struct_size = sizeof events;
    events.user = heard;
    events.translated = [](void* user, const sotto_sentence* s) {
      EXPECT_EQ(s->why, nullptr) << s->why;
      static_cast<Heard*>(user)->translated.emplace_back(s->text);
    };
    events.audio = [](void* user, const sotto_audio* audio) {
      return count_samples(&static_cast<Heard*>(user)->samples, audio);
    };
    events.finished = [](void* user, const sotto_sentence* s) {
      auto& finished = static_cast<Heard*>(user)->finished;
      EXPECT_EQ(s->number, finished.size());
      finished.emplace_back(s->source);
    };
    return events;
  }
  std::vector<std::string> translated, finished;
  size_t samples = 0;
};

TEST(CApiTest, AnAgentsStreamIsSpokenWhileItComes) {
  Heard heard;
  const sotto_session_events events = Heard::events(&heard);
  sotto_session* made = nullptr;
  ASSERT_EQ(sotto_session_open(open_engine().get(), "en", "ja", nullptr, &events, &made), SOTTO_OK)
      << sotto_last_error();
  const Session session(made);
  const std::string stream =
      R"({"type":"assistant","message":{"id":"a","role":"assistant","content":[{"type":"text","text":"All tests pass now. The build is green."}]},"session_id":"s"})"
      "\n";
  for (const char c : stream) ASSERT_EQ(sotto_session_push(made, &c, 1), SOTTO_OK);
  ASSERT_EQ(sotto_session_push(made, nullptr, 0), SOTTO_OK);
  ASSERT_EQ(sotto_session_flush(made), SOTTO_OK);
  sotto_session_stats stats = {};
  stats.struct_size = sizeof stats;
  ASSERT_EQ(sotto_session_finish(made, &stats), SOTTO_OK) << sotto_last_error();
  EXPECT_EQ(stats.sentences, 2u);
  EXPECT_EQ(stats.unheard, 0u);
  EXPECT_THAT(heard.finished, ElementsAre("All tests pass now.", "The build is green."));
  EXPECT_EQ(heard.translated.size(), 2u);
  EXPECT_GT(heard.samples, 10000u);
  EXPECT_EQ(sotto_session_finish(made, nullptr), SOTTO_BAD_ARGUMENT);
}

TEST(CApiTest, CancelledFromAnEventItSaysNoMore) {
  struct Canceller {
    sotto_session* session = nullptr;
    int finished = 0;
  } canceller;
  sotto_session_events events = {};
  events.struct_size = sizeof events;
  events.user = &canceller;
  events.finished = [](void* user, const sotto_sentence*) {
    ++static_cast<Canceller*>(user)->finished;
    sotto_session_cancel(static_cast<Canceller*>(user)->session);
  };
  sotto_session_options options = {};
  options.struct_size = sizeof options;
  options.input = SOTTO_INPUT_PLAIN;
  const Engine engine = open_engine();
  ASSERT_EQ(sotto_session_open(engine.get(), "en", "en", &options, &events, &canceller.session),
            SOTTO_OK);
  const Session session(canceller.session);
  const std::string text = "The tests pass.\n\n";
  sotto_status pushed = SOTTO_OK;
  for (int i = 0; i < 10000 && pushed == SOTTO_OK; ++i)
    pushed = sotto_session_push(session.get(), text.data(), text.size());
  EXPECT_EQ(sotto_session_finish(session.get(), nullptr), SOTTO_CANCELLED);
  EXPECT_EQ(canceller.finished, 1);
}

TEST(CApiTest, NullIsSaidByItsName) {
  sotto_engine* engine = nullptr;
  EXPECT_EQ(sotto_engine_open(nullptr, nullptr), SOTTO_BAD_ARGUMENT);
  EXPECT_THAT(sotto_last_error(), StartsWith("engine: is null"));
  sotto_translator* translator = nullptr;
  EXPECT_EQ(sotto_translator_open(engine, "en", "ja", nullptr, &translator), SOTTO_BAD_ARGUMENT);
  const Engine opened = open_engine();
  EXPECT_EQ(sotto_translator_open(opened.get(), "en", nullptr, nullptr, &translator),
            SOTTO_BAD_ARGUMENT);
  EXPECT_THAT(sotto_last_error(), StartsWith("to: is null"));
  const Translator real = open_translator(opened.get());
  const char* texts[] = {"One.", nullptr};
  sotto_translations* done = nullptr;
  EXPECT_EQ(sotto_translate(real.get(), texts, 2, nullptr, &done), SOTTO_BAD_ARGUMENT);
  EXPECT_THAT(sotto_last_error(), StartsWith("texts[1]: is null"));
  EXPECT_EQ(sotto_engine_models(opened.get(), nullptr, nullptr), SOTTO_BAD_ARGUMENT);
  sotto_engine_free(nullptr);
  sotto_stop_request(nullptr);
  sotto_session_cancel(nullptr);
}

TEST(CApiTest, WhatIsMissingIsSaid) {
  sotto_engine_options options = {};
  options.struct_size = sizeof options;
  const char* missing[] = {"no-such-model", nullptr};
  options.translators = missing;
  sotto_engine* none = nullptr;
  EXPECT_EQ(sotto_engine_open(&options, &none), SOTTO_NOT_FOUND);
  EXPECT_EQ(none, nullptr);
  EXPECT_THAT(sotto_last_error(), HasSubstr("no-such-model"));
  const Engine engine = open_engine();
  sotto_session* session = nullptr;
  sotto_session_options speech = {};
  speech.struct_size = sizeof speech;
  speech.input = 99;
  EXPECT_EQ(sotto_session_open(engine.get(), "en", "ja", &speech, nullptr, &session),
            SOTTO_BAD_ARGUMENT);
  EXPECT_THAT(sotto_last_error(), HasSubstr("99"));
  speech.input = SOTTO_INPUT_PLAIN;
  speech.reserved = 1;
  EXPECT_EQ(sotto_session_open(engine.get(), "en", "ja", &speech, nullptr, &session),
            SOTTO_BAD_ARGUMENT);
  EXPECT_THAT(sotto_last_error(), HasSubstr("reserved"));
  EXPECT_NE(sotto_session_open(engine.get(), "en", "xx-none", nullptr, nullptr, &session),
            SOTTO_OK);
  EXPECT_THAT(sotto_last_error(), HasSubstr("xx-none"));
}

TEST(CApiTest, AMessageIsItsThreadsOwn) {
  EXPECT_EQ(sotto_engine_open(nullptr, nullptr), SOTTO_BAD_ARGUMENT);
  std::string other = "unset";
  std::thread([&] { other = sotto_last_error(); }).join();
  EXPECT_EQ(other, "");
  EXPECT_THAT(sotto_last_error(), StartsWith("engine"));
}

// A struct of a newer header: what is beyond ours must be zero.
TEST(CApiTest, StructsOfOtherVersions) {
  struct {
    sotto_voice_options known;
    int32_t later, padding;
  } newer = {};
  newer.known.struct_size = sizeof newer;
  const Engine engine = open_engine();
  const auto open = [&] {
    sotto_voice* voice = nullptr;
    const sotto_status status = sotto_voice_open(engine.get(), "en", &newer.known, &voice);
    sotto_voice_free(voice);
    return status;
  };
  EXPECT_EQ(open(), SOTTO_OK) << sotto_last_error();
  newer.later = 1;
  EXPECT_EQ(open(), SOTTO_UNSUPPORTED);
  EXPECT_THAT(sotto_last_error(), HasSubstr("does not know"));
  newer.known.struct_size = 0;  // was never filled in
  EXPECT_EQ(open(), SOTTO_BAD_ARGUMENT);
  EXPECT_THAT(sotto_last_error(), StartsWith("options.struct_size: is 0"));
  newer.known.struct_size = size_t{1} << 40;
  EXPECT_EQ(open(), SOTTO_BAD_ARGUMENT);
}

TEST(CApiTest, TheHostHearsTheLog) {
  static std::atomic<int> lines;
  sotto_engine_options options = {};
  options.struct_size = sizeof options;
  options.translators = kNarrator;
  options.no_cache = 1;
  options.log = [](void* user, sotto_log_level, const char* line) {
    EXPECT_EQ(user, &lines);
    if (std::strstr(line, "loaded narrator-en-ja") != nullptr) ++lines;
  };
  options.log_user = &lines;
  sotto_engine* made = nullptr;
  ASSERT_EQ(sotto_engine_open(&options, &made), SOTTO_OK);
  const Engine engine(made);
  open_translator(made);
  EXPECT_EQ(lines, 1);
  options.log = [](void*, sotto_log_level, const char*) {};
  ASSERT_EQ(sotto_engine_open(&options, &made), SOTTO_OK);  // the test's is heard of no more
  sotto_engine_free(made);
}

}  // namespace
}  // namespace sotto::capi_test
