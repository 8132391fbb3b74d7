// A growing text on its way into a session.
#include "speaker/message_feed.h"

#include <gmock/gmock.h>

#include <atomic>
#include <latch>
#include <thread>

#include "engine/flow.h"
#include "pipeline/fakes.h"

namespace sotto::speaker::message_feed_test {
namespace {

class MessageFeedTest : public ::testing::Test {
 protected:
  static pipeline::SessionOptions options() {
    pipeline::SessionOptions options;
    options.reader.format = agent::Format::plain;
    options.live = false;  // what is said does not depend on when it came
    return options;
  }
  pipeline::SessionEvents events() {
    pipeline::SessionEvents events;
    events.finished = [this](const pipeline::Utterance& u) { said_.push_back(u.source.text); };
    events.wants_text = [this] {
      const std::lock_guard lock(mutex_);
      if (feed_ != nullptr) feed_->look();
    };
    return events;
  }
  MessageFeed::Text next(size_t most) {
    const std::lock_guard lock(mutex_);
    MessageFeed::Text text{text_.substr(read_, most), is_whole_};
    read_ += text.bytes.size();
    return text;
  }
  // As somebody who writes the text while it is read.
  void write(std::string_view more, bool is_last) {
    const std::lock_guard lock(mutex_);
    text_ += more;
    is_whole_ = is_last;
    feed_->look();
  }

  pipeline::Scheduler scheduler_;
  pipeline::FakeTranslator translator_;
  const engine::Flow flow_ = *engine::Flow::open(*find_language("en"), *find_language("en"), {});
  std::stop_source stop_;
  std::vector<std::string> said_;
  pipeline::Session session_{flow_.options(options()), flow_.parts(&translator_, nullptr, {}),
                             events(), scheduler_, stop_.get_token()};
  std::mutex mutex_;  // the rest
  std::string text_;
  size_t read_ = 0;
  bool is_whole_ = false;
  MessageFeed* feed_ = nullptr;
};

TEST_F(MessageFeedTest, AllOfATextComesInItsOrderHoweverItGrows) {
  MessageFeed feed(session_, scheduler_.translating, "",
                   [this](size_t most) { return next(most); });
  feed_ = &feed;
  std::vector<std::string> sentences;
  for (int i = 0; i < 3000; ++i)
    sentences.push_back("This is sentence number " + std::to_string(i) + ".");
  std::jthread writer([&] {
    for (size_t i = 0; i < sentences.size(); ++i) write(sentences[i] + "\n\n", false);
    write("", true);
  });
  const pipeline::SessionResult result = session_.play(nullptr);
  writer.join();
  EXPECT_FALSE(result.error);
  EXPECT_EQ(said_, sentences);
  const std::lock_guard lock(mutex_);
  feed_ = nullptr;
}

TEST_F(MessageFeedTest, WhatComesWhileItLooksIsSeen) {
  MessageFeed* feed = nullptr;
  std::atomic<int> looks = 0;
  MessageFeed one(session_, scheduler_.translating, "", [&](size_t) {
    if (++looks == 1) feed->look();  // somebody has written more, just too late
    return MessageFeed::Text{};
  });
  feed = &one;
  one.look();
  const auto end = pipeline::Clock::now() + std::chrono::seconds(20);
  while (looks < 2 && pipeline::Clock::now() < end) std::this_thread::yield();
  EXPECT_EQ(looks, 2);
}

TEST_F(MessageFeedTest, ItsEndWaitsForWhoReads) {
  std::latch begun(1), go_on(1);
  std::atomic<bool> is_read = false;
  auto feed = std::make_unique<MessageFeed>(session_, scheduler_.translating, "", [&](size_t) {
    begun.count_down();
    go_on.wait();
    is_read = true;
    return MessageFeed::Text{};
  });
  feed->look();
  begun.wait();
  std::jthread lets_go([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    go_on.count_down();
  });
  feed.reset();
  EXPECT_TRUE(is_read);
}

TEST_F(MessageFeedTest, WhatIsThrownEndsTheSession) {
  MessageFeed feed(session_, scheduler_.translating, "",
                   [](size_t) -> MessageFeed::Text { throw std::bad_alloc(); });
  feed.look();
  const pipeline::SessionResult result = session_.play(nullptr);
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->code, Errc::io);
}

}  // namespace
}  // namespace sotto::speaker::message_feed_test
