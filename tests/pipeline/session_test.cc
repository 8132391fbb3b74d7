#include "pipeline/session.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <latch>
#include <list>
#include <set>

#include "pipeline/fakes.h"

namespace sotto::pipeline::session_test {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StrEq;

// A session with fakes, played on a thread of its own.
struct Played {
  Played(Scheduler& scheduler, const std::string& caller = "", FakeVoice* shared = nullptr)
      : voice(shared != nullptr ? shared : &own_voice),
        session(options(caller), parts(), events(), scheduler, stop.get_token()) {}

  static SessionOptions options(const std::string& caller) {
    SessionOptions options;
    options.speech_text.language = {"eng_Latn", "en"};
    options.reader.format = agent::Format::plain;
    options.pause = milliseconds(20);
    options.caller = caller;
    return options;
  }
  SessionParts parts() {
    return {.translator = &translator,
            .voice = voice,
            .open_source_voice = {},
            .readings = &readings,
            .source_readings = &readings};
  }
  SessionEvents events() {
    SessionEvents events;
    events.over = [this] { is_over = true; };
    events.finished = [this](const Utterance& u) {
      const std::lock_guard lock(mutex);
      said.push_back(u.source.text);
      times.push_back(u.times);
    };
    events.working = [this](bool works) {
      const std::lock_guard lock(mutex);
      working.push_back(works);
    };
    events.wants_text = [this] { ++reminded; };
    return events;
  }

  void begin() {
    player = std::jthread([this] { result = session.play(&sink); });
  }
  const SessionResult& end() {
    session.finish();
    player.join();
    return result;
  }
  size_t count() {
    const std::lock_guard lock(mutex);
    return said.size();
  }

  FakeTranslator translator;
  FakeVoice own_voice{"a voice"};
  FakeVoice* voice;
  FakeSink sink;
  text::Pronouncer readings = text::Pronouncer::built_in({"eng_Latn", "en"});
  std::atomic<bool> is_over = false;
  std::stop_source stop;
  std::mutex mutex;
  std::vector<std::string> said;
  std::vector<Times> times;
  std::vector<bool> working;
  std::atomic<int> reminded = 0;
  SessionResult result;
  Session session;
  std::jthread player;
};

bool wait_until(const std::function<bool()>& is_true) {
  const auto end = Clock::now() + std::chrono::seconds(20);
  while (!is_true() && Clock::now() < end) std::this_thread::sleep_for(milliseconds(1));
  return is_true();
}

#ifdef __linux__
size_t threads_now() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("Threads:")) return std::stoul(line.substr(8));
  return 0;
}
#endif

struct RateVoice : FakeVoice {
  explicit RateVoice(bool changes) : FakeVoice("a voice", 1000), can_change(changes) {}
  bool set_rate(double rate) override {
    rates.push_back(rate);
    return can_change;
  }
  std::span<const speech::WordTime> words() const override { return words_; }
  const bool can_change;
  const std::vector<speech::WordTime> words_ = {{0, 400}, {500, 1000}};  // of its second of sound
  std::vector<double> rates;
};

// Thirty sentences at once, some of them announcements.
std::vector<Utterance> said_while_behind(RateVoice& voice, bool keep_up, FakeSink& sink,
                                         SessionResult& result) {
  std::string text;
  for (int i = 0; i < 10; ++i) {
    const std::string number = std::to_string(i);
    text += "Let me look at part " + number + ".\n\nPart " + number + " fails with an error.\n\n" +
            "Should I mend part " + number + "?\n\n";
  }
  Scheduler scheduler;
  std::stop_source stop;
  FakeTranslator translator;
  const auto readings = text::Pronouncer::built_in({"eng_Latn", "en"});
  std::vector<Utterance> said;
  SessionOptions options = Played::options("");
  options.keep_up = keep_up;
  options.speed = 1.5;
  SessionEvents events;
  events.finished = [&](const Utterance& u) { said.push_back(u); };
  Session session(options,
                  {.translator = &translator,
                   .voice = &voice,
                   .open_source_voice = {},
                   .readings = &readings,
                   .source_readings = &readings},
                  events, scheduler, stop.get_token());
  std::latch written(1);  // before anything is said
  voice.on_speak = [&](const std::string&) { written.wait(); };
  std::jthread writer([&] {
    session.push(text);
    session.finish();
    written.count_down();
  });
  result = session.play(&sink);
  return said;
}

