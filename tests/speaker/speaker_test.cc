// The speaker with a voice and a sound card that only take notes.
#include "speaker/speaker.h"

#include <gmock/gmock.h>

#include <atomic>
#include <map>
#include <new>
#include <thread>

#include "pipeline/fallback.h"

namespace sotto::speaker::speaker_test {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

// What was said and heard, by whichever thread.
struct Notes {
  std::mutex mutex;
  std::vector<std::string> said;
  std::atomic<int> opened = 0, closed = 0, writes = 0, silenced = 0;
  std::atomic<int> fail_at = -1;        // this write of all
  std::atomic<bool> broken = false;     // it cannot be opened
  std::vector<double> rates;            // of each text
  std::map<std::string, int> outcomes;  // how many messages met each
  std::atomic<bool> blocked = false;    // as a card whose ring is full
  std::atomic<bool> slow = false;       // the voice, until that is over
  std::atomic<int> spoken = 0;          // texts that the voice has begun
  std::atomic<bool> throws = false;     // as where memory runs out
  std::atomic<int> sounds = 0;          // times that sound was told of
  std::atomic<bool> is_sounding = false;
  std::atomic<bool> rings = false;  // as a card that has not played all that it took

  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex);
    return said;
  }
};

class NotingSink final : public audio::Sink {
 public:
  explicit NotingSink(Notes& notes) : notes_(notes) { ++notes_.opened; }
  ~NotingSink() override { ++notes_.closed; }
  Result<void> write(const audio::Chunk&, std::stop_token stop) override {
    if (notes_.writes++ == notes_.fail_at) return Error{Errc::io, "the card was unplugged"};
    while (notes_.blocked && !stop.stop_requested()) std::this_thread::sleep_for(milliseconds(1));
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    return {};
  }
  Result<void> drain(std::stop_token stop) override {
    while (notes_.rings && !stop.stop_requested()) std::this_thread::sleep_for(milliseconds(1));
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    return {};
  }
  Result<void> finish() override { return {}; }
  void silence() noexcept override { ++notes_.silenced; }

 private:
  Notes& notes_;
};

// A piece of sound a sentence.
class NotingVoice final : public speech::Voice {
 public:
  explicit NotingVoice(Notes& notes) : notes_(notes) {}
  std::string name() const override { return "a voice"; }
  int sample_rate_hz() const override { return 24000; }
  Result<void> speak(const std::string&, std::stop_token stop,
                     const speech::ChunkHandler& handler) override {
    ++notes_.spoken;
    while (notes_.slow && !stop.stop_requested()) std::this_thread::sleep_for(milliseconds(1));
    const std::vector<float> sound(100);
    handler({sound, 24000});
    return {};
  }

 private:
  Notes& notes_;
};

