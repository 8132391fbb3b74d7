#include "pipeline/pipeline.h"

#include <gmock/gmock.h>
#include <poll.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <new>

#include "base/wait.h"
#include "pipeline/fakes.h"
#include "pipeline/fallback.h"
#include "speech/voice_kinds.h"

namespace sotto::pipeline::pipeline_test {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Hands out its pieces one a call; then ends, fails, or waits for the stop.
class ScriptedSource : public ByteSource {
 public:
  enum class End { end, fail, wait };
  explicit ScriptedSource(std::vector<std::string> pieces, End end = End::end)
      : pieces_(std::move(pieces)), end_(end) {}

  Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) override {
    if (next_ > 0) std::this_thread::sleep_for(pause);
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    if (next_ < pieces_.size()) return pieces_[next_++].copy(buffer.data(), buffer.size());
    if (end_ == End::end) return size_t{0};
    if (end_ == End::fail) return Error{Errc::io, "standard input: cannot read"};
    wait_for(-1, POLLIN, stop);
    return Error{Errc::cancelled, "stopped"};
  }
  bool is_live() const override { return live; }
  size_t pieces_read() const { return next_; }

  milliseconds pause{0};
  bool live = false;

 private:
  std::vector<std::string> pieces_;
  End end_;
  std::atomic<size_t> next_ = 0;
};

// A flow with fakes everywhere but in the reader and the speech text.
struct Flow {
  explicit Flow(std::vector<std::string> pieces, ScriptedSource::End end = ScriptedSource::End::end)
      : source(std::move(pieces), end) {
    options.speech_text.language = {"eng_Latn", "en"};
    options.reader.format = agent::Format::plain;
  }

  PipelineResult run() {
    const SessionParts parts = {
        .translator = &translator,
        .voice = with_sound ? &voice : nullptr,
        .open_source_voice = [this]() -> Result<std::unique_ptr<speech::Voice>> {
          ++source_voices_opened;
          auto v = std::make_unique<FakeVoice>("source voice");
          v->on_speak = [this](const std::string& text) { said_by_source_voice.push_back(text); };
          return std::unique_ptr<speech::Voice>(std::move(v));
        },
        .readings = &readings,
        .source_readings = &readings};
    const SessionEvents events = {
        .translated =
            [this](const Utterance& u) {
              shown.push_back(u.translation.sentence.text);
              if (on_translated) on_translated(u);
            },
        .finished =
            [this](const Utterance& u) {
              finished.push_back(u.source.text);
              heard.push_back(u.heard);
              times.push_back(u.times);
            },
        .sound_lost = [this](const Error& e) { lost_sound.push_back(e.message); }};
    return run_pipeline(options, parts, source, with_sound ? &sink : nullptr, events,
                        stop.get_token());
  }

  // Runs, sets the stop after `ms`, and gives the time from there to the end.
  milliseconds stop_after(int ms) {
    Clock::time_point stopped;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(milliseconds(ms));
      stopped = Clock::now();
      stop.request_stop();
    });
    const PipelineResult result = run();
    const auto ended = Clock::now();
    stopper.join();
    EXPECT_TRUE(result.error && result.error->code == Errc::cancelled);
    EXPECT_EQ(sink.silenced, 1);
    EXPECT_EQ(sink.finished, 1);
    return std::chrono::duration_cast<milliseconds>(ended - stopped);
  }

  ScriptedSource source;
  FakeTranslator translator{"Now ", ""};
  FakeVoice voice{"target voice"};
  FakeSink sink;
  text::Pronouncer readings = text::Pronouncer::built_in({"eng_Latn", "en"});
  SessionOptions options;
  bool with_sound = true;
  std::stop_source stop;
  std::function<void(const Utterance&)> on_translated;

  std::vector<std::string> shown, finished, said_by_source_voice, lost_sound;
  std::vector<bool> heard;
  std::vector<Times> times;
  int source_voices_opened = 0;
};

double seconds_of(const FakeSink& sink, float value) {
  const auto n = std::count(sink.samples.begin(), sink.samples.end(), value);
  return static_cast<double>(n) / FakeVoice::kRateHz;
}

std::vector<std::string> many_sentences(int count) {
  std::vector<std::string> pieces;
  for (int i = 0; i < count; ++i)
    pieces.push_back("This is sentence number " + std::to_string(i) + ". ");
  return pieces;
}

