// The states of a message, each arrow of them, and whose turn it is.
#include "speaker/message_queue.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace sotto::speaker::message_queue_test {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using Reports = std::vector<std::pair<std::string, Outcome>>;  // session and outcome

class MessageQueueTest : public ::testing::Test {
 protected:
  // A piece of a message "m" of a session.
  std::optional<Outcome> piece(const std::string& session, size_t index, const std::string& text,
                               bool last = false, OnNew on_new = OnNew::queue) {
    return queue_.announce({.session = session,
                            .stream = "m",
                            .text = text,
                            .last = last,
                            .index = index,
                            .project = session + "-project",
                            .on_new = on_new},
                           now_);
  }
  std::optional<Outcome> whole(const std::string& session, const std::string& text,
                               OnNew on_new = OnNew::queue) {
    return queue_.announce({.session = session, .text = text, .on_new = on_new}, now_);
  }
  std::optional<Outcome> summary(const std::string& session, const std::string& text,
                                 OnNew on_new = OnNew::queue) {
    return queue_.announce({.session = session, .text = text, .may_repeat = true, .on_new = on_new},
                           now_);
  }

  // Says what can be said now, and how: all of a message whose turn it is.
  std::vector<std::string> say_all() {
    std::vector<std::string> said;
    for (size_t i = 0; i < 100 && (queue_.current() || queue_.begin()); ++i) {
      said.push_back(read());
      if (queue_.current()->state == MessageState::open) return said;  // goes on later
      queue_.finish(true);
    }
    return said;
  }
  std::string read() {
    Message& m = *queue_.current();
    std::string text = m.text.substr(m.read);
    m.read = m.text.size();
    return text;
  }
  void pass(milliseconds time) {
    now_ += time;
    queue_.pass_time(now_);
  }
  Reports reports() { return std::exchange(reports_, {}); }