class SpeakerTest : public ::testing::Test {
 protected:
  static SpeakerOptions quick() {
    SpeakerOptions options;
    options.limits.gap = milliseconds(50);
    options.limits.quiet = milliseconds(200);
    options.order.from = options.order.to = *find_language("en");
    options.order.options.pause = milliseconds(20);
    return options;
  }
  std::unique_ptr<Speaker> speaker(const SpeakerOptions& options = quick()) {
    SpeakerParts parts;
    parts.scheduler = scheduler_in_use_;
    parts.open_session = [this](const engine::SpeechOrder& order, const auto& events,
                                const auto& stop) { return session(order, events, stop); };
    parts.open_sink = [this]() -> Result<std::unique_ptr<audio::Sink>> {
      if (notes_.broken) return Error{Errc::unsupported, "no sound card was found"};
      return std::unique_ptr<audio::Sink>(new NotingSink(notes_));
    };
    parts.count = [this](Outcome outcome) {
      const std::lock_guard lock(notes_.mutex);
      ++notes_.outcomes[name_of(outcome)];
    };
    parts.sounding = [this](bool on) {
      notes_.sounds += on ? 1 : 0;
      notes_.is_sounding = on;
    };
    return std::make_unique<Speaker>(std::move(parts), options);
  }
  // What the engine makes of an order, with a voice and a translator that nobody has to load.
  Result<std::unique_ptr<engine::SpeechSession>> session(const engine::SpeechOrder& order,
                                                         pipeline::SessionEvents events,
                                                         const std::stop_token& stop) {
    {
      const std::lock_guard lock(notes_.mutex);
      notes_.rates.push_back(order.rate);
    }
    if (notes_.throws) throw std::bad_alloc();
    events.finished = [this, inner = events.finished](const pipeline::Utterance& u) {
      if (u.heard) {
        const std::lock_guard lock(notes_.mutex);
        notes_.said.push_back(u.source.text);
      }
      inner(u);
    };
    auto flow = engine::Flow::open(order.from, order.to, {});
    if (!flow) return flow.error();
    const auto noting = [this]() -> Result<std::unique_ptr<speech::Voice>> {
      return std::unique_ptr<speech::Voice>(new NotingVoice(notes_));
    };
    auto voice = engine::RestingVoice::open(noting, /*rests=*/true);
    const auto nothing = [](const std::stop_token&) {
      return Result<std::unique_ptr<translate::Translator>>(pipeline::no_translation());
    };
    engine::SpeechSession::Parts parts = {
        .flow = *std::move(flow),
        .translator = *engine::RestingTranslator::open(nothing, stop),
        .voice = *std::move(voice),
        .open_source_voice = {},
        .rests = true,
        .worked = [](const char*, double) {}};
    return std::make_unique<engine::SpeechSession>(order.options, std::move(parts), events,
                                                   *scheduler_in_use_, stop);
  }
  static SpeakRequest piece(const std::string& session, size_t index, const std::string& text,
                            bool last = false) {
    return {.session = session, .stream = "m", .text = text, .last = last, .index = index};
  }
  static SpeakRequest whole(const std::string& session, const std::string& text) {
    return {.session = session, .text = text, .project = session + "-project"};
  }
  template <class Condition>
  static bool wait_for(Condition condition) {
    const auto end = MessageClock::now() + std::chrono::seconds(20);
    while (!condition() && MessageClock::now() < end) std::this_thread::sleep_for(milliseconds(1));
    return condition();
  }
  static bool is_silent(const Speaker& speaker) {
    const SpeakerState state = speaker.state();
    return !state.speaking && state.waiting.empty();
  }
  int count(const std::string& what) {
    const std::lock_guard lock(notes_.mutex);
    return notes_.outcomes[what];
  }

  Notes notes_;
  pipeline::Scheduler scheduler_;
  pipeline::Scheduler* scheduler_in_use_ = &scheduler_;
};

// Of what comes while it is written alone: a message that was whole at once is not behind.
TEST_F(SpeakerTest, KeepsUpWithWhatIsBeingWritten) {
  SpeakerOptions options = quick();
  options.order.options.keep_up = true;
  std::string text;
  for (int i = 0; i < 12; ++i)
    text += "Let me look at the file.\n\nThe build of this part failed with an error.\n\n";
  const auto speaker = this->speaker(options);
  speaker->announce(whole("a", text));
  EXPECT_TRUE(wait_for([&] { return is_silent(*speaker); }));
  EXPECT_EQ(speaker->state().caught_up.passed_over, 0u);
  EXPECT_EQ(notes_.said.size(), 24u);
  notes_.said.clear();
  notes_.spoken = 0;
  notes_.slow = true;
  speaker->announce(piece("b", 0, text, true));
  EXPECT_TRUE(wait_for([&] { return notes_.spoken > 0; }));
  std::this_thread::sleep_for(milliseconds(500));  // the rest is read meanwhile
  notes_.slow = false;
  EXPECT_TRUE(wait_for([&] { return is_silent(*speaker); }));
  const CaughtUp caught_up = speaker->state().caught_up;
  const std::lock_guard lock(notes_.mutex);
  EXPECT_EQ(notes_.said.size() + caught_up.passed_over, 24u);
  EXPECT_GE(std::ranges::count(notes_.said, "The build of this part failed with an error."), 12);
  EXPECT_GT(caught_up.passed_over, 0u);
  EXPECT_GT(caught_up.most_tempo, 1);
}