TEST(PipelineTest, WhatSottoItselfSaysIsInTheListenersLanguageAndNotTranslated) {
  Flow flow({R"({"type":"result","subtype":"error_during_execution","errors":["No output."]})"
             "\n"});
  flow.options.reader.format = agent::Format::automatic;
  flow.options.listener = {"deu_Latn", "de"};
  EXPECT_FALSE(flow.run().error);
  const std::string german(text::note_text(text::Note::run_failed, flow.options.listener));
  const std::string english(
      text::note_text(text::Note::run_failed, flow.options.speech_text.language));
  EXPECT_THAT(flow.finished, ElementsAre(english, "No output."));
  EXPECT_THAT(flow.shown, ElementsAre(german, "Now No output."));
}

TEST(PipelineTest, AShortFirstLineOfALiveSourceIsSaidAfterAPause) {
  Flow flow({"Hello there.\n"}, ScriptedSource::End::wait);
  flow.source.live = true;
  flow.options.reader.format = agent::Format::automatic;
  flow.options.pause = milliseconds(20);
  flow.on_translated = [&](const Utterance&) { flow.stop.request_stop(); };
  const PipelineResult result = flow.run();
  EXPECT_THAT(flow.shown, ElementsAre("Now Hello there."));
}

TEST(PipelineTest, EverySentenceIsTranslatedSpokenAndReportedInOrder) {
  Flow flow({"The first test failed. The sec", "ond test failed too.\n\nThe third test passed.\n"});
  const PipelineResult result = flow.run();
  EXPECT_FALSE(result.error) << result.error->message;
  EXPECT_THAT(flow.finished, ElementsAre("The first test failed.", "The second test failed too.",
                                         "The third test passed."));
  EXPECT_THAT(flow.shown,
              ElementsAre("Now The first test failed.", "Now The second test failed too.",
                          "Now The third test passed."));
  EXPECT_EQ(flow.voice.spoken, flow.shown);
  EXPECT_THAT(flow.heard, ElementsAre(true, true, true));
  EXPECT_NEAR(seconds_of(flow.sink, 0.5f), 3 * 0.030, 1e-9);
  EXPECT_EQ(flow.sink.finished, 1);
  EXPECT_EQ(flow.sink.silenced, 0);
  EXPECT_EQ(result.utterances, 3u);
  EXPECT_EQ(result.unheard, 0u);
}

TEST(PipelineTest, TimesGoForward) {
  Flow flow({"The first test failed. The second", " test failed too."});
  flow.source.pause = milliseconds(5);
  flow.run();
  ASSERT_EQ(flow.times.size(), 2u);
  for (const Times& t : flow.times) {
    const Clock::time_point order[] = {t.received,    t.ready,       t.translate_start,
                                       t.translated,  t.voice_start, t.first_chunk,
                                       t.first_audio, t.last_audio};
    EXPECT_TRUE(std::is_sorted(std::begin(order), std::end(order)));
    EXPECT_NE(t.received, Clock::time_point{});
    EXPECT_GE(t.voice_end, t.first_chunk);
  }
  // The second sentence began in the first piece and was certain only after the second one.
  EXPECT_GE(flow.times[1].ready - flow.times[1].received, milliseconds(5));
}

TEST(PipelineTest, PausesStandBetweenSentencesAndAreLongerBetweenBlocks) {
  Flow flow(
      {R"({"type":"assistant","message":{"id":"1","content":[{"type":"text","text":"One test failed. Two tests passed."}]}})"
       "\n"
       R"({"type":"assistant","message":{"id":"2","content":[{"type":"text","text":"That is all there is."}]}})"
       "\n"});
  flow.options.reader.format = agent::Format::stream_json;
  flow.options.sentence_silence_ms = 100;
  flow.options.block_silence_ms = 300;
  flow.run();
  ASSERT_EQ(flow.finished.size(), 3u);
  EXPECT_NEAR(seconds_of(flow.sink, 0.0f), 0.1 + 0.3, 1e-3);  // none in front and none behind
  EXPECT_EQ(flow.sink.samples.front(), 0.5f);
  EXPECT_EQ(flow.sink.samples.back(), 0.5f);
}

