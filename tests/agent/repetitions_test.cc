// What agents send twice, and what only looks so.
#include <gmock/gmock.h>

#include <ctime>

#include "agent/agent_streams.h"
#include "agent/collect.h"

namespace sotto::agent::repetitions_test {
namespace {

using streams::claude;
using streams::claude_delta;
using streams::claude_says;
using streams::claude_start;
using streams::claude_tool;
using streams::Json;
using streams::line;
using streams::text_block;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string says_one(const std::string& id, const std::string& text) {
  return claude_says(id, Json::array({text_block(text)}));
}

const std::string kRetry = claude({{"type", "system"}, {"subtype", "api_retry"}});

std::vector<std::string> heard(const std::string& stream) { return collect(stream).texts; }

TEST(Repetitions, AMessageThatComesAgainGoesOnWhereItBrokeOff) {
  const std::string half = claude_start("a") + claude_delta("I read it. Then I");
  EXPECT_THAT(
      heard(half + claude_start("b") + claude_delta("I read it.") +
            claude_delta(" Then I wrote it.") + says_one("b", "I read it. Then I wrote it.")),
      ElementsAre("I read it. Then I wrote it."));
  EXPECT_THAT(heard(half + kRetry + says_one("b", "I read it. Then I wrote it.")),
              ElementsAre("I read it. Then I wrote it."));
  EXPECT_THAT(
      heard(says_one("a", "I read it. Then I") + says_one("b", "I read it. Then I wrote it.")),
      ElementsAre("I read it. Then I wrote it."));
  // The same id again, and a third time.
  EXPECT_THAT(heard(half + half + claude_start("a") + claude_delta("I read it. Then I wrote it.")),
              ElementsAre("I read it. Then I wrote it."));
}

TEST(Repetitions, AMessageThatComesAgainOtherwiseIsSaidFromThatSentenceOn) {
  const std::string half = claude_start("a") + claude_delta("I read it. Then I wrote");
  EXPECT_THAT(
      heard(half + kRetry + claude_start("b") + claude_delta("I read it. Then I will look.")),
      ElementsAre("I read it. Then I wrote", "Then I will look."));
  EXPECT_THAT(heard(half + claude_start("b") + claude_delta("Something else.")),
              ElementsAre("I read it. Then I wrote", "Something else."));
}

TEST(Repetitions, WhatFollowsAToolIsAnotherText) {
  EXPECT_THAT(
      heard(says_one("a", "Let me check") + claude_tool("a") + says_one("b", "Let me check") +
            claude_tool("b") + kRetry + says_one("c", "Let me check")),
      ElementsAre("Let me check", "Let me check", "Let me check"));
}

TEST(Repetitions, PiecesMayBeWhiteSpaceAndBeginAlike) {
  std::string stream;
  for (const char* piece : {"I found", " ", "it. I", " ", "fixed it.", "\n", "- a\n", "- ", "b"})
    stream += says_one("m", piece);
  const std::string whole = "I found it. I fixed it.\n- a\n- b";
  EXPECT_THAT(heard(stream + says_one("m", whole) + streams::claude_result(whole)),
              ElementsAre(whole));
  // Without its last piece: the whole has it.
  EXPECT_THAT(heard(says_one("m", "One.") + says_one("m", " Tw") + says_one("m", "One. Two.")),
              ElementsAre("One. Two."));
}

TEST(Repetitions, AResultThatJoinsSeveralMessagesIsSilent) {
  std::string stream, joined;
  for (int i = 0; i < 40; ++i) {
    const std::string text = "Text number " + std::to_string(i) + ".";
    stream += says_one("m" + std::to_string(i), text) + claude_tool("m" + std::to_string(i));
    joined += text + "\n\n";
  }
  EXPECT_EQ(heard(stream + streams::claude_result(joined)).size(), 40u);
  EXPECT_EQ(heard(stream + streams::claude_result("Text number 38. Text number 39.")).size(), 40u);
  EXPECT_THAT(heard(says_one("a", "One.") + streams::claude_result("One. Two.")),
              ElementsAre("One. Two."));
}

TEST(Repetitions, AnErrorThatIsShownTwiceIsHeardOnce) {
  const std::string error = "API Error: Rate limit reached";
  Json message = {{"id", "e"}, {"model", "<synthetic>"}, {"content", {text_block(error)}}};
  EXPECT_THAT(
      heard(
          says_one("a", "I will look.") +
          claude({{"type", "assistant"}, {"message", message}, {"error", "rate_limit"}}) +
          claude(
              {{"type", "result"}, {"subtype", "success"}, {"is_error", true}, {"result", error}})),
      ElementsAre("I will look.", error));
  const std::string answer = R"(API Error: 529 {"type":"error","error":{"message":"Overloaded"}})";
  message["content"] = Json::array({text_block(answer)});
  EXPECT_THAT(heard(claude({{"type", "assistant"}, {"message", message}}) +
                    claude({{"type", "result"}, {"is_error", true}, {"result", answer}})),
              ElementsAre("API Error: 529 Overloaded"));
  const Collected codex =
      collect(line({{"type", "error"}, {"message", "Disconnected."}}) +
              line({{"type", "turn.failed"}, {"error", {{"message", "Disconnected."}}}}));
  EXPECT_THAT(codex.texts, ElementsAre("Disconnected."));
  EXPECT_THAT(codex.notices, ElementsAre(Notice::run_failed));
}

TEST(Repetitions, AQuestionIsHeardWithItsOptionsOnce) {
  const Json call = {{"type", "tool_use"},
                     {"id", "t"},
                     {"name", "AskUserQuestion"},
                     {"input",
                      {{"questions",
                        {{{"question", "Which one?"},
                          {"options", {{{"label", "The first"}}, {{"label", "Both"}}}}}}}}}};
  const std::string stream = claude_says("a", Json::array({text_block("Wait."), call}));
  EXPECT_THAT(heard(stream + stream),
              ElementsAre("Wait.", "Which one?\n\n- 1: The first\n- 2: Both\n\n"));
  EXPECT_THAT(heard(line({{"type", "tool_use"},
                          {"tool_name", "ask_user"},
                          {"tool_id", "c"},
                          {"parameters", call["input"]}})),
              ElementsAre("Which one?\n\n- 1: The first\n- 2: Both\n\n"));
}

TEST(Repetitions, JsonAsATextIsOneNotice) {
  const std::string json = R"({"ok": true, "files": ["a.cc", "b.cc"]})";
  for (const std::string& stream :
       {says_one("a", json) + streams::claude_result(json), streams::claude_result("\n" + json),
        claude_start("a") + claude_delta("{\"o") + claude_delta("k\": 1,"),
        claude({{"type", "result"}, {"subtype", "success"}, {"structured_output", {{"ok", true}}}}),
        streams::codex({"[" + json + "]"})}) {
    const Collected got = collect(stream);
    EXPECT_THAT(got.texts, IsEmpty()) << stream;
    EXPECT_THAT(got.notices, ElementsAre(Notice::structured_answer)) << stream;
  }
  EXPECT_THAT(heard(says_one("a", "[link](x) {a} {\"b\"}")), ElementsAre("[link](x) {a} {\"b\"}"));
  EXPECT_THAT(heard(says_one("a", "[1]\n[\"a\"](b) is a link.")),
              ElementsAre("[1]\n[\"a\"](b) is a link."));
}

TEST(Repetitions, JsonThatIsNobodysStreamIsAnErrorThatNamesItsTypes) {
  std::string stream;
  for (int i = 0; i < 9; ++i)
    stream += line({{"type", "frob\x1b]0;nicate" + std::string(300, 'x') + std::to_string(i)}}) +
              line({{"type", "kind" + std::to_string(i)}});
  const Collected got = collect(stream);
  EXPECT_THAT(got.error, HasSubstr("of the unknown type \"frob\\x1b]0;nicate"));
  EXPECT_THAT(got.error, HasSubstr("\"kind2\""));
  EXPECT_THAT(got.error, HasSubstr("Claude Code, Cursor"));
  EXPECT_THAT(got.error, Not(HasSubstr("kind8")));
  EXPECT_LT(got.error.size(), 500u);
  const Collected banner = collect("npm warn deprecated\n" + stream);
  EXPECT_THAT(banner.error, HasSubstr("\"kind2\""));
  EXPECT_THAT(banner.texts, IsEmpty());
  EXPECT_THAT(collect("{\"a\": 1}\n").error, HasSubstr("JSON without a type"));
  EXPECT_THAT(collect("{\n  \"a\": {\n    \"b\": [1, 2]\n  }\n}\n").error,
              HasSubstr("JSON without a type"));
  EXPECT_THAT(collect("{\"type\":\"assistant\",\"mess\n").texts, IsEmpty());
}

TEST(Repetitions, OneDocumentOfJsonIsReadLikeAStream) {
  const Json gemini = {{"session_id", "s"}, {"response", "All pass."}, {"stats", {{"tokens", 1}}}};
  EXPECT_THAT(heard(gemini.dump(2) + "\n"), ElementsAre("All pass."));
  EXPECT_THAT(heard("Loaded cached credentials.\n" + gemini.dump(2)), ElementsAre("All pass."));
  const Json claude_one = {{"type", "result"}, {"subtype", "success"}, {"result", "All pass."}};
  EXPECT_THAT(heard(claude_one.dump(2)), ElementsAre("All pass."));
  EXPECT_THAT(heard(Json::array({claude_one}).dump(2)), ElementsAre("All pass."));
  // A line that broke off does not take the stream with it.
  EXPECT_THAT(heard("{\"type\": \"system\",\n" + says_one("a", "One.") + says_one("b", "Two.")),
              ElementsAre("One.", "Two."));
}

// Ten times as much takes about ten times the processor's time.
template <typename Make>
void expect_linear(Make make, size_t piece) {
  const auto seconds = [&](size_t n) {
    const std::string stream = make(n);
    const std::clock_t begin = std::clock();
    collect(stream, {}, [piece] { return piece; });
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  EXPECT_LT(seconds(20000), 30 * seconds(2000) + 0.1);
}

TEST(Repetitions, BlocksWithoutEndTakeTimeInProportion) {
  expect_linear(
      [](size_t n) {
        std::string stream = claude_start("a");
        for (size_t i = 0; i < n; ++i)
          stream += R"({"type":"stream_event","event":{"type":"content_block_delta","index":)" +
                    std::to_string(i) + R"(,"delta":{"type":"text_delta","text":"-"}}})" + "\n";
        return stream;
      },
      1000);
}

TEST(Repetitions, BlanksWithoutEndTakeTimeInProportion) {
  expect_linear([](size_t n) { return std::string(n * 10, ' ') + "text\n"; }, 1);
}

}  // namespace
}  // namespace sotto::agent::repetitions_test