TEST(SessionTest, WhoIsBehindHurriesAndPassesAnnouncementsOver) {
  RateVoice voice(true);
  FakeSink sink;
  SessionResult result;
  const std::vector<Utterance> said = said_while_behind(voice, true, sink, result);
  ASSERT_EQ(said.size(), 30u);
  size_t passed = 0;
  for (const Utterance& u : said) {
    const bool is_announcement = u.source.text.starts_with("Let me");
    EXPECT_EQ(u.heard, u.passed_over.empty()) << u.source.text;
    EXPECT_TRUE(is_announcement || u.heard) << u.source.text;
    passed += u.passed_over.empty() ? 0 : 1;
    EXPECT_FALSE(u.translation.sentence.text.empty());
  }
  EXPECT_GT(passed, 3u);
  EXPECT_EQ(result.passed_over, passed);
  EXPECT_EQ(result.unheard, 0u);
  ASSERT_EQ(voice.rates.size(), 30 - passed);
  EXPECT_DOUBLE_EQ(*std::ranges::max_element(voice.rates), 1.5 * kMostTempo);
  EXPECT_DOUBLE_EQ(voice.rates.back(), 1.5);  // nothing lies behind any more
}

TEST(SessionTest, AVoiceThatKeepsItsRateHasItsSoundHurried) {
  if (!audio::Tempo::missing().empty()) GTEST_SKIP() << audio::Tempo::missing();
  RateVoice voice(false);
  FakeSink sink;
  SessionResult result;
  double most_tempo = 1;
  for (const Utterance& u : said_while_behind(voice, true, sink, result)) {
    most_tempo = std::max(most_tempo, u.tempo);
    const double expected = u.heard ? 1000 / u.tempo : 0;
    EXPECT_NEAR(u.audio_ms, expected, 60) << u.source.text;
    if (!u.heard) continue;
    ASSERT_EQ(u.voice_words.size(), 2u);
    EXPECT_NEAR(u.voice_words[1].begin_ms, expected / 2, 1);
    EXPECT_NEAR(u.voice_words[1].end_ms, expected, 1);
  }
  EXPECT_DOUBLE_EQ(most_tempo, kMostTempo);
}

TEST(SessionTest, UnlessItIsAskedForNobodyHurries) {
  RateVoice voice(true);
  FakeSink sink;
  SessionResult result;
  for (const Utterance& u : said_while_behind(voice, false, sink, result))
    EXPECT_TRUE(u.heard && u.tempo == 1);
  EXPECT_EQ(voice.spoken.size(), 30u);
  EXPECT_TRUE(voice.rates.empty());
  // A second each, and the pauses between sentences as they are.
  EXPECT_EQ(sink.samples.size(), FakeVoice::kRateHz * 30 + 29 * 200 * FakeVoice::kRateHz / 1000);
}

TEST(SessionTest, AVoiceKnowsWhetherItIsHeardLive) {
  const auto readings = text::Pronouncer::built_in({"eng_Latn", "en"});
  for (const bool is_live : {true, false}) {
    Scheduler scheduler;
    const std::stop_source stop;
    FakeTranslator translator;
    FakeVoice voice("a voice");
    voice.is_live = !is_live;
    FakeSink sink;
    SessionOptions options = Played::options("");
    options.heard_live = is_live;
    Session session(options, {&translator, &voice, {}, &readings, &readings}, {}, scheduler,
                    stop.get_token());
    session.push("One.");
    session.finish();
    EXPECT_EQ(session.play(&sink).utterances, 1u);
    EXPECT_EQ(voice.is_live, is_live);
  }
}

TEST(SessionTest, AFullStopIsSaidAfterAPauseAndNotBefore) {
  Scheduler scheduler;
  Played played(scheduler);
  played.begin();
  EXPECT_TRUE(played.session.push("The tests pass. The build"));
  EXPECT_TRUE(wait_until([&] { return played.count() == 1; }));
  EXPECT_TRUE(played.session.push(" is green."));
  EXPECT_TRUE(wait_until([&] { return played.count() == 2; }));  // nothing more has come
  EXPECT_FALSE(played.end().error);
  EXPECT_THAT(played.said, ElementsAre("The tests pass.", "The build is green."));
  EXPECT_THAT(played.working, ElementsAre(true, false, true, false));
}