TEST(PipelineTest, APauseThatHasPassedAlreadyIsNotMadeAgain) {
  Flow flow({"One test failed.\n\n", "Two tests passed.\n\n", "The end."});
  flow.source.pause = milliseconds(300);
  flow.options.real_time = true;
  flow.run();
  ASSERT_EQ(flow.finished.size(), 3u);
  // A paragraph is certain at the latest when the next one begins, 300 ms later: longer than the
  // pause of 200 ms.
  EXPECT_LT(seconds_of(flow.sink, 0.0f), 0.25);
}

// A line that ends in a full stop, and the next one a second later.
TEST(PipelineTest, ACompleteSentenceDoesNotWaitForTheNextWord) {
  Flow flow({"The bug is here.\n", "and it is an old one. It is", " mended now.\n"});
  flow.source.pause = milliseconds(1000);
  flow.source.live = true;
  flow.run();
  EXPECT_THAT(flow.finished,
              ElementsAre("The bug is here.", "and it is an old one.", "It is mended now."));
  for (const Times& t : flow.times) {
    const auto waited = std::chrono::duration_cast<milliseconds>(t.ready - t.received);
    std::cout << "certain after " << waited.count() << " ms\n";
  }
  for (const size_t i : {0, 1}) {
    const auto waited = flow.times[i].ready - flow.times[i].received;
    EXPECT_GE(waited, milliseconds(200));
    EXPECT_LT(waited, milliseconds(600)) << "with the next piece it would be 1000";
  }
  EXPECT_GE(flow.times[2].ready - flow.times[2].received, milliseconds(1000));
}

TEST(PipelineTest, WithoutAPauseAFullStopWaitsForTheNextWord) {
  Flow flow({"The bug is in foo.", "cc and it is an old", " one.\n"});
  flow.source.live = true;
  flow.options.pause = std::chrono::seconds(30);
  flow.run();
  EXPECT_THAT(flow.finished, ElementsAre("The bug is in foo.cc and it is an old one."));
}

TEST(PipelineTest, AFileMakesNoPause) {
  Flow flow({"The bug is in foo.", "cc and it is an old one.\n"});
  flow.source.pause = milliseconds(20);
  flow.options.pause = milliseconds(1);
  flow.run();
  EXPECT_THAT(flow.finished, ElementsAre("The bug is in foo.cc and it is an old one."));
}

TEST(PipelineTest, TheNextSentenceIsTranslatedWhileOneIsSpoken) {
  Flow flow(many_sentences(2));
  std::atomic<int> translated = 0;
  flow.on_translated = [&](const Utterance&) { ++translated; };
  bool overlapped = false;
  flow.voice.on_speak = [&](const std::string& text) {
    if (text.find("number 0") == std::string::npos) return;
    for (int i = 0; i < 2000 && translated < 2; ++i) std::this_thread::sleep_for(milliseconds(1));
    overlapped = translated == 2;
  };
  flow.run();
  EXPECT_TRUE(overlapped);
}

TEST(PipelineTest, ASinkThatIsSlowStopsTheReading) {
  Flow flow(many_sentences(2000));
  flow.options.queued_audio_ms = 100;
  flow.sink.blocked = true;
  const std::jthread watcher([&] {
    std::this_thread::sleep_for(milliseconds(300));
    const size_t read = flow.source.pieces_read();
    // 8 + 8 sentences wait, one is with each thread, and some milliseconds of sound are queued.
    EXPECT_LT(read, 40u);
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_EQ(flow.source.pieces_read(), read);
    flow.sink.blocked = false;
  });
  const PipelineResult result = flow.run();
  EXPECT_FALSE(result.error);
  EXPECT_EQ(flow.finished.size(), 2000u);
  EXPECT_EQ(result.unheard, 0u);
}

constexpr milliseconds kStopsWithin(100);

TEST(PipelineStopTest, WhileWaitingForInput) {
  Flow flow({"One test failed. Another"}, ScriptedSource::End::wait);
  EXPECT_LT(flow.stop_after(60), kStopsWithin);
}

TEST(PipelineStopTest, WhileTheSinkIsFull) {
  Flow flow(many_sentences(500));
  flow.sink.blocked = true;
  EXPECT_LT(flow.stop_after(60), kStopsWithin);
}

TEST(PipelineStopTest, BeforeItBegan) {
  Flow flow(many_sentences(3));
  flow.stop.request_stop();
  const PipelineResult result = flow.run();
  EXPECT_TRUE(result.error && result.error->code == Errc::cancelled);
  EXPECT_TRUE(flow.sink.samples.empty());
}

