// A session that says each sentence and then its translation, and what a text asks for in its middle.
#include <gmock/gmock.h>

#include <algorithm>
#include <latch>
#include <thread>

#include "pipeline/fakes.h"
#include "pipeline/fallback.h"
#include "pipeline/session.h"
#include "text/phoneme_marks.h"

namespace sotto::pipeline::say_both_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Language kFrom{"eng_Latn", "en"}, kInto{"deu_Latn", "de"};

struct NotingVoice : FakeVoice {
  NotingVoice(std::string name, std::vector<std::string>& all, bool phonemes = false)
      : FakeVoice(std::move(name), 100), lines(all), takes(phonemes) {
    on_speak = [this](const std::string& text) { lines.push_back(this->name() + ": " + text); };
  }
  bool set_rate(double rate) override {
    rates.push_back(rate);
    return true;
  }
  bool takes_phonemes() const override { return takes; }
  std::vector<std::string>& lines;
  std::vector<double> rates;
  const bool takes;
};

struct OneRun {
  SessionOptions options;
  std::vector<std::string> lines, warnings, translated;
  std::vector<Utterance> finished;
  FakeSink sink;
  SessionResult result;
  bool has_source_voice = true, takes_phonemes = false;
  std::vector<double> rates;
  std::function<void(std::stop_source&, const Utterance&)> on_finished;
  std::function<void()> before_first;  // on the thread that speaks

  OneRun() {
    options.speech_text.language = kFrom;
    options.speech_text.markdown = false;
    options.listener = kInto;
    options.reader.format = agent::Format::plain;
    options.say_both = true;
    options.live = false;
  }

  void say(const std::string& text) {
    Scheduler scheduler;
    std::stop_source stop;
    FakeTranslator translator;
    const auto as_it_is = no_translation();
    NotingVoice voice("into", lines, takes_phonemes);
    const auto note = voice.on_speak;
    const auto readings = text::Pronouncer::built_in(kFrom);
    std::latch written(1);
    SessionEvents events;
    events.translated = [&](const Utterance& u) { translated.push_back(u.source.text); };
    events.finished = [&](const Utterance& u) {
      finished.push_back(u);
      if (on_finished) on_finished(stop, u);
    };
    events.warned = [&](const std::string& warning) { warnings.push_back(warning); };
    Session session(options,
                    {.translator = options.listener == kFrom ? as_it_is.get() : &translator,
                     .voice = &voice,
                     .open_source_voice = [&]() -> Result<std::unique_ptr<speech::Voice>> {
                       if (!has_source_voice) return Error{Errc::not_found, "no such voice"};
                       auto source = std::make_unique<NotingVoice>("from", lines);
                       source->on_speak = [&, inner = source->on_speak](const std::string& said) {
                         written.wait();
                         inner(said);
                       };
                       return std::unique_ptr<speech::Voice>(std::move(source));
                     },
                     .readings = &readings,
                     .source_readings = &readings},
                    events, scheduler, stop.get_token());
    voice.on_speak = [&](const std::string& said) {
      written.wait();
      note(said);
    };
    std::jthread writer([&] {
      session.push(text);
      session.finish();
      written.count_down();
    });
    result = session.play(&sink);
    rates = voice.rates;
  }
};

TEST(SayBoth, TheSourceIsSaidAndThenItsTranslation) {
  OneRun run;
  run.say("The first test passes. The second test is lost. The third test passes.");
  EXPECT_THAT(run.lines,
              ElementsAre("from: The first test passes.", "into: The first test passes.",
                          "from: The second test is lost.", "from: The third test passes.",
                          "into: The third test passes."));
  EXPECT_EQ(run.translated.size(), 3u);  // each once
  ASSERT_EQ(run.finished.size(), 5u);
  EXPECT_TRUE(run.finished[0].is_source);
  EXPECT_EQ(run.finished[0].translation.sentence.text, "The first test passes.");
  EXPECT_FALSE(run.finished[1].is_source);
  EXPECT_EQ(run.finished[0].id, run.finished[1].id);
  EXPECT_EQ(run.result.utterances, 3u);
  EXPECT_EQ(run.result.unheard, 0u);
  // Captions follow each other.
  for (size_t i = 1; i < run.finished.size(); ++i)
    EXPECT_GE(run.finished[i].loud_from_ms, run.finished[i - 1].loud_to_ms + 100);
}

TEST(SayBoth, WithoutAVoiceOfTheSourceTheTranslationIsHeardAndOneLineSaysWhy) {
  OneRun run;
  run.has_source_voice = false;
  const CapturedLog log;
  run.say("The first test passes. The second test passes.");
  EXPECT_THAT(run.lines,
              ElementsAre("into: The first test passes.", "into: The second test passes."));
  EXPECT_EQ(log.warnings(), 1u);
  EXPECT_THAT(log.text(), HasSubstr("the source is not heard: no such voice"));
}

TEST(SayBoth, NothingIsSaidTwiceWhereNothingIsTranslated) {
  OneRun run;
  run.options.listener = kFrom;
  run.say("The first test passes.");
  EXPECT_THAT(run.lines, ElementsAre("into: The first test passes."));
}