TEST(SessionTest, WithoutTextItHoldsNoPlace) {
  Scheduler scheduler({.most_sessions = 1});
  std::list<Played> idle;
  for (int i = 0; i < 50; ++i) idle.emplace_back(scheduler).begin();
  Played speaks(scheduler);
  speaks.begin();
  speaks.session.push("The first test passes. The second test passes.");
  EXPECT_FALSE(speaks.end().error);
  EXPECT_EQ(speaks.said.size(), 2u);
  EXPECT_EQ(scheduler.busy(), 0u);
  for (Played& one : idle) one.end();
}

TEST(SessionTest, OneTooManyIsToldSoAndTheOthersGoOn) {
  Scheduler scheduler({.most_sessions = 2});
  Played first(scheduler), second(scheduler), third(scheduler);
  first.sink.blocked = second.sink.blocked = true;
  for (Played* one : {&first, &second, &third}) {
    one->begin();
    one->session.push("One passes.\n\nTwo passes.\n\nThree passes.\n\n");
  }
  third.player.join();
  ASSERT_TRUE(third.result.error);
  EXPECT_EQ(third.result.error->code, Errc::cancelled);
  EXPECT_THAT(third.result.error->message,
              StrEq("too many texts are being spoken, try again later"));
  EXPECT_FALSE(third.session.push("More. "));
  first.sink.blocked = second.sink.blocked = false;
  EXPECT_FALSE(first.end().error);
  EXPECT_FALSE(second.end().error);
  EXPECT_EQ(first.said.size(), 3u);
}

TEST(SessionTest, NoCallerHasMoreThanItsHalf) {
  Scheduler scheduler({.most_sessions = 4, .halves = true});
  std::list<Played> of_one;
  for (int i = 0; i < 3; ++i) {
    Played& one = of_one.emplace_back(scheduler, "one");
    one.sink.blocked = true;
    one.begin();
    one.session.push("Hello.\n\n");
  }
  of_one.back().player.join();
  EXPECT_TRUE(of_one.back().result.error);
  Played other(scheduler, "other");
  other.begin();
  other.session.push("Hello.\n\n");
  EXPECT_FALSE(other.end().error);
  for (Played& one : of_one) one.session.cancel();
}

TEST(SessionTest, WhoseTurnDoesNotComeInTimeIsToldSo) {
  Scheduler scheduler({.speaking = 1, .patience = milliseconds(50)});
  std::latch begun(1), go_on(1);
  Played slow(scheduler), late(scheduler);
  slow.own_voice.on_speak = [&](const std::string&) {
    begun.count_down();
    go_on.wait();
  };
  slow.begin();
  slow.session.push("Hello.\n\n");
  begun.wait();
  late.begin();
  late.session.push("Hello.\n\n");
  late.player.join();
  ASSERT_TRUE(late.result.error);
  EXPECT_THAT(late.result.error->message,
              StrEq("too many texts are being spoken, try again later"));
  go_on.count_down();
  EXPECT_FALSE(slow.end().error);  // it was its turn, however long that takes
}

// A network may take minutes on a slow machine: a session waits in vain for a thread alone.
TEST(SessionTest, WhoseTurnItIsIsWaitedForHoweverLongThatTakes) {
  Scheduler scheduler({.patience = milliseconds(1000)});
  std::list<Played> all;
  for (int i = 0; i < 2; ++i) {
    Played& slow = all.emplace_back(scheduler);
    slow.translator.on_translate = [](const std::string&) {
      std::this_thread::sleep_for(milliseconds(1200));
    };
    slow.begin();
    slow.session.push("Hello.\n\n");
  }
  for (Played& slow : all) {
    EXPECT_FALSE(slow.end().error);
    EXPECT_EQ(slow.count(), 1u);
  }
}

