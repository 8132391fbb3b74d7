#include "pipeline/digest_maker.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "pipeline/fakes.h"
#include "pipeline/sentence_reader.h"

namespace sotto::pipeline::digest_maker_test {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kLongText =
    "I read the parser. It has two loops. The second one is wrong. I fixed it. Shall I commit it?";

std::vector<std::string> heard(const std::string& text, DigestMaker maker) {
  std::vector<std::string> said;
  SentenceReader reader({.format = agent::Format::plain}, {.language = {"eng_Latn", "en"}},
                        [&](std::unique_ptr<Utterance> u) { said.push_back(u->source.text); },
                        {.on = true, .maker = std::move(maker)});
  reader.push(text);
  EXPECT_TRUE(reader.finish());
  return said;
}

TEST(DigestMakerTest, AnswersAreOneShortLine) {
  EXPECT_EQ(*checked_digest("it", " I fixed it.\n"), "I fixed it.");
  const std::string longest(400, 'x');
  std::string wide;
  for (int i = 0; i < 400; ++i) wide += "\u3042";
  EXPECT_TRUE(checked_digest("it", longest));
  EXPECT_TRUE(checked_digest("it", wide));
  EXPECT_EQ(*checked_digest("it", "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x01text \u202e"),
            "red   text");
  EXPECT_EQ(*checked_digest("it", "The loop\u202e is mended\u0085."), "The loop is mended .");
  const std::pair<std::string, const char*> wrong[] = {
      {"", "it: said nothing"},
      {" \n\t", "it: said nothing"},
      {"\u202e \u200f", "it: said nothing"},
      {"One.\nTwo.", "it: said several lines, expected one"},
      {longest + "x", "it: said 401 characters, expected at most 400"},
      {wide + "\u3042", "it: said 401 characters, expected at most 400"}};
  for (const auto& [answer, message] : wrong) {
    const auto checked = checked_digest("it", answer);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message, message);
  }
}

TEST(DigestMakerTest, AProgramReadsTheTextAndSaysOneLine) {
  const auto last = digest_command("tail -n 1")("One.\nTwo words $(id) `id`.\n", {});
  ASSERT_TRUE(last) << last.error().message;
  EXPECT_EQ(*last, "Two words $(id) `id`.");
  const auto failed = digest_command("echo 'no model' >&2; exit 3")("One.", {});
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("--digest-command: /bin/sh ended with status 3"));
  EXPECT_THAT(failed.error().message, HasSubstr("no model"));
  EXPECT_FALSE(digest_command("yes")("One.", {}));
}

TEST(DigestMakerTest, ASlowProgramIsEndedWithAllThatItStarted) {
  const auto begin = std::chrono::steady_clock::now();
  const auto silent = digest_command("sleep 30 | cat; true", milliseconds(100))("One.", {});
  const auto trickle =
      digest_command("while sleep 0.02; do echo x; done", milliseconds(300))("One.", {});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  ASSERT_FALSE(silent);
  EXPECT_THAT(silent.error().message, HasSubstr("did nothing for 100 ms"));
  ASSERT_FALSE(trickle);
  EXPECT_THAT(trickle.error().message, HasSubstr("took more than 300 ms"));
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = digest_command("sleep 30")("One.", stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Errc::cancelled);
}

TEST(DigestMakerTest, ItsDigestIsHeardAndWhatIsAskedIsNotLost) {
  const auto maker = [](const std::string& made) {
    return [made](const std::string&, const std::stop_token&) { return Result<std::string>(made); };
  };
  EXPECT_THAT(heard(kLongText, maker("The second loop is mended. Tests pass.")),
              ElementsAre("The second loop is mended.", "Tests pass.", "Shall I commit it?"));
  EXPECT_THAT(heard(kLongText, maker("The loop is mended; may I commit it?")),
              ElementsAre("The loop is mended; may I commit it?"));
  EXPECT_THAT(heard("I read the parser. It has two loops. Two tests failed. It is late.",
                    maker("I read the parser.")),
              ElementsAre("I read the parser.", "Two tests failed."));
  EXPECT_THAT(heard("It is short.", maker("Never asked.")), ElementsAre("It is short."));
}

TEST(DigestMakerTest, ABrokenOneIsWarnedOfOnce) {
  CapturedLog log;
  const DigestMaker broken = [](const std::string&, const std::stop_token&) {
    return Result<std::string>(Error{Errc::io, "the model is gone"});
  };
  std::vector<std::string> said;
  SentenceReader reader({}, {.language = {"eng_Latn", "en"}},
                        [&](std::unique_ptr<Utterance> u) { said.push_back(u->source.text); },
                        {.on = true, .maker = broken});
  for (int i = 0; i < 2; ++i) {
    reader.push(R"({"type":"assistant","message":{"id":"m)" + std::to_string(i) +
                R"(","content":[{"type":"text","text":")" + kLongText + "\"}]}}\n");
  }
  EXPECT_TRUE(reader.finish());
  EXPECT_THAT(
      said, ElementsAre("I fixed it.", "Shall I commit it?", "I fixed it.", "Shall I commit it?"));
  EXPECT_EQ(log.warnings(), 1u);
  EXPECT_THAT(log.text(), HasSubstr("the model is gone; long texts are made shorter by cue words"));
}

TEST(DigestMakerTest, AnAddressNamesItsModel) {
  EXPECT_TRUE(digest_server("http://127.0.0.1:1/v1#m"));
  const auto no_model = digest_server("http://127.0.0.1:1/v1");
  ASSERT_FALSE(no_model);
  EXPECT_THAT(no_model.error().message, HasSubstr("names no model, expected URL#MODEL"));
  const auto no_address = digest_server("gemma");
  ASSERT_FALSE(no_address);
  EXPECT_THAT(no_address.error().message, HasSubstr("is no address of a chat"));
}

}  // namespace
}  // namespace sotto::pipeline::digest_maker_test