TEST(PipelineTest, ALostSentenceIsSpokenByAVoiceOfItsOwnLanguage) {
  Flow flow({"One test failed. This one is lost. Two other tests passed. And it is lost again."});
  const PipelineResult result = flow.run();
  EXPECT_FALSE(result.error);
  EXPECT_THAT(flow.voice.spoken,
              ElementsAre("Now One test failed.", "Now Two other tests passed."));
  EXPECT_THAT(flow.said_by_source_voice, ElementsAre("This one is lost.", "And it is lost again."));
  EXPECT_EQ(flow.source_voices_opened, 1);
  EXPECT_EQ(result.untranslated, 2u);
  EXPECT_EQ(result.unheard, 0u);
}

TEST(PipelineTest, WithoutLostSentencesNoOtherVoiceIsOpened) {
  Flow flow({"One test failed."});
  flow.run();
  EXPECT_EQ(flow.source_voices_opened, 0);
}

TEST(PipelineTest, ATranslatorThatFailsLosesTheSentenceButNotTheText) {
  Flow flow({"One test failed. Now we break it. Two other tests passed."});
  const PipelineResult result = flow.run();
  EXPECT_THAT(flow.shown, ElementsAre("Now One test failed.", "Now we break it.",
                                      "Now Two other tests passed."));
  EXPECT_EQ(result.untranslated, 1u);
}

TEST(PipelineTest, WhenTheVoiceBreaksTheTextGoesOn) {
  Flow flow({"One test failed. Here is a crack. There is another crack. Two other tests passed."});
  flow.voice.breaks_on = "crack";
  const PipelineResult result = flow.run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->message, "target voice fell silent");
  EXPECT_EQ(flow.shown.size(), 4u);
  EXPECT_THAT(flow.heard, ElementsAre(true, false, false, false));
  EXPECT_THAT(flow.lost_sound, ElementsAre("target voice fell silent"));
}

TEST(PipelineTest, AVoiceThatFailsForOneSentenceSaysTheNext) {
  Flow flow(
      {"One test failed. Here is a crack. Two other tests passed. There is a crack. Now all is "
       "well."});
  flow.voice.breaks_on = "crack";
  const PipelineResult result = flow.run();
  EXPECT_TRUE(result.error);  // not all of it was heard
  EXPECT_THAT(flow.heard, ElementsAre(true, false, true, false, true));
  EXPECT_TRUE(flow.lost_sound.empty());
}

TEST(PipelineTest, AVoiceThatFailedOnceSaysTheSentenceWhenItIsAskedAgain) {
  Flow flow({"One test failed. Two other tests passed."});
  std::atomic<int> calls = 0;
  flow.voice.on_speak = [&](const std::string&) {
    flow.voice.breaks_on = ++calls == 1 ? "e" : "\x01";
  };
  const PipelineResult result = flow.run();
  EXPECT_FALSE(result.error) << result.error->message;
  EXPECT_EQ(calls, 3);
  EXPECT_THAT(flow.heard, ElementsAre(true, true));
}

TEST(PipelineTest, WhatIsThrownEndsTheFlowAndNotTheProcess) {
  Flow voice({"One. Two. Three."});
  voice.voice.on_speak = [](const std::string&) { throw std::bad_alloc(); };
  Flow shown({"One. Two. Three."});
  shown.on_translated = [](const Utterance&) { throw std::bad_alloc(); };
  for (Flow* flow : {&voice, &shown}) {
    const PipelineResult result = flow->run();
    ASSERT_TRUE(result.error);
    EXPECT_EQ(result.error->code, Errc::io);
    EXPECT_THAT(result.error->message, HasSubstr("memory"));
    EXPECT_EQ(flow->sink.finished, 1);
  }
}

TEST(PipelineTest, WhenTheDiskIsFullTheTextGoesOn) {
  Flow flow(many_sentences(30));
  flow.sink.fails_after = 3;
  const PipelineResult result = flow.run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->message, "disk full");
  EXPECT_EQ(flow.shown.size(), 30u);
  EXPECT_EQ(flow.finished.size(), 30u);
  EXPECT_TRUE(flow.heard.front());
  EXPECT_FALSE(flow.heard.back());
  EXPECT_THAT(flow.lost_sound, ElementsAre("disk full"));
}