TEST(SayBoth, AStopBetweenTheTwoIsASilence) {
  OneRun run;
  run.on_finished = [](std::stop_source& stop, const Utterance& u) {
    if (u.is_source) stop.request_stop();
  };
  run.say("The first test passes. The second test passes.");
  EXPECT_EQ(run.finished.size(), 1u);
  EXPECT_GE(run.sink.silenced, 1);
}

TEST(SayBoth, BothArePassedOverOrNeither) {
  OneRun run;
  run.options.keep_up = true;
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "Let me look at part " + std::to_string(i) + ".\n\nPart " + std::to_string(i) +
            " fails with an error.\n\n";
  run.say(text);
  ASSERT_EQ(run.finished.size(), 80u);
  size_t passed = 0;
  for (size_t i = 0; i < run.finished.size(); i += 2) {
    const Utterance &source = run.finished[i], &translation = run.finished[i + 1];
    EXPECT_TRUE(source.is_source && !translation.is_source && source.id == translation.id);
    EXPECT_EQ(source.passed_over, translation.passed_over) << source.source.text;
    EXPECT_EQ(source.heard, translation.heard) << source.source.text;
    passed += source.heard ? 0 : 1;
  }
  EXPECT_GT(passed, 3u);
  EXPECT_EQ(run.result.passed_over, passed);
}

TEST(KeepUp, TextsThatWaitBehindCountAndATextThatWasWholeDoesNot) {
  OneRun run;
  run.options.say_both = false;
  run.options.listener = kFrom;
  run.options.keep_up = run.options.came_whole = true;
  std::string many;
  for (int i = 0; i < 40; ++i) many += "Part " + std::to_string(i) + " fails. ";
  run.say(many);
  for (const Utterance& u : run.finished) EXPECT_EQ(u.tempo, 1) << u.source.text;
  OneRun behind;
  behind.options = run.options;
  behind.options.others_waiting = [] { return size_t{100'000}; };
  behind.say("Part 1 fails. Part 2 fails.");
  for (const Utterance& u : behind.finished) EXPECT_DOUBLE_EQ(u.tempo, kMostTempo);
}

TEST(Marked, SilenceAndRatesAreAsTheDocumentAsks) {
  OneRun run;
  run.options.say_both = false;
  run.options.listener = kFrom;
  run.options.speed = 1.5;
  run.options.ssml = Ssml::where_evident;
  run.say(
      "<speak><break time='1s'/>The first. <prosody rate='200%'>The second one is fast.</prosody>"
      " <break time='500ms'/>The third.<break time='2s'/></speak>");
  EXPECT_FALSE(run.result.error);
  EXPECT_THAT(run.lines,
              ElementsAre("into: The first.", "into: The second one is fast.", "into: The third."));
  EXPECT_THAT(run.rates, ElementsAre(3.0, 1.5));
  // A tenth of a second each.
  constexpr size_t kExpectedMs = 1000 + 100 + 200 + 100 + 500 + 100 + 2000;
  EXPECT_EQ(run.sink.samples.size(), FakeVoice::kRateHz * kExpectedMs / 1000);
  EXPECT_THAT(run.warnings, IsEmpty());
}

TEST(Marked, PhonemesReachAVoiceThatTakesThemAndNoOther) {
  const std::string document =
      "<speak>A <phoneme alphabet='ipa' ph='təˈmɑːtəʊ'>tomato</phoneme>, please.</speak>";
  for (const bool takes : {true, false}) {
    OneRun run;
    run.options.say_both = false;
    run.options.listener = kFrom;
    run.options.ssml = Ssml::always;
    run.takes_phonemes = takes;
    run.say(document);
    ASSERT_EQ(run.lines.size(), 1u);
    EXPECT_EQ(text::has_phonemes(run.lines[0]), takes);
    EXPECT_EQ(text::without_phonemes(run.lines[0]), "into: A tomato, please.");
    EXPECT_EQ(run.warnings.size(), takes ? 0u : 1u);
    if (!takes) {
      EXPECT_THAT(run.warnings.at(0), HasSubstr("into takes no phonemes"));
    }
  }
  OneRun translated;
  translated.options.ssml = Ssml::always;
  translated.options.say_both = false;
  translated.takes_phonemes = true;
  translated.say(document);
  EXPECT_THAT(translated.warnings, ElementsAre(HasSubstr("the text is translated")));
  EXPECT_FALSE(text::has_phonemes(translated.lines.at(0)));
}

TEST(Marked, ABrokenDocumentIsAnErrorAndNothingIsSaid) {
  OneRun run;
  run.options.ssml = Ssml::where_evident;
  run.say("<speak>One. <break time='soon'/> Two.</speak>");
  EXPECT_THAT(run.lines, IsEmpty());
  ASSERT_TRUE(run.result.error);
  EXPECT_THAT(run.result.error->message, HasSubstr("\"soon\""));
}

}  // namespace
}  // namespace sotto::pipeline::say_both_test