// Whoever waits behind a long message is behind, too.
TEST_F(SpeakerTest, KeepsUpWithWhatWaitsBehind) {
  SpeakerOptions options = quick();
  options.order.options.keep_up = true;
  const auto it = speaker(options);
  notes_.blocked = true;
  it->announce(whole("x", "Hello there."));
  ASSERT_TRUE(wait_for([&] { return notes_.writes > 0; }));  // the others wait for its end
  it->announce(whole("a", "The first sentence is short.\n\nThe second one is short as well.\n"));
  std::string text;
  for (int i = 0; i < 30; ++i) text += "The build of this part failed with an error.\n\n";
  it->announce(whole("b", text));
  notes_.blocked = false;
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  EXPECT_GT(it->state().caught_up.most_tempo, 1);
  EXPECT_EQ(it->state().caught_up.passed_over, 0u);
  EXPECT_EQ(std::ranges::count(notes_.lines(), "The build of this part failed with an error."), 30);
}

// It may be a program that takes its time, or one that hangs.
TEST_F(SpeakerTest, WhoMakesDigestsHoldsNobodyElseUp) {
  pipeline::Scheduler few({.translating = 1, .speaking = 1});
  scheduler_in_use_ = &few;
  std::atomic<int> asked = 0;
  std::atomic<bool> answers = false;
  SpeakerOptions options = quick();
  options.order.options.digest = true;
  options.order.options.digest_maker = [&](const std::string&, const std::stop_token& stop) {
    ++asked;
    while (!answers && !stop.stop_requested()) std::this_thread::sleep_for(milliseconds(1));
    return stop.stop_requested() ? Result<std::string>(Error{Errc::cancelled, "stopped"})
                                 : Result<std::string>("I mended the parser.");
  };
  const std::string text =
      "I read the parser.\nIt has two loops.\nThe second one is wrong.\nI fixed it.\nAll of it "
      "passes.\n";
  {
    const auto it = speaker(options);
    it->announce(whole("a", text));
    ASSERT_TRUE(wait_for([&] { return asked == 1; }));
    struct Other {
      std::atomic<bool> worked = false;
      void work() noexcept { worked = true; }
    } other;
    pipeline::JobQueue::JobOf<Other> job("other", other, &Other::work);
    few.translating.add(job);
    std::atomic<bool> rang = false;
    few.timers.at(MessageClock::now() + milliseconds(100), &rang, [&] { rang = true; });
    EXPECT_TRUE(wait_for([&] { return other.worked && rang; }));
    EXPECT_EQ(it->stop(), 1u);
    EXPECT_TRUE(wait_for([&] { return is_silent(*it); }));
    answers = true;
    it->announce(whole("a", text));
    EXPECT_TRUE(wait_for([&] { return asked == 2 && is_silent(*it); }));
    EXPECT_THAT(notes_.lines(), ElementsAre("I mended the parser."));
    answers = false;
    it->announce(whole("a", text));
    EXPECT_TRUE(wait_for([&] { return asked == 3; }));
  }  // and it ends while the maker works
  scheduler_in_use_ = &scheduler_;
}

TEST_F(SpeakerTest, ASessionHasItsUsualVoiceUnlessTheMessageNamesOne) {
  SpeakerOptions options = quick();
  options.usual = [](const std::string& session, const std::string&) {
    SpeechOverrides usual;
    if (session == "a") usual.speed = 2;
    return usual;
  };
  const auto it = speaker(options);
  for (const char* session : {"a", "b"}) it->announce({.session = session, .text = "One.\n"});
  it->announce({.session = "a", .text = "Two.\n", .overrides = {.speed = 3}});
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  const std::lock_guard lock(notes_.mutex);
  EXPECT_THAT(notes_.rates, ElementsAre(2.0, 1.0, 3.0));
}

TEST_F(SpeakerTest, AMessageMayBeHeardInAnotherLanguage) {
  const auto it = speaker();
  const SpeechOverrides japanese = {.to = *find_language("ja")};
  const engine::SpeechOrder order = it->order_of(japanese);
  EXPECT_EQ(order.from.iso, "en");
  EXPECT_EQ(order.to.iso, "ja");
  EXPECT_EQ(order.voices.at(0).name(), "auto");
}

TEST_F(SpeakerTest, SpeaksAtItsOwnRateOrTheMessages) {
  SpeakerOptions options = quick();
  options.order.rate = 1.5;
  const auto it = speaker(options);
  it->announce({.session = "a", .text = "One.\n"});
  it->announce({.session = "a", .text = "Two.\n", .overrides = {.speed = 3}});
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 2 && is_silent(*it); }));
  it->again();
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 3; }));
  const std::lock_guard lock(notes_.mutex);
  EXPECT_THAT(notes_.rates, ElementsAre(1.5, 3, 3));
}