TEST(PipelineTest, AListenerWhoLeavesIsNoError) {
  Flow flow(many_sentences(5));
  flow.sink.fails_after = 0;
  flow.sink.failure = {Errc::cancelled, "the reader has gone"};
  const PipelineResult result = flow.run();
  EXPECT_FALSE(result.error);
  EXPECT_EQ(flow.shown.size(), 5u);
  EXPECT_THAT(flow.lost_sound, ElementsAre("the reader has gone"));
}

TEST(PipelineTest, WithoutAVoiceThereIsText) {
  Flow flow(many_sentences(20));
  flow.with_sound = false;
  const PipelineResult result = flow.run();
  EXPECT_FALSE(result.error);
  EXPECT_EQ(flow.shown.size(), 20u);
  EXPECT_EQ(flow.finished.size(), 20u);
  EXPECT_EQ(result.unheard, 20u);
}

TEST(PipelineTest, AnEmptyStreamIsAnError) {
  Flow flow({});
  const PipelineResult result = flow.run();
  ASSERT_TRUE(result.error);
  EXPECT_TRUE(flow.shown.empty());
  EXPECT_EQ(flow.sink.finished, 1);
}

TEST(PipelineTest, TextThatCameBeforeAReadErrorIsStillSpoken) {
  Flow flow({"One test failed. And then it stopped"}, ScriptedSource::End::fail);
  const PipelineResult result = flow.run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->message, "standard input: cannot read");
  EXPECT_THAT(flow.shown, ElementsAre("Now One test failed.", "Now And then it stopped."));
  EXPECT_EQ(flow.heard, std::vector<bool>(2, true));
}

// The real voice that every machine of ours has, with a child process and pipes.
TEST(PipelineTest, ARealVoiceIsHeardAndStopsAtOnce) {
  const Language english{"eng_Latn", "en"};
  auto voice = speech::open_voice("espeak-ng", english);
  if (!voice) GTEST_SKIP() << voice.error().message;
  const auto run = [&](std::vector<std::string> pieces, int stop_after_ms) {
    ScriptedSource source(std::move(pieces));
    const auto translator = no_translation();
    FakeSink sink;
    const text::Pronouncer readings = text::Pronouncer::built_in(english);
    SessionOptions options;
    options.speech_text.language = english;
    std::stop_source stop;
    Clock::time_point stopped = Clock::time_point::max();
    std::jthread stopper([&] {
      if (stop_after_ms == 0) return;
      std::this_thread::sleep_for(milliseconds(stop_after_ms));
      stopped = Clock::now();
      stop.request_stop();
    });
    sink.blocked = stop_after_ms > 0;
    const SessionParts parts = {.translator = translator.get(),
                                .voice = voice->get(),
                                .open_source_voice = {},
                                .readings = &readings,
                                .source_readings = &readings};
    const PipelineResult result = run_pipeline(options, parts, source, &sink, {}, stop.get_token());
    const auto ended = Clock::now();
    stopper.join();
    EXPECT_EQ(result.error.has_value(), stop_after_ms > 0);
    if (stop_after_ms > 0) {
      EXPECT_LT(ended - stopped, kStopsWithin);
    } else {
      EXPECT_GT(sink.samples.size(), 10000u);
    }
  };
  run({"Both tests pass."}, 0);
  run(many_sentences(50), 200);
}

#if defined(__linux__) && !defined(SOTTO_SANITIZED)  // whose shadow of the memory counts, too
// In a process of its own, with address space for two stacks.
TEST(PipelineTest, SaysWhenAThreadCannotBeMade) {
  const auto run_without_room = [] {
    constexpr rlim_t kStack = rlim_t{1} << 30;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStack);
    pthread_setattr_default_np(&attributes);
    std::ifstream statm("/proc/self/statm");
    rlim_t pages = 0;
    statm >> pages;
    const rlim_t room = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + 5 * kStack / 2;
    const rlimit limit{room, room};
    ::setrlimit(RLIMIT_AS, &limit);
    ::alarm(20);  // it hung
    Flow flow(many_sentences(5), ScriptedSource::End::wait);
    const PipelineResult result = flow.run();
    std::cerr << (result.error ? result.error->message : "no error") << '\n';
    std::exit(flow.sink.finished == 1 ? 0 : 1);
  };
  EXPECT_EXIT(run_without_room(), ::testing::ExitedWithCode(0),
              "no thread or process can be made: Resource temporarily unavailable");
}
#endif

}  // namespace
}  // namespace sotto::pipeline::pipeline_test
