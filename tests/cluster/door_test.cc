// Doors beside workers that a script plays, over a wire within the process.
#include "cluster/door.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <thread>

#include "cluster/digest.h"
#include "cluster/elsewhere.h"

namespace sotto::cluster {
namespace {

using namespace std::chrono_literals;

// Messages in the order in which they were told, on one thread, as libnats passes them on.
class FakeWire final : public Wire {
 public:
  FakeWire() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

  bool is_up() const override { return up; }
  bool is_closed() const override { return false; }
  Result<void> tell(const std::string& subject, std::string_view bytes,
                    const std::string& reply) override {
    if (!up) return Error{Errc::io, "away"};
    const std::lock_guard lock(mutex_);
    told_.push_back({subject, std::string(bytes), reply});
    has_told_.notify_all();
    return {};
  }
  Result<std::unique_ptr<Ear>> listen(const std::string& subject, const std::string&,
                                      Hear hear) override {
    const std::lock_guard lock(hearing_);
    ears_[++last_] = {subject, std::move(hear)};
    return std::unique_ptr<Ear>(std::make_unique<FakeEar>(*this, last_));
  }
  void flush() override {}
  Result<std::string> own_subject() override { return fmt::format("own{}", ++subjects_); }

  std::atomic<bool> up = true;

 private:
  struct Told {
    std::string subject, bytes, reply;
  };
  struct Heard {
    std::string subject;
    Hear hear;
  };
  class FakeEar final : public Ear {
   public:
    FakeEar(FakeWire& wire, int number) : wire_(wire), number_(number) {}
    ~FakeEar() override {
      const std::lock_guard lock(wire_.hearing_);
      wire_.ears_.erase(number_);
    }

   private:
    FakeWire& wire_;
    const int number_;
  };
  static bool fits(const std::string& pattern, const std::string& subject) {
    if (!pattern.ends_with("*")) return pattern == subject;
    const std::string begin = pattern.substr(0, pattern.size() - 1);
    return subject.starts_with(begin) && subject.find('.', begin.size()) == subject.npos;
  }
  void run(const std::stop_token& stop) {
    for (;;) {
      Told told;
      {
        std::unique_lock lock(mutex_);
        if (!has_told_.wait(lock, stop, [this] { return !told_.empty(); })) return;
        told = std::move(told_.front());
        told_.pop_front();
      }
      const std::lock_guard lock(hearing_);
      bool heard = false;
      for (const auto& row : ears_) {
        if (!fits(row.second.subject, told.subject)) continue;
        heard = true;
        row.second.hear({told.subject, told.bytes, told.reply, false});
      }
      if (heard || told.reply.empty()) continue;
      for (const auto& row : ears_)
        if (fits(row.second.subject, told.reply)) row.second.hear({told.reply, "", "", true});
    }
  }

  std::mutex mutex_, hearing_;
  std::condition_variable_any has_told_;
  std::deque<Told> told_;
  std::map<int, Heard> ears_;
  int last_ = 0;
  std::atomic<int> subjects_ = 0;
  std::jthread thread_;
};

LiveReply piece(uint64_t at, std::vector<float> samples) {
  return {.kind = LiveReply::Kind::piece,
          .at = at,
          .samples = std::move(samples),
          .sample_rate_hz = 8000};
}
LiveReply of(LiveReply::Kind kind) { return {.kind = kind}; }
LiveReply opened(const char* name = "espeak-ng:en") {
  return {.kind = LiveReply::Kind::done, .sample_rate_hz = 8000, .voice = name};
}

class DoorTest : public ::testing::Test {
 protected:
  using Answers = std::vector<LiveReply>;

  // Attempts are answered so, one after the other.
  void SetUp() override {
    ASSERT_TRUE(door.begin());
    const auto answer = [this](const WireMessage& message) {
      const Result<LiveRequest> request = LiveRequest::parse(message.bytes);
      ASSERT_TRUE(request);
      requests.push_back(*request);
      ++asked;
      if (script.empty()) return;  // silence
      for (const LiveReply& reply : script.front())
        ASSERT_TRUE(wire.tell(message.reply, reply.bytes(), "worker.1"));
      script.pop_front();
    };
    auto ear = wire.listen("sotto.live.say.voice", "g", answer);
    auto texts = wire.listen("sotto.live.translate.model", "g", answer);
    auto control = wire.listen("worker.1", "", [this](const WireMessage& m) {
      const std::lock_guard lock(mutex);
      controls.emplace_back(m.bytes);
    });
    ASSERT_TRUE(ear && texts && control);
    ears.push_back(*std::move(ear));
    ears.push_back(*std::move(texts));
    ears.push_back(*std::move(control));
  }