TEST_F(SpeakerTest, SpeaksInItsOwnRegisterOrTheMessages) {
  using japanese::Register;
  EXPECT_FALSE(speaker()->order_of({}).in_register);
  SpeakerOptions options = quick();
  options.order.in_register = Register::polite;
  const auto it = speaker(options);
  EXPECT_EQ(it->order_of({}).in_register, Register::polite);
  EXPECT_EQ(it->order_of({.in_register = Register::plain}).in_register, Register::plain);
}

TEST_F(SpeakerTest, SaysPiecesInTheirOrderWhicheverCameFirst) {
  const auto it = speaker();
  it->announce(piece("a", 1, "Two.\n\n"));
  it->announce(piece("a", 0, "One.\n\n"));
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 2; }));
  EXPECT_TRUE(it->state().speaking);  // more may come
  it->announce(piece("a", 2, "Three.", true));
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  EXPECT_THAT(notes_.lines(), ElementsAre("One.", "Two.", "Three."));
  EXPECT_EQ(count("said"), 1);
}

TEST_F(SpeakerTest, ALongMessageIsReadAsItIsSaid) {
  notes_.blocked = true;
  const auto it = speaker();
  std::string text;
  std::vector<std::string> sentences;
  for (int i = 0; i < 2000; ++i) {
    sentences.push_back("This is sentence number " + std::to_string(i) + ".");
    text += sentences.back() + "\n\n";
  }
  const size_t half = text.find(sentences[1000]);
  it->announce(piece("a", 0, text.substr(0, half)));
  ASSERT_TRUE(wait_for([&] { return notes_.writes > 0; }));
  it->announce(piece("a", 1, text.substr(half), true));
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_THAT(it->state().current->beginning, ::testing::Not(""));  // most of it waits
  EXPECT_TRUE(notes_.lines().empty());
  notes_.blocked = false;
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  EXPECT_EQ(notes_.lines(), sentences);
  EXPECT_EQ(count("said"), 1);
}

TEST_F(SpeakerTest, StopSilencesAMessageThatIsStillBeingWritten) {
  const auto it = speaker();
  it->announce(piece("a", 0, "One."));
  it->announce(whole("b", "Eins."));
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 1; }));
  EXPECT_EQ(it->stop("a"), 1u);
  EXPECT_GT(notes_.silenced, 0);
  EXPECT_EQ(it->announce(piece("a", 1, "Two.", true)), Outcome::stopped);
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  EXPECT_THAT(notes_.lines(), ElementsAre("One.", "b-project.", "Eins."));
  EXPECT_EQ(count("stopped"), 1);
}

TEST_F(SpeakerTest, NobodyWaitsForAPausedSpeakerAndItEnds) {
  auto it = speaker();
  it->pause();
  const std::string much(300 << 10, 'x');
  const auto begin = MessageClock::now();
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(it->announce(piece("a", i, much)), std::nullopt);
  it.reset();
  EXPECT_LT(MessageClock::now() - begin, std::chrono::seconds(20));
  EXPECT_EQ(count("ended"), 1);
}

TEST_F(SpeakerTest, WhatTheCardHasNotPlayedYetCanBeStopped) {
  notes_.rings = true;
  const auto it = speaker();
  it->announce(whole("a", "One."));
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 1; }));
  std::this_thread::sleep_for(milliseconds(100));
  EXPECT_TRUE(it->state().speaking);
  EXPECT_EQ(count("said"), 0);
  EXPECT_EQ(it->stop(), 1u);
  EXPECT_GT(notes_.silenced, 0);
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  EXPECT_EQ(count("stopped"), 1);
}

TEST_F(SpeakerTest, IsInterruptedInWhatTheCardHasNotPlayedYet) {
  notes_.rings = true;
  const auto it = speaker();
  it->announce(whole("a", "One."));
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 1; }));
  SpeakRequest other = whole("a", "Two.");
  other.on_new = OnNew::interrupt;
  it->announce(other);
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 2; }));
  EXPECT_EQ(count("interrupted"), 1);
}

TEST_F(SpeakerTest, FallsSilentWhenTheServerEnds) {
  notes_.rings = true;
  const auto it = speaker();
  it->pause();
  it->announce(whole("a", "One."));
  it->end();
  EXPECT_GT(notes_.silenced + count("ended"), 0);
  EXPECT_EQ(it->announce(whole("a", "Two.")), Outcome::ended);
  EXPECT_TRUE(wait_for([&] { return !it->state().speaking; }));
}