  MessageQueue::Time now_{};
  Reports reports_;
  MessageQueue queue_{
      {.most_waiting = 4, .most_bytes = 10'000, .gap = milliseconds(1000)},
      [this](Outcome outcome, const Message& m) { reports_.emplace_back(m.session, outcome); }};
};

TEST_F(MessageQueueTest, SaysAMessagePieceByPieceAndItsSummaryNotAgain) {
  EXPECT_EQ(piece("a", 0, "One."), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("One.\n"));
  EXPECT_EQ(piece("a", 1, "Two.", true), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("Two.\n"));
  EXPECT_EQ(summary("a", "One.\n\nTwo."), Outcome::repeated);
  EXPECT_THAT(say_all(), IsEmpty());
  EXPECT_THAT(reports(),
              ElementsAre(std::pair("a", Outcome::said), std::pair("a", Outcome::repeated)));
}

TEST_F(MessageQueueTest, PiecesAreSaidInTheirOrder) {
  piece("a", 2, "Three.", true);
  piece("a", 1, "Two.");
  EXPECT_TRUE(queue_.begin()->text.empty());
  piece("a", 0, "One.");
  EXPECT_THAT(say_all(), ElementsAre("One.\nTwo.\nThree.\n"));
  EXPECT_THAT(reports(), ElementsAre(std::pair("a", Outcome::said)));
}

TEST_F(MessageQueueTest, GoesOnWithoutAPieceThatDoesNotComeAndCountsIt) {
  piece("a", 0, "One.");
  piece("a", 2, "Three.");
  pass(milliseconds(900));
  EXPECT_THAT(say_all(), ElementsAre("One.\n"));
  EXPECT_TRUE(queue_.needs_time());
  pass(milliseconds(200));
  EXPECT_THAT(say_all(), ElementsAre("Three.\n"));
  EXPECT_EQ(piece("a", 1, "Two."), Outcome::late);
  EXPECT_EQ(piece("a", 2, "Three."), Outcome::doubled);
  EXPECT_EQ(piece("a", 3, "Four.", true), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("Four.\n"));
  EXPECT_EQ(piece("a", 4, "Five."), Outcome::late);
  EXPECT_THAT(reports(),
              ElementsAre(std::pair("a", Outcome::missing), std::pair("a", Outcome::late),
                          std::pair("a", Outcome::doubled), std::pair("a", Outcome::said),
                          std::pair("a", Outcome::late)));
}

TEST_F(MessageQueueTest, AStoppedMessageIsMutedUntilItsEnd) {
  piece("a", 0, "One.");
  const auto message = queue_.begin();
  read();
  EXPECT_EQ(queue_.stop(""), 1u);
  EXPECT_EQ(message->state, MessageState::muted);
  EXPECT_TRUE(message->stop.stop_requested());
  queue_.finish(true);
  EXPECT_EQ(piece("a", 1, "Two."), Outcome::stopped);
  EXPECT_EQ(piece("a", 2, "Three.", true), Outcome::stopped);
  EXPECT_EQ(message->state, MessageState::over);
  EXPECT_EQ(summary("a", "One. Two. Three."), Outcome::repeated);  // nobody wants to hear it
  EXPECT_THAT(say_all(), IsEmpty());
  EXPECT_EQ(queue_.stop(""), 0u);
  EXPECT_EQ(whole("a", "Something new."), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("Something new.\n"));
  EXPECT_THAT(reports(),
              ElementsAre(std::pair("a", Outcome::stopped), std::pair("a", Outcome::repeated),
                          std::pair("a", Outcome::said)));
}

TEST_F(MessageQueueTest, StopsOneSessionAlone) {
  piece("session-a", 0, "One.");
  piece("session-b", 0, "Eins.");
  whole("session-c", "Ichi.");
  EXPECT_EQ(queue_.stop("session-b"), 1u);
  EXPECT_EQ(queue_.stop("session"), 0u);            // too short for the beginning of a name
  EXPECT_EQ(queue_.stop("session-c-project"), 0u);  // it came without one
  EXPECT_EQ(piece("session-b", 1, "Zwei.", true), Outcome::stopped);
  EXPECT_EQ(piece("session-a", 1, "Two.", true), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("One.\nTwo.\n", "Ichi.\n"));
  piece("session-d", 0, "Un.");
  EXPECT_EQ(queue_.stop("session-d-project"), 1u);
}

TEST_F(MessageQueueTest, StopForgetsWhatWaitsToBeSummedUp) {
  piece("a", 0, "One.");
  EXPECT_EQ(summary("a", "One. Two."), std::nullopt);  // its last piece is still on its way
  EXPECT_EQ(queue_.stop("a"), 2u);
  pass(milliseconds(2000));
  EXPECT_THAT(say_all(), IsEmpty());
}

TEST_F(MessageQueueTest, ASummaryThatOvertakesTheLastPieceWaitsForIt) {
  piece("a", 0, "One.");
  EXPECT_EQ(summary("a", "One. Two."), std::nullopt);
  piece("a", 1, "Two.", true);
  EXPECT_THAT(say_all(), ElementsAre("One.\nTwo.\n"));
  EXPECT_THAT(reports(),
              ElementsAre(std::pair("a", Outcome::repeated), std::pair("a", Outcome::said)));
}

TEST_F(MessageQueueTest, ASummaryIsSaidWhenTheLastPieceDoesNotCome) {
  piece("a", 0, "One.");
  summary("a", "One. Two.");
  EXPECT_THAT(say_all(), ElementsAre("One.\n"));
  pass(milliseconds(1100));
  EXPECT_EQ(queue_.waiting().size(), 1u);
}

TEST_F(MessageQueueTest, ADroppedMessageIsDroppedWholeAndItsSummaryIsHeard) {
  whole("b", "Busy.");
  EXPECT_EQ(piece("a", 0, "One.", false, OnNew::drop), Outcome::dropped);
  EXPECT_THAT(say_all(), ElementsAre("Busy.\n"));
  EXPECT_EQ(piece("a", 1, "Two.", true, OnNew::drop), Outcome::dropped);  // it does not begin here
  EXPECT_THAT(say_all(), IsEmpty());
  EXPECT_EQ(summary("a", "One. Two.", OnNew::drop), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("One. Two.\n"));
}

TEST_F(MessageQueueTest, TheNewInterruptsTheOldOnce) {
  piece("a", 0, "One.", false, OnNew::interrupt);
  queue_.begin();
  read();
  piece("b", 0, "Eins.", false, OnNew::interrupt);
  queue_.finish(true);
  EXPECT_EQ(piece("a", 1, "Two.", true, OnNew::interrupt), Outcome::interrupted);
  EXPECT_EQ(piece("b", 1, "Zwei.", true, OnNew::interrupt), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("Eins.\nZwei.\n"));
  EXPECT_EQ(summary("a", "One. Two.", OnNew::interrupt), Outcome::repeated);
  EXPECT_THAT(reports(),
              ElementsAre(std::pair("a", Outcome::interrupted), std::pair("b", Outcome::said),
                          std::pair("a", Outcome::repeated)));
}

TEST_F(MessageQueueTest, SkipGoesOnWithWhatWaits) {
  EXPECT_FALSE(queue_.skip());
  piece("a", 0, "One.");
  whole("b", "Eins.");
  queue_.begin();
  EXPECT_TRUE(queue_.skip());
  EXPECT_FALSE(queue_.skip());
  queue_.finish(true);
  EXPECT_EQ(piece("a", 1, "Two.", true), Outcome::skipped);
  EXPECT_THAT(say_all(), ElementsAre("Eins.\n"));
}

TEST_F(MessageQueueTest, AgainSaysTheLastOneOnceMore) {
  EXPECT_FALSE(queue_.again());
  whole("a", "One.");
  whole("b", "Eins.");
  EXPECT_THAT(say_all(), ElementsAre("One.\n", "Eins.\n"));
  EXPECT_TRUE(queue_.again());
  EXPECT_THAT(say_all(), ElementsAre("Eins.\n"));
  piece("c", 0, "Un.");
  EXPECT_THAT(say_all(), ElementsAre("Un.\n"));
  EXPECT_TRUE(queue_.again());  // while it is being said, and written
  EXPECT_TRUE(queue_.current()->stop.stop_requested());
  piece("c", 1, "Deux.", true);
  queue_.finish(true);
  EXPECT_THAT(say_all(), ElementsAre("Un.\nDeux.\n"));
  queue_.announce({.session = "d", .text = "Stopped."}, now_);
  queue_.begin();
  queue_.stop("");
  queue_.finish(true);
  EXPECT_TRUE(queue_.again());  // also what was stopped
  EXPECT_THAT(say_all(), ElementsAre("Stopped.\n"));
}

TEST_F(MessageQueueTest, AMutedSessionIsNotHeard) {
  piece("session-a", 0, "One.");
  queue_.mute("session-", true);  // the beginning of its name
  EXPECT_THAT(queue_.muted(), ElementsAre("session-a"));
  EXPECT_EQ(piece("session-a", 1, "Two.", true), Outcome::muted);
  EXPECT_EQ(whole("session-a", "More."), Outcome::muted);
  EXPECT_EQ(whole("b", "Eins."), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("Eins.\n"));
  queue_.mute("session-a", false);
  EXPECT_EQ(summary("session-a", "One. Two."), Outcome::repeated);
  EXPECT_EQ(whole("session-a", "Back."), std::nullopt);
  queue_.mute("c-project", true);  // one that has not spoken yet
  EXPECT_EQ(piece("c", 0, "Un."), Outcome::muted);
  EXPECT_THAT(say_all(), ElementsAre("Back.\n"));
}

TEST_F(MessageQueueTest, AQuietMessageLetsOthersSpeakAndGoesOnLater) {
  piece("a", 0, "One.");
  whole("b", "Eins.");
  EXPECT_THAT(say_all(), ElementsAre("One.\n"));
  pass(milliseconds(14'000));
  EXPECT_EQ(queue_.current()->state, MessageState::open);
  pass(milliseconds(2'000));
  EXPECT_EQ(queue_.current()->state, MessageState::quiet);
  EXPECT_FALSE(queue_.needs_time());
  queue_.finish(true);
  EXPECT_THAT(say_all(), ElementsAre("Eins.\n"));
  EXPECT_EQ(piece("a", 1, "Two.", true), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("Two.\n"));
  EXPECT_THAT(reports(), ElementsAre(std::pair("b", Outcome::said), std::pair("a", Outcome::said)));
}

TEST_F(MessageQueueTest, TheNextMessageOfASessionEndsTheOneBeforeSoon) {
  piece("a", 0, "One.");  // and then its user presses Esc
  EXPECT_THAT(say_all(), ElementsAre("One.\n"));
  whole("a", "Something else.");
  pass(milliseconds(1'100));
  queue_.finish(true);
  EXPECT_THAT(say_all(), ElementsAre("Something else.\n"));
}

TEST_F(MessageQueueTest, SaysWhatHadNoRoom) {
  for (const char* session : {"a", "b", "c", "d"})
    EXPECT_EQ(whole(session, "Hello."), std::nullopt);
  EXPECT_EQ(piece("e", 0, "One."), Outcome::full);
  EXPECT_EQ(say_all().size(), 4u);
  EXPECT_EQ(piece("e", 1, "Two.", true), Outcome::full);  // it does not begin in its middle
  EXPECT_EQ(summary("e", "One. Two."), std::nullopt);     // but it is not lost
  EXPECT_EQ(say_all().size(), 1u);
  piece("f", 0, "One.");
  EXPECT_EQ(piece("f", 1, std::string(20'000, 'x')), Outcome::full);
  EXPECT_EQ(whole("g", std::string(20'000, 'x')), Outcome::full);
  EXPECT_THAT(say_all(), IsEmpty());
}

TEST_F(MessageQueueTest, WhatWasNotHeardIsSaidByItsSummary) {
  piece("a", 0, "One.");
  queue_.begin();
  read();
  queue_.finish(/*heard=*/false);
  EXPECT_EQ(piece("a", 1, "Two.", true), Outcome::unheard);
  EXPECT_EQ(summary("a", "One. Two."), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("One. Two.\n"));
  EXPECT_THAT(reports(),
              ElementsAre(std::pair("a", Outcome::unheard), std::pair("a", Outcome::said)));
}

TEST_F(MessageQueueTest, WhatWasCutIsNotSummedUp) {
  piece("a", 0, "One. Two.");
  queue_.begin();
  read();
  queue_.cut(*queue_.current());
  EXPECT_FALSE(queue_.current()->stop.stop_requested());  // what is read is said
  EXPECT_EQ(piece("a", 1, "Three.", true), Outcome::cut);
  queue_.finish(true);
  EXPECT_EQ(summary("a", "One. Two. Three."), Outcome::repeated);
  EXPECT_THAT(reports(),
              ElementsAre(std::pair("a", Outcome::cut), std::pair("a", Outcome::repeated)));
}

TEST_F(MessageQueueTest, APieceThatComesAtTheLastMomentIsNotLost) {
  piece("a", 0, "One.", true);
  const auto message = queue_.begin();
  read();
  queue_.announce({.session = "b", .stream = "n", .text = "Eins.", .last = false}, now_);
  queue_.finish(true);
  queue_.begin();
  read();
  queue_.current()->state = MessageState::quiet;  // it fell quiet, and the flow has seen its end
  queue_.announce({.session = "b", .stream = "n", .text = "Zwei.", .last = true}, now_);
  queue_.finish(true);
  EXPECT_THAT(say_all(), ElementsAre("Zwei.\n"));
}

TEST_F(MessageQueueTest, WhoNumbersNoPiecesMayUseANameAgain) {
  for (const char* text : {"One.", "Two."}) {
    EXPECT_EQ(queue_.announce({.session = "a", .stream = "m", .text = text}, now_), std::nullopt);
    EXPECT_THAT(say_all(), ElementsAre(std::string(text) + "\n"));
  }
}

TEST_F(MessageQueueTest, ManyPiecesWithoutABeginningDoNotPileUp) {
  MessageQueue queue({}, [](Outcome, const Message&) {});
  for (size_t i = 1; i < 50'000; ++i) {
    const SpeakRequest a = {
        .session = "a", .stream = "m", .text = "x", .last = false, .index = 1'000'000 - i};
    queue.announce(a, now_);
  }
  EXPECT_LT(queue.waiting().front()->early.size(), 5'000u);
}

// Whatever comes in whatever order: each message is said once and whole, or its outcome was
// reported.
TEST_F(MessageQueueTest, NothingIsLostWithoutAReport) {
  unsigned seed = 1;
  const auto random = [&](unsigned n) { return (seed = seed * 1664525 + 1013904223) / 65536 % n; };
  for (int round = 0; round < 300; ++round) {
    const std::string session = "s" + std::to_string(round);
    std::vector<size_t> order(1 + random(6));
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random(i)]);
    const unsigned stop_before = random(12);
    std::string said, all;
    for (size_t i = 0; i < order.size(); ++i) all += std::to_string(i) + "\n";
    for (size_t i = 0; i < order.size(); ++i) {
      if (i == stop_before) queue_.stop(session);
      piece(session, order[i], std::to_string(order[i]), order[i] + 1 == order.size());
      for (const std::string& text : say_all()) said += text;
    }
    if (queue_.current() != nullptr) queue_.finish(true);
    const Reports outcomes = reports();
    ASSERT_EQ(outcomes.size(), 1u) << round;
    const bool stopped = outcomes[0].second == Outcome::stopped;
    ASSERT_TRUE(stopped || said == all) << round;
    ASSERT_TRUE(all.starts_with(said)) << round;
    ASSERT_EQ(summary(session, all), Outcome::repeated) << round;
    reports();
  }
}

// Their index 0 never comes.
TEST_F(MessageQueueTest, WhatNobodyHearsTakesNoRoomFromOthers) {
  queue_.mute("a", true);
  const std::string large(1 << 20, 'x');
  for (size_t index = 1; index <= 500; ++index)
    ASSERT_EQ(piece("a", index, large), Outcome::muted) << index;
  EXPECT_LT(queue_.bytes_held(), size_t{2} << 20);
  EXPECT_EQ(whole("b", "Here I am."), std::nullopt);
}

TEST_F(MessageQueueTest, SaysWhenTooManyAreMuted) {
  for (int i = 0; i < 256; ++i) ASSERT_TRUE(queue_.mute("session-" + std::to_string(i), true));
  EXPECT_FALSE(queue_.mute("one-more", true));
  EXPECT_TRUE(queue_.mute("session-255", true));  // it is already
  EXPECT_TRUE(queue_.mute("session-255", false));
  EXPECT_TRUE(queue_.mute("one-more", true));
}

TEST_F(MessageQueueTest, ASecondDoneWhosePiecesWereLostIsSaid) {
  piece("a", 0, "Done.", true);
  say_all();
  EXPECT_EQ(summary("a", "Done."), Outcome::repeated);
  pass(std::chrono::seconds(20));
  EXPECT_EQ(summary("a", "Done."), std::nullopt);
  EXPECT_THAT(say_all(), ElementsAre("Done.\n"));
}

}  // namespace
}  // namespace sotto::speaker::message_queue_test