TEST(SessionTest, WhoDoesNotReadSlowsHimselfAlone) {
  Scheduler scheduler({.translating = 1, .speaking = 1});
  std::string text;
  for (int i = 0; i < 200; ++i) text += "This is sentence number " + std::to_string(i) + ". ";
  std::list<Played> blocked;
  std::list<std::jthread> pushers;
  for (int i = 0; i < 8; ++i) {
    Played& one = blocked.emplace_back(scheduler);
    one.sink.blocked = true;
    one.own_voice = FakeVoice("long", 1500);
    one.begin();
    pushers.emplace_back([&one, &text] { one.session.push(text + text); });
  }
  Played reads(scheduler);
  reads.begin();
  reads.session.push(text);
  EXPECT_FALSE(reads.end().error);
  EXPECT_EQ(reads.said.size(), 200u);
  for (Played& one : blocked) {
    EXPECT_LT(one.own_voice.spoken.size(), 10u);
    one.session.cancel();
  }
}

TEST(SessionTest, WhoCannotWaitIsRemindedOfTheRest) {
  Scheduler scheduler;
  Played played(scheduler);
  played.sink.blocked = true;
  played.own_voice = FakeVoice("long", 1500);
  played.begin();
  std::vector<std::string> sentences;
  for (int i = 0; i < 60; ++i)
    sentences.push_back("This is sentence number " + std::to_string(i) + ".");
  size_t pushed = 0;
  const auto push_some = [&] {
    while (pushed < sentences.size() && played.session.try_push(sentences[pushed] + "\n\n") > 0)
      ++pushed;
  };
  push_some();
  std::this_thread::sleep_for(milliseconds(50));  // some are taken to be translated
  push_some();
  EXPECT_LT(pushed, 40u);
  played.sink.blocked = false;
  for (int heard = 0; pushed < sentences.size(); ++heard) {
    ASSERT_TRUE(wait_until([&] { return played.reminded > heard; }));
    push_some();
  }
  EXPECT_FALSE(played.end().error);
  EXPECT_EQ(played.said, sentences);
  played.session.cancel();
  EXPECT_EQ(played.session.try_push("Too late.\n\n"), 0u);
}

// Who is told of a translation may be slow, too.
TEST(SessionTest, WhoIsSlowToHearOfTranslationsSlowsHimselfAlone) {
  Scheduler scheduler({.translating = 1, .speaking = 1});
  std::latch begun(1), go_on(1);
  SessionEvents events;
  events.translated = [&](const Utterance&) {
    begun.count_down();
    go_on.wait();
  };
  FakeTranslator translator;
  const text::Pronouncer readings = text::Pronouncer::built_in({"eng_Latn", "en"});
  const SessionParts parts = {.translator = &translator,
                              .voice = nullptr,
                              .open_source_voice = {},
                              .readings = &readings,
                              .source_readings = &readings};
  Session slow(Played::options("slow"), parts, events, scheduler, {});
  std::jthread player([&] { slow.play(nullptr); });
  for (int i = 0; i < 5; ++i) slow.push("This is one more.\n\n");
  begun.wait();
  Played other(scheduler, "other");
  other.begin();
  other.session.push("Hello.\n\n");
  EXPECT_FALSE(other.end().error);
  EXPECT_EQ(other.said.size(), 1u);
  go_on.count_down();
  slow.finish();
}

// What waits for its turn is taken back; what has begun is stopped.
TEST(SessionTest, ItsEndDoesNotWaitForOthers) {
  Scheduler scheduler({.translating = 1, .speaking = 1});
  std::latch begun(1), go_on(1);
  Played slow(scheduler);
  slow.own_voice.on_speak = [&](const std::string&) {
    begun.count_down();
    go_on.wait();
  };
  slow.begin();
  slow.session.push("Hello.\n\n");
  begun.wait();
  {
    Played waits(scheduler);
    waits.begin();
    waits.session.push("Hello. And again.\n\n");
    EXPECT_TRUE(wait_until([&] { return scheduler.speaking.waiting() == 1; }));
    waits.stop.request_stop();
    waits.player.join();
    EXPECT_EQ(waits.result.error->code, Errc::cancelled);
  }
  EXPECT_EQ(scheduler.speaking.waiting(), 0u);
  EXPECT_EQ(scheduler.busy(), 1u);
  go_on.count_down();
  EXPECT_FALSE(slow.end().error);
}