TEST_F(SpeakerTest, WhatIsThrownCostsOneMessage) {
  notes_.throws = true;
  const auto it = speaker();
  it->announce(whole("a", "One."));
  ASSERT_TRUE(wait_for([&] { return count("unheard") == 1; }));
  notes_.throws = false;
  it->announce(whole("a", "Two."));
  ASSERT_TRUE(wait_for([&] { return count("said") == 1; }));
}

TEST_F(SpeakerTest, WhatTheServerHasNoRoomForIsUnheardNotSaid) {
  pipeline::Scheduler none({.most_sessions = 0});
  scheduler_in_use_ = &none;
  const auto it = speaker();
  it->announce(whole("a", "One."));
  ASSERT_TRUE(wait_for([&] { return is_silent(*it) && count("unheard") == 1; }));
  EXPECT_EQ(count("said"), 0);
}

TEST_F(SpeakerTest, QuietAndPauseEachHold) {
  const auto it = speaker();
  it->pause();
  it->be_quiet(true);
  it->announce(whole("a", "One."));
  it->resume();
  EXPECT_TRUE(it->state().quiet && it->state().paused);
  it->pause();
  it->be_quiet(false);
  EXPECT_TRUE(it->state().paused && !it->state().quiet);
  EXPECT_TRUE(notes_.lines().empty());
  it->resume();
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  EXPECT_THAT(notes_.lines(), ElementsAre("One."));
}

TEST_F(SpeakerTest, TellsWhenThereIsSoundAndWhenThereIsNone) {
  const auto it = speaker();
  it->be_quiet(true);
  it->announce(whole("a", "One."));
  ASSERT_TRUE(wait_for([&] { return it->state().speaking; }));
  EXPECT_EQ(notes_.sounds, 0);  // it is held before its first sound
  it->be_quiet(false);
  ASSERT_TRUE(wait_for([&] { return is_silent(*it) && !notes_.is_sounding; }));
  EXPECT_GT(notes_.sounds, 0);
}

TEST_F(SpeakerTest, PauseHoldsAndResumeGoesOn) {
  const auto it = speaker();
  it->pause();
  it->announce(whole("a", "One."));
  std::this_thread::sleep_for(milliseconds(100));
  EXPECT_EQ(notes_.writes, 0);
  EXPECT_TRUE(it->state().paused);
  it->resume();
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 1; }));
}

TEST_F(SpeakerTest, GivesTheSoundCardBackWhenNobodySpeaks) {
  SpeakerOptions options = quick();
  options.close_after = milliseconds(100);
  const auto it = speaker(options);
  it->announce(whole("a", "One."));
  it->announce(whole("a", "Two."));
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  EXPECT_EQ(notes_.opened, 1);
  ASSERT_TRUE(wait_for([&] { return notes_.closed == 1; }));
  it->announce(whole("a", "Three."));
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 3; }));
  EXPECT_EQ(notes_.opened, 2);
}

TEST_F(SpeakerTest, AFileStaysOpen) {
  SpeakerOptions options = quick();
  options.output = "said.wav";
  options.close_after = milliseconds(1);
  const auto it = speaker(options);
  it->announce(whole("a", "One."));
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  std::this_thread::sleep_for(milliseconds(200));
  EXPECT_EQ(notes_.closed, 0);
}

TEST_F(SpeakerTest, ACardThatIsUnpluggedIsFollowedByTheNextDefault) {
  notes_.fail_at = 1;
  const auto it = speaker();
  it->announce(whole("a", "One.\n\nTwo.\n\nThree."));
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  EXPECT_THAT(notes_.lines(), ElementsAre("One.", "Two.", "Three."));
  EXPECT_EQ(notes_.opened, 2);
  EXPECT_EQ(count("said"), 1);
}

TEST_F(SpeakerTest, WhatWasNotHeardIsCountedAndSaidLater) {
  notes_.broken = true;
  const auto it = speaker();
  it->announce(piece("a", 0, "One.", true));
  ASSERT_TRUE(wait_for([&] { return count("unheard") == 1; }));
  notes_.broken = false;
  SpeakRequest summary = whole("a", "One.");
  summary.may_repeat = true;
  EXPECT_EQ(it->announce(summary), std::nullopt);
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 1; }));
}