  Result<void> say(std::stop_token stop = {}) {
    const auto voice = voices_of(door, roster).open("voice", *find_language("en"), 1);
    if (!voice) return voice.error();
    return (*voice)->speak("text", std::move(stop), [this](const audio::Chunk& chunk) {
      heard.insert(heard.end(), chunk.samples.begin(), chunk.samples.end());
      return true;
    });
  }
  size_t stops() {
    const std::lock_guard lock(mutex);
    return static_cast<size_t>(std::ranges::count(controls, "stop"));
  }

  FakeWire wire;
  Roster roster{wire, 1000ms};
  Door door{wire, {.silence = 1000ms, .patience = 5000ms, .absence = 1000ms, .longest = 20000ms}};
  std::deque<Answers> script;
  std::vector<LiveRequest> requests;  // read when ask() has ended
  std::atomic<int> asked = 0;
  std::mutex mutex;
  std::vector<std::string> controls;
  std::vector<float> heard;
  std::vector<std::unique_ptr<Ear>> ears;  // end first
};

using Kind = LiveReply::Kind;

TEST_F(DoorTest, PassesASentenceOn) {
  script = {{opened()},
            {of(Kind::taken), piece(0, {1, 2}), of(Kind::beat), piece(2, {3}), opened()}};
  ASSERT_TRUE(say());
  EXPECT_EQ(heard, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(requests.at(1).text, "text");
  EXPECT_EQ(requests.at(1).expect, "espeak-ng:en");
  EXPECT_EQ(door.counts().again, 0u);
}

TEST_F(DoorTest, AnotherWorkerGoesOnWhereTheFirstFellSilent) {
  script = {{opened()},
            {of(Kind::taken), piece(0, {1, 2, 3})},
            {of(Kind::taken), piece(0, {1, 2}), piece(2, {3, 4}), piece(4, {5}), opened()}};
  ASSERT_TRUE(say());
  EXPECT_EQ(heard, (std::vector<float>{1, 2, 3, 4, 5}));
  EXPECT_EQ(door.counts().again, 1u);
  EXPECT_EQ(door.counts().seams, 0u);
  EXPECT_GE(stops(), 1u);  // if he only sleeps
}

TEST_F(DoorTest, APieceThatIsMissingOrTwiceIsNotPassedOn) {
  script = {{opened()},
            {of(Kind::taken), piece(0, {1}), piece(2, {3}), opened()},
            {of(Kind::taken), piece(0, {1, 2}), piece(0, {1, 2}), opened()},
            {of(Kind::taken), piece(0, {1, 2, 3}), opened()}};
  ASSERT_TRUE(say());
  EXPECT_EQ(heard, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(door.counts().again, 2u);
}

TEST_F(DoorTest, OtherSoundIsCountedAndGoesOn) {
  script = {{opened()},
            {of(Kind::taken), piece(0, {1, 2})},
            {of(Kind::taken), piece(0, {1, 9, 3}), opened()}};
  ASSERT_TRUE(say());
  EXPECT_EQ(heard, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(door.counts().seams, 1u);
}

TEST_F(DoorTest, ShorterSoundIsOtherSound) {
  script = {
      {opened()}, {of(Kind::taken), piece(0, {1, 2})}, {of(Kind::taken), piece(0, {1}), opened()}};
  ASSERT_TRUE(say());
  EXPECT_EQ(heard, (std::vector<float>{1, 2}));
  EXPECT_EQ(door.counts().seams, 1u);
}

TEST_F(DoorTest, ABusyWorkerIsNoDeadOne) {
  script = {
      {opened()}, {of(Kind::busy)}, {of(Kind::busy)}, {of(Kind::taken), piece(0, {1}), opened()}};
  ASSERT_TRUE(say());
  EXPECT_EQ(heard, (std::vector<float>{1}));
  EXPECT_EQ(door.counts().again, 0u);
}

TEST_F(DoorTest, AWorkerThatEndsIsReplacedAndAnErrorIsNot) {
  const LiveReply ends{.kind = Kind::failed, .error = Error{Errc::cancelled, "it ends"}};
  const LiveReply broken{.kind = Kind::failed, .error = Error{Errc::internal, "no weights"}};
  script = {{opened()}, {of(Kind::taken), ends}, {of(Kind::taken), broken}};
  const Result<void> said = say();
  ASSERT_FALSE(said);
  EXPECT_EQ(said.error().code, Errc::internal);
  EXPECT_EQ(said.error().message, "no weights");
}

TEST_F(DoorTest, ASentenceThatKillsItsWorkersKillsAFew) {
  const LiveReply ends{.kind = Kind::failed, .error = Error{Errc::cancelled, "it ends"}};
  script.assign(20, {of(Kind::taken), ends});
  script.push_front({opened()});
  const Result<void> said = say();
  ASSERT_FALSE(said);
  EXPECT_EQ(said.error().message, "5 workers fell silent over one sentence");
}

TEST_F(DoorTest, AVoiceThatNobodyHasAnyMoreIsLetGo) {
  script.assign(9, {of(Kind::other)});
  script.push_front({opened("espeak-ng:en")});
  script[9] = {of(Kind::taken), piece(0, {1}), opened()};
  ASSERT_TRUE(say());
  EXPECT_EQ(requests.at(8).expect, "espeak-ng:en");
  EXPECT_EQ(requests.at(9).expect, "");
}

TEST_F(DoorTest, WithoutAWorkerItSaysSoAtOnce) {
  ears.clear();
  const Result<void> said = say();
  ASSERT_FALSE(said);
  EXPECT_EQ(said.error().code, Errc::cancelled);  // 503
  EXPECT_EQ(said.error().message, "no worker is there for it, try again later");
  wire.up = false;
  EXPECT_EQ(say().error().message, "the server has no connection to its workers, try again later");
}

TEST_F(DoorTest, AListenerWhoGoesEndsItAtOnce) {
  script = {{opened()}, {of(Kind::taken), piece(0, {1})}};
  std::stop_source stop;
  std::jthread leaves([&] {
    while (asked < 2) std::this_thread::sleep_for(10ms);
    stop.request_stop();
  });
  const Result<void> said = say(stop.get_token());
  ASSERT_FALSE(said);
  EXPECT_EQ(said.error().code, Errc::cancelled);
}

LiveReply translated(size_t index, const char* text) {
  LiveReply reply{.kind = Kind::translation, .index = index};
  reply.translation.sentence.text = text;
  return reply;
}

TEST_F(DoorTest, WhatIsTranslatedIsNotAskedForAgain) {
  script = {{of(Kind::done)},
            {of(Kind::taken), translated(1, "b"), translated(0, "a")},
            {of(Kind::taken), translated(0, "c"), of(Kind::done)}};
  const auto translator = translators_of(door, roster, {})
                              .open({.model = "model",
                                     .from = *find_language("en"),
                                     .to = *find_language("ja"),
                                     .caller = "anna"},
                                    {});
  ASSERT_TRUE(translator) << translator.error().message;
  const std::vector<text::Sentence> sentences(
      3, text::Sentence{.text = "x", .spans = {}, .language = {}});
  const auto done = (*translator)->translate_batch(sentences, {});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ((*done)[0].sentence.text, "a");
  EXPECT_EQ((*done)[1].sentence.text, "b");
  EXPECT_EQ((*done)[2].sentence.text, "c");
  EXPECT_EQ(requests.at(1).sentences.size(), 3u);
  EXPECT_EQ(requests.at(2).sentences.size(), 1u);
  EXPECT_NE(requests.at(1).caller, "anna");
}

TEST_F(DoorTest, ARosterHasWhoGaveASign) {
  ASSERT_TRUE(roster.begin());
  EXPECT_EQ(roster.workers(), 0u);
  LiveOffer offer;
  offer.models = {{"model", {}}};
  const std::string json = offer.json();
  const LiveSign sign{"0123456789abcdef012345", digest(json).substr(0, 16), false};
  auto ear = wire.listen(std::string(kOffers) + "." + sign.worker, "",
                         [&](const WireMessage& m) { ASSERT_TRUE(wire.tell(m.reply, json, "")); });
  ASSERT_TRUE(ear);
  ASSERT_TRUE(wire.tell(kSigns, "nonsense", ""));
  ASSERT_TRUE(wire.tell(kSigns, sign.json(), ""));
  ASSERT_TRUE(roster.wait_for_one(10s, {}));
  EXPECT_EQ(roster.models().at(0).name, "model");
  LiveSign leaves = sign;
  leaves.leaves = true;
  ASSERT_TRUE(wire.tell(kSigns, leaves.json(), ""));
  for (int i = 0; i < 1000 && roster.workers() > 0; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(roster.workers(), 0u);
}

}  // namespace
}  // namespace sotto::cluster