TEST(SessionTest, ManySessionsShareFewThreadsAndEachSaysItsOwnInOrder) {
  constexpr int kSessions = 64, kSentences = 20;
  Scheduler scheduler({.translating = 2, .speaking = 2});
  std::list<Played> sessions;
  for (int i = 0; i < kSessions; ++i)
    sessions.emplace_back(scheduler, "caller " + std::to_string(i % 4)).begin();
#ifdef __linux__
  const size_t before = threads_now();
#endif
  std::vector<std::string> expected;
  for (int i = 0; i < kSentences; ++i) {
    expected.push_back("This is sentence number " + std::to_string(i) + ".");
    for (Played& one : sessions) EXPECT_TRUE(one.session.push(expected.back() + " "));
  }
  for (Played& one : sessions) one.session.finish();
#ifdef __linux__
  EXPECT_LE(threads_now(), before + 5);  // and the timers
#endif
  for (Played& one : sessions) {
    one.player.join();
    EXPECT_FALSE(one.result.error);
    EXPECT_EQ(one.said, expected);
    EXPECT_EQ(one.result.utterances, size_t{kSentences});
  }
  EXPECT_EQ(scheduler.busy(), 0u);
}

// One thread pushes and never waits within the session; it sleeps until it is told.
TEST(SessionTest, WhoMayNotWaitIsToldWhenToPushMore) {
  Scheduler scheduler({.translating = 1, .speaking = 1});
  Played played(scheduler);
  std::atomic<bool> has_room = false;
  played.session.play_directly(played.sink, [&] { return has_room.load(); });
  std::string text;
  std::vector<std::string> sentences;
  for (int i = 0; i < 100; ++i) {
    sentences.push_back("This is sentence number " + std::to_string(i) + ".");
    text += sentences.back() + "\n\n";
  }
  text += std::string(20'000, ' ');  // more than is read at once
  std::string_view rest = text;
  for (size_t taken = 1; taken > 0; rest.remove_prefix(taken))
    taken = played.session.try_push(rest.substr(0, 50));
  EXPECT_GT(rest.size(), text.size() / 2);  // nobody takes the sound
  EXPECT_EQ(played.count(), 0u);
  has_room = true;
  played.session.wake();
  for (int heard = 0; !rest.empty(); ++heard) {
    ASSERT_TRUE(wait_until([&] { return played.reminded > heard; }));
    for (size_t taken = 1; taken > 0; rest.remove_prefix(taken))
      taken = played.session.try_push(rest.substr(0, 50));
  }
  played.session.finish();
  EXPECT_TRUE(wait_until([&] { return played.session.is_done(); }));
  EXPECT_FALSE(played.session.wait().error);
  EXPECT_EQ(played.said, sentences);
}

TEST(SessionTest, WhoMayNotWaitIsToldThatAllWasSaid) {
  Scheduler scheduler;
  Played played(scheduler);
  std::atomic<bool> has_room = false;
  played.session.play_directly(played.sink, [&] { return has_room.load(); });
  EXPECT_EQ(played.session.try_push("One."), 4u);
  played.session.finish();
  EXPECT_FALSE(played.session.is_done());
  EXPECT_FALSE(played.is_over);
  has_room = true;
  played.session.wake();
  EXPECT_TRUE(wait_until([&] { return played.is_over.load(); }));
  EXPECT_EQ(played.session.wait().utterances, 1u);
}

TEST(SessionTest, WhoMayNotWaitSeesThatItWasStopped) {
  Scheduler scheduler;
  Played played(scheduler);
  played.session.play_directly(played.sink, {});
  EXPECT_EQ(played.session.try_push("One"), 3u);
  EXPECT_FALSE(played.session.is_done());
  played.session.cancel();
  EXPECT_EQ(played.session.try_push("Two"), 0u);
  EXPECT_TRUE(played.session.is_done());
}

TEST(SessionTest, ItIsStoppedAtAnyMoment) {
  Scheduler scheduler({.translating = 2, .speaking = 2});
  for (int i = 0; i < 200; ++i) {
    Played played(scheduler);
    played.begin();
    std::jthread pusher([&] {
      while (played.session.push("One. Two. Three.\n\n")) {
      }
    });
    std::this_thread::sleep_for(std::chrono::microseconds(i * 20));
    if (i % 2 == 0) played.session.cancel();
    played.stop.request_stop();
    played.player.join();
  }
  EXPECT_EQ(scheduler.busy(), 0u);
  EXPECT_EQ(scheduler.speaking.waiting() + scheduler.translating.waiting(), 0u);
}

}  // namespace
}  // namespace sotto::pipeline::session_test