TEST_F(SpeakerTest, SaysSoManySentencesOfAMessageAndNoMore) {
  SpeakerOptions options = quick();
  options.most_sentences = 2;
  const auto it = speaker(options);
  it->announce(piece("a", 0, "One."));
  ASSERT_TRUE(wait_for([&] { return notes_.lines().size() == 1; }));
  it->announce(piece("a", 1, "Two.\n\nThree."));
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));  // though its end has not come
  it->announce(piece("a", 2, "Four.", true));
  it->announce(whole("b", "Eins.\n\nZwei.\n\nDrei."));
  ASSERT_TRUE(wait_for([&] { return count("cut") == 2 && is_silent(*it); }));
  EXPECT_THAT(notes_.lines(), ElementsAre("One.", "Two.", "b-project.", "Eins.", "Zwei."));
  EXPECT_EQ(count("said"), 0);
}

TEST_F(SpeakerTest, SaysTheProjectWhenAnotherSessionBegins) {
  const auto it = speaker();
  for (const char* session : {"a", "a", "b", "b", "a"}) it->announce(whole(session, "Done."));
  ASSERT_TRUE(wait_for([&] { return is_silent(*it) && count("said") == 5; }));
  EXPECT_THAT(notes_.lines(),
              ElementsAre("Done.", "Done.", "b-project.", "Done.", "Done.", "a-project.", "Done."));
}

TEST_F(SpeakerTest, SaysInASentenceWhatIsMostlyCode) {
  std::string answer = "Here it is:\n\n```c++\n";
  for (int i = 0; i < 30; ++i) answer += "int x;\n";
  answer += "```\n";
  const auto it = speaker();
  it->announce(whole("a", answer));
  ASSERT_TRUE(wait_for([&] { return is_silent(*it) && count("said") == 1; }));
  EXPECT_THAT(notes_.lines(), ElementsAre("Mostly code: 30 lines in 1 block."));
}

TEST_F(SpeakerTest, TellsWhatItDoes) {
  notes_.blocked = true;
  const auto it = speaker();
  it->announce(whole("a", "One."));
  ASSERT_TRUE(wait_for([&] { return it->state().speaking; }));
  it->announce(whole("b", "\n\n" + std::string(100, 'x')));
  it->mute("c", true);
  const SpeakerState state = it->state();
  ASSERT_TRUE(state.current && state.waiting.size() == 1);
  EXPECT_EQ(state.current->session, "a");
  EXPECT_EQ(state.waiting[0].project, "b-project");
  EXPECT_EQ(state.waiting[0].beginning, std::string(80, 'x'));
  EXPECT_THAT(state.muted, ElementsAre("c"));
}

TEST_F(SpeakerTest, AnyThreadMayDoAnythingAtAnyTime) {
  SpeakerOptions options = quick();
  options.limits.most_waiting = 1000;
  options.limits.quiet = milliseconds(20000);
  options.limits.gap = milliseconds(20000);
  const auto it = speaker(options);
  constexpr int kMessages = 40;
  std::vector<std::thread> threads;
  for (int s = 0; s < 3; ++s) {
    threads.emplace_back([&, session = "s" + std::to_string(s)] {
      for (int m = 0; m < kMessages; ++m) {
        for (const size_t index : {1, 0, 2}) {
          SpeakRequest a = piece(session, index, "Text.", index == 2);
          a.stream = std::to_string(m);
          it->announce(a);
        }
      }
    });
  }
  threads.emplace_back([&] {
    for (int i = 0; i < 100; ++i) {
      i % 5 == 0   ? static_cast<void>(it->stop("s1"))
      : i % 5 == 1 ? static_cast<void>(it->skip())
      : i % 5 == 2 ? it->pause()
      : i % 5 == 3 ? it->resume()
                   : static_cast<void>(it->state());
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
  });
  for (std::thread& thread : threads) thread.join();
  it->resume();
  ASSERT_TRUE(wait_for([&] { return is_silent(*it); }));
  ASSERT_TRUE(wait_for(
      [&] { return count("said") + count("stopped") + count("skipped") == 3 * kMessages; }));
  EXPECT_EQ(count("late"), 0);
}

}  // namespace
}  // namespace sotto::speaker::speaker_test
