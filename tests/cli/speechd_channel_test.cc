// The pipe to speech-dispatcher: requests, and sound between line ends.
#include "cli/speechd_channel.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

namespace sotto::cli::speechd_channel_test {
namespace {

class Pipe {
 public:
  Pipe() { EXPECT_EQ(::pipe(ends_.data()), 0); }
  ~Pipe() {
    ::close(ends_[0]);
    close_writing();
  }
  int writing() const { return ends_[1]; }
  std::string all() {
    close_writing();
    std::string text(65536, '\0');
    text.resize(static_cast<size_t>(std::max<ssize_t>(0, ::read(ends_[0], text.data(), 65536))));
    return text;
  }

 private:
  void close_writing() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  std::array<int, 2> ends_{};
};

std::vector<std::byte> bytes_of(std::string_view text) {
  std::vector<std::byte> bytes;
  for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
  return bytes;
}

TEST(SpeechdChannel, ReadsTextAndSettings) {
  Pipe out;
  SpeechdChannel channel(
      pipeline::text_source("SET\nrate=-7\nvoice=a=b\nnonsense\n.\nSPEAK\none\n..two\n\n.\nSTOP\n"),
      out.writing());
  const auto set = channel.next({});
  ASSERT_TRUE(set);
  EXPECT_EQ(set->command, "SET");
  EXPECT_EQ(set->settings.at("rate"), "-7");
  EXPECT_EQ(set->settings.at("voice"), "a=b");
  EXPECT_EQ(set->settings.size(), 2u);
  const auto speak = channel.next({});
  ASSERT_TRUE(speak);
  EXPECT_EQ(speak->text, "one\n.two\n\n");
  EXPECT_TRUE(speak->is_whole);
  const auto stop = channel.next({});
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->command, "STOP");
  EXPECT_FALSE(channel.next({}));
  EXPECT_EQ(out.all(), "207 OK RECEIVING SETTINGS\n202 OK RECEIVING MESSAGE\n");
}

TEST(SpeechdChannel, SaysWhatIsTooLongOrNoText) {
  Pipe out;
  const std::string half(SpeechdChannel::kLongestText / 2 + 1, 'x');
  SpeechdChannel channel(
      pipeline::text_source("SPEAK\n" + half + "\n" + half + "\n.\nSPEAK\na" +
                            std::string(1, '\0') + "\n.\nSPEAK\n\xff\n.\nCHAR\n"),
      out.writing());
  const auto long_one = channel.next({});
  ASSERT_TRUE(long_one);
  EXPECT_FALSE(long_one->is_whole);
  const auto binary = channel.next({});
  ASSERT_TRUE(binary);
  EXPECT_FALSE(binary->is_whole);
  const auto latin = channel.next({});
  ASSERT_TRUE(latin);
  EXPECT_EQ(latin->text, "\uFFFD\n");
  EXPECT_FALSE(channel.next({}));  // its text never came
}

TEST(SpeechdChannel, SoundHasNoLineEnds) {
  const std::string block = speechd_audio(bytes_of("\n\x7d"
                                                   "ab\x01"),
                                          24000);
  const std::string head =
      "705-bits=16\n705-num_channels=1\n705-sample_rate=24000\n705-num_samples=2\n"
      "705-big_endian=0\n705-AUDIO";
  EXPECT_EQ(block, head +
                       std::string("\0\x7d\x2a\x7d\x5d"
                                   "ab",
                                   7) +
                       "\n705 AUDIO\n");
}

TEST(SpeechdChannel, SoundLeavesInBlocks) {
  Pipe out;
  SpeechdChannel channel(pipeline::text_source(""), out.writing());
  EXPECT_TRUE(channel.play(std::vector<std::byte>(2 * 5000), 24000));
  const std::string sent = out.all();
  EXPECT_NE(sent.find("num_samples=4800\n"), sent.npos);
  EXPECT_NE(sent.find("num_samples=200\n"), sent.npos);
}

}  // namespace
}  // namespace sotto::cli::speechd_channel_test
