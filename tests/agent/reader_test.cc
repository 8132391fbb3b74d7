// The recorded sessions, and the shapes that a stream can take.
#include "agent/reader.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>

#include "agent/collect.h"
#include "base/file.h"
#include "paths.h"

namespace sotto::agent::reader_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Json = nlohmann::json;

std::string read(const std::string& name) {
  auto content = read_file(test_data("agent/" + std::string(name)));
  EXPECT_TRUE(content) << name;
  return content ? *content : std::string();
}

class SessionTest : public ::testing::TestWithParam<const char*> {};

TEST_P(SessionTest, GivesTheExpectedTextsHoweverTheBytesAreCut) {
  const std::string stream = read(std::string(GetParam()) + ".jsonl");
  const std::vector<std::string> expected =
      Json::parse(read(std::string(GetParam()) + ".expected.json"));
  ASSERT_FALSE(expected.empty());
  const Collected whole = collect(stream);
  EXPECT_EQ(whole.texts, expected);
  EXPECT_EQ(whole.error, "");
  EXPECT_EQ(whole.stats.format, Format::stream_json);
  EXPECT_EQ(whole.stats.blocks, expected.size());
  EXPECT_EQ(collect(stream, {}, [] { return size_t{1}; }), whole);
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    SCOPED_TRACE(seed);
    EXPECT_EQ(collect(stream, {}, [&] { return size_t{1} + random() % 5000; }), whole);
  }
}

INSTANTIATE_TEST_SUITE_P(Agent, SessionTest,
                         ::testing::Values("login_fix", "long_answer", "rough_stream",
                                           "snapshot_only"),
                         [](const auto& info) { return std::string(info.param); });

// Lines as Claude Code writes them, one helper for each type.
std::string event(const Json& inner, const Json& parent = nullptr) {
  return Json{{"type", "stream_event"}, {"event", inner}, {"parent_tool_use_id", parent}}.dump() +
         "\n";
}
std::string start(const std::string& id) {
  Json message{{"role", "assistant"}};
  if (!id.empty()) message["id"] = id;
  return event({{"type", "message_start"}, {"message", message}});
}
std::string block_start(int index, const std::string& type = "text") {
  return event({{"type", "content_block_start"},
                {"index", index},
                {"content_block", {{"type", type}, {type, ""}}}});
}
std::string delta(int index, const std::string& text, const Json& parent = nullptr) {
  return event({{"type", "content_block_delta"},
                {"index", index},
                {"delta", {{"type", "text_delta"}, {"text", text}}}},
               parent);
}
std::string stop(int index) { return event({{"type", "content_block_stop"}, {"index", index}}); }
Json text_block(const std::string& text) { return {{"type", "text"}, {"text", text}}; }
std::string assistant(const std::string& id, const Json& content, const Json& parent = nullptr) {
  Json message{{"role", "assistant"}, {"content", content}};
  if (!id.empty()) message["id"] = id;
  return Json{{"type", "assistant"}, {"message", message}, {"parent_tool_use_id", parent}}.dump() +
         "\n";
}
std::string says(const std::string& id, const std::string& text) {
  return assistant(id, Json::array({text_block(text)}));
}
std::string result(const std::string& text) {
  return Json{{"type", "result"}, {"subtype", "success"}, {"result", text}}.dump() + "\n";
}

std::vector<std::string> texts(const std::string& stream) { return collect(stream).texts; }

TEST(ReaderTest, AResultAloneIsTheText) {
  EXPECT_THAT(texts(result("All done.")), ElementsAre("All done."));
  EXPECT_THAT(texts(result("Done.") + result("Done.")), ElementsAre("Done.", "Done."));
}

TEST(ReaderTest, AResultThatWasHeardIsSilent) {
  EXPECT_THAT(texts(says("a", "One.") + says("b", "Two.\n") + result("Two.")),
              ElementsAre("One.", "Two.\n"));
  EXPECT_THAT(
      texts(assistant("a", {text_block("One. "), text_block("Two.")}) + result("One. Two.")),
      ElementsAre("One. ", "Two."));
}

TEST(ReaderTest, AResultThatWasLostIsHeard) {
  EXPECT_THAT(texts(says("a", "One.") + result("Two.")), ElementsAre("One.", "Two."));
  EXPECT_THAT(texts(start("a") + delta(0, "The test ") + result("The test passes.")),
              ElementsAre("The test passes."));
}

TEST(ReaderTest, AStalledStreamIsCompletedByItsSnapshot) {
  EXPECT_THAT(texts(start("a") + delta(0, "The tests") + says("a", "The tests pass.")),
              ElementsAre("The tests pass."));
  EXPECT_THAT(texts(start("a") + block_start(0) + says("a", "Never streamed.")),
              ElementsAre("Never streamed."));
}

TEST(ReaderTest, TextLeavesBeforeItsBlockEnds) {
  std::vector<std::string> events;
  Reader reader(
      {}, [&](TextEvent e) { events.push_back(e.kind == TextEvent::Kind::text ? e.text : "|"); });
  reader.push(start("a") + delta(0, "Let me"));
  EXPECT_THAT(events, ElementsAre("Let me"));
  reader.push(delta(0, " look.") + stop(0));
  EXPECT_THAT(events, ElementsAre("Let me", " look.", "|"));
  reader.push(says("a", "Let me look."));
  EXPECT_THAT(events, ::testing::SizeIs(3));
}

TEST(ReaderTest, ASnapshotThatContradictsWhatWasHeardAddsNothing) {
  EXPECT_THAT(texts(start("a") + delta(0, "The tests failed twice.") + stop(0) +
                    says("a", "The tests failed once. Really.")),
              ElementsAre("The tests failed twice."));
}

TEST(ReaderTest, BlocksOfOneMessageMayComeOnLinesOfTheirOwn) {
  const std::string streamed =
      start("a") + delta(0, "First.") + stop(0) + delta(2, "Second.") + stop(2);
  const std::string tool = assistant("a", {{{"type", "tool_use"}, {"name", "Bash"}}});
  const std::string snapshots = says("a", "First.") + tool + says("a", "Second.");
  EXPECT_THAT(texts(streamed + snapshots), ElementsAre("First.", "Second."));
  EXPECT_THAT(texts(snapshots), ElementsAre("First.", "Second."));
  EXPECT_THAT(texts(streamed + says("a", "Second.") + says("a", "First.")),
              ElementsAre("First.", "Second."));
  // The snapshot of a block before its end, as it happens with partial messages on.
  EXPECT_THAT(texts(start("a") + delta(0, "First.") + says("a", "First.") + stop(0) +
                    delta(1, "Second.") + says("a", "Second.") + stop(1)),
              ElementsAre("First.", "Second."));
}

TEST(ReaderTest, SnapshotsThatGrowOrRepeatAreHeardOnce) {
  EXPECT_THAT(
      texts(says("a", "First.") + assistant("a", {text_block("First."), text_block("Second.")})),
      ElementsAre("First.", "Second."));
  EXPECT_THAT(texts(says("a", "One. Tw") + says("a", "One. Two.")), ElementsAre("One. Two."));
  EXPECT_THAT(texts(says("a", "One. Two.") + says("a", "One.")), ElementsAre("One. Two."));
}

TEST(ReaderTest, AStreamThatComesAfterItsSnapshotIsSilent) {
  EXPECT_THAT(
      texts(says("a", "Found it.") + start("a") + delta(0, "Found") + delta(0, " it.") + stop(0)),
      ElementsAre("Found it."));
  EXPECT_THAT(texts(start("a") + delta(0, "Found") + says("a", "Found it.") + delta(0, " it.") +
                    delta(0, " More.") + stop(0)),
              ElementsAre("Found it. More."));
  EXPECT_THAT(texts(start("a") + delta(0, "Found it.") + start("a") + delta(0, "Found it.")),
              ElementsAre("Found it."));
}

TEST(ReaderTest, MessagesWithoutIds) {
  EXPECT_THAT(texts(start("") + delta(0, "One.") + stop(0) + says("", "One.") + start("") +
                    delta(0, "One.") + stop(0) + says("", "One.")),
              ElementsAre("One.", "One."));
  EXPECT_THAT(texts(says("", "Done.") + says("", "Done.")), ElementsAre("Done.", "Done."));
  // The beginning of the stream was lost, the snapshot names the message.
  EXPECT_THAT(texts(delta(0, "A text of some length") + says("a", "A text of some length, ended.")),
              ElementsAre("A text of some length, ended."));
}

TEST(ReaderTest, TheSameWordsInTwoMessagesAreTwoTexts) {
  EXPECT_THAT(texts(says("a", "Let me check.") + says("b", "Let me check.")),
              ElementsAre("Let me check.", "Let me check."));
}

TEST(ReaderTest, ALateRepetitionOfAForgottenMessageIsSilent) {
  std::string stream = says("first", "The first text.");
  std::vector<std::string> expected = {"The first text."};
  for (int i = 0; i < 100; ++i) {
    expected.push_back("Text " + std::to_string(i));
    stream += says("id" + std::to_string(i), expected.back());
  }
  EXPECT_EQ(texts(stream + says("first", "The first text.")), expected);
}

TEST(ReaderTest, SubAgentsToolsAndThinkingAreSilent) {
  const Json thinking = {{"type", "thinking"}, {"thinking", "Hm."}};
  const std::string stream =
      start("a") + delta(0, "Sub.", "toolu_1") + assistant("s", {text_block("Sub.")}, "toolu_1") +
      assistant("a", {thinking, text_block("Main."), {{"type", "tool_use"}, {"id", "t"}}}) +
      R"({"type":"user","message":{"content":[{"type":"tool_result","content":"No."}]}})"
      "\n";
  EXPECT_THAT(texts(stream), ElementsAre("Main."));
  ReaderOptions options;
  options.thinking = true;
  EXPECT_THAT(collect(stream, options).texts, ElementsAre("Hm.", "Main."));
}

TEST(ReaderTest, ContentMayBeAString) {
  EXPECT_THAT(texts(assistant("a", "Just a string.")), ElementsAre("Just a string."));
}

TEST(ReaderTest, NoiseIsSkippedAndCounted) {
  const std::string stream = says("a", "One.") + "npm warn x\n" +
                             "{\"type\":\"assistant\",\"mess\n" + "\n\r\n[1,2]\n\"text\"\n" +
                             R"({"no":"type"})"
                             "\n" +
                             R"({"type":"new_thing","text":"x"})"
                             "\n" +
                             std::string("\0{}\n", 4) + says("b", "Two.");
  const Collected got = collect(stream);
  EXPECT_THAT(got.texts, ElementsAre("One.", "Two."));
  EXPECT_EQ(got.stats.skipped_lines, 5u);
  EXPECT_EQ(got.stats.unknown_types, 2u);
  EXPECT_EQ(got.error, "");
}

TEST(ReaderTest, CarriageReturnsAndByteOrderMark) {
  std::string stream = "\xEF\xBB\xBF";
  stream += says("a", "One.") + says("b", "Two.");
  for (size_t i = 0; (i = stream.find('\n', i)) != std::string::npos; i += 2)
    stream.insert(stream.begin() + static_cast<std::ptrdiff_t>(i), 1, '\r');
  const Collected got = collect(stream);
  EXPECT_THAT(got.texts, ElementsAre("One.", "Two."));
  EXPECT_EQ(got.stats.skipped_lines, 0u);
  EXPECT_EQ(collect(stream, {}, [] { return size_t{1}; }), got);
}

TEST(ReaderTest, TheLastLineNeedsNoNewline) {
  std::string stream = says("a", "One.");
  stream.pop_back();
  EXPECT_THAT(texts(stream), ElementsAre("One."));
}

std::string raw_text(const std::string& json_string) {
  return R"({"type":"assistant","message":{"id":"a","content":[{"type":"text","text":")" +
         json_string +
         R"("}]}})"
         "\n";
}

TEST(ReaderTest, EscapesBecomeCharacters) {
  EXPECT_THAT(texts(raw_text(R"(a\n\t\"\\\/ \u00e9 \u65e5 \ud83d\ude80)")),
              ElementsAre("a\n\t\"\\/ é 日 🚀"));
}

TEST(ReaderTest, LoneSurrogatesAreReplacedAndCounted) {
  for (const char* bad : {R"(\ud83d)", R"(\ude80)", R"(\u0000)", R"(\ud83dx)"}) {
    SCOPED_TRACE(bad);
    const Collected got = collect(raw_text(bad));
    ASSERT_THAT(got.texts, ::testing::SizeIs(1));
    EXPECT_THAT(got.texts[0], HasSubstr("\uFFFD"));
    EXPECT_EQ(got.stats.replaced_bytes, 1u);
  }
  EXPECT_THAT(texts(raw_text(R"(\ud83d\ud83d\ude80)")), ElementsAre("\uFFFD🚀"));
}

TEST(ReaderTest, IllFormedUtf8IsReplacedAndCounted) {
  const Collected got = collect(raw_text("caf\xE9 \xFF ok"));
  EXPECT_THAT(got.texts, ElementsAre("caf\uFFFD \uFFFD ok"));
  EXPECT_EQ(got.stats.replaced_bytes, 2u);
}

TEST(ReaderTest, LongLinesAreReadAndLongerOnesSkipped) {
  const std::string tool_result =
      R"({"type":"user","message":{"content":")" + std::string(size_t{16} << 20, 'x') + "\"}}\n";
  const std::string long_text(size_t{5} << 20, 'y');
  const Collected got = collect(says("a", "One.") + tool_result + says("b", long_text) +
                                    says("b", long_text) + result(long_text),
                                {}, [] { return size_t{65536}; });
  EXPECT_THAT(got.texts, ElementsAre("One.", long_text));
  EXPECT_EQ(got.stats.skipped_lines, 0u);

  ReaderOptions options;
  options.max_line_bytes = 1000;
  const Collected cut = collect(says("a", "One.") + tool_result + says("b", "Two."), options);
  EXPECT_THAT(cut.texts, ElementsAre("One.", "Two."));
  EXPECT_EQ(cut.stats.skipped_lines, 1u);
}

TEST(ReaderTest, DeepNestingIsNoProblem) {
  const std::string deep(200000, '[');
  const Collected got =
      collect(says("a", "One.") + R"({"type":"x","y":)" + deep + std::string(200000, ']') + "}\n" +
              R"({"type":"x","y":)" + deep + "}\n" + says("b", "Two."));
  EXPECT_THAT(got.texts, ElementsAre("One.", "Two."));
}

TEST(ReaderTest, PlainTextStreamsAsItComes) {
  std::vector<std::string> events;
  Reader reader(
      {}, [&](TextEvent e) { events.push_back(e.kind == TextEvent::Kind::text ? e.text : "|"); });
  reader.push("\n# Ti");
  reader.push("tle\n\nF\xC3");
  reader.push(
      "\xBC"
      "r");
  EXPECT_THAT(events, ElementsAre("# Ti", "tle", "\n", "\n", "F",
                                  "ü"
                                  "r"));
  ASSERT_TRUE(reader.finish());
  EXPECT_EQ(events.back(), "|");
  EXPECT_EQ(reader.stats().format, Format::plain);
}

TEST(ReaderTest, MarkdownIsPlainAndJsonInItIsLeftOut) {
  EXPECT_THAT(texts("{\"a\": 1}\nwas JSON.\n"), ElementsAre("was JSON.\n"));
  EXPECT_THAT(texts("This is it:\n\n{\"a\": 1}\n[{\"b\": 2}]\n\nNo more.\n"),
              ElementsAre("This is it:\n\n\nNo more.\n"));
  EXPECT_THAT(texts("{ braces }"), ElementsAre("{ braces }"));
  const std::string code = "~~~ json\n{\"a\": 1}\n```\n{\"b\":\n 2}\n~~~~\n";
  EXPECT_THAT(texts(code + "{\"c\": 3}\n"), ElementsAre(code));
  EXPECT_THAT(texts("[1] is a mark.\n[a](b) is a link.\n{} are braces.\n"),
              ElementsAre("[1] is a mark.\n[a](b) is a link.\n{} are braces.\n"));
  EXPECT_THAT(texts("Text\xFF.\n"), ElementsAre("Text\uFFFD.\n"));
}

TEST(ReaderTest, AStreamMayFollowAPreface) {
  const std::string init = R"({"type":"system","subtype":"init","session_id":"s"})"
                           "\n";
  const Collected got = collect("npm warn deprecated\n" + init + says("a", "One."));
  EXPECT_THAT(got.texts, ElementsAre("One."));
  EXPECT_EQ(got.stats.format, Format::stream_json);
  const std::string text = "# Title\n\nA text that is long enough to be one.\n\n";
  EXPECT_THAT(texts(text + init + says("a", "One.")), ElementsAre(text, "One."));
}

TEST(ReaderTest, ShortLinesAtTheBeginningWaitForAPauseAtMost) {
  std::vector<std::string> events;
  Reader reader({}, [&](const TextEvent& e) { events.push_back(e.text); });
  reader.push("Loaded cached credentials.\nHello");
  EXPECT_TRUE(reader.is_waiting());
  EXPECT_THAT(events, IsEmpty());
  reader.pause();  // an agent is known to print the first
  EXPECT_THAT(events, ElementsAre("Hello"));
  EXPECT_FALSE(reader.is_waiting());
  reader.push(" there.");
  EXPECT_THAT(events, ElementsAre("Hello", " there."));
}

TEST(ReaderTest, TheFormatCanBeForced) {
  ReaderOptions options;
  options.format = Format::plain;
  const std::string line = says("a", "One.");
  EXPECT_THAT(collect(line, options).texts, ElementsAre(line));
  options.format = Format::stream_json;
  EXPECT_THAT(collect("noise\n" + line, options).texts, ElementsAre("One."));
  EXPECT_THAT(collect("noise\nmore\n", options).error, HasSubstr("none of the 2 lines"));
}

TEST(ReaderTest, EmptyAndBinaryInputAreErrors) {
  for (const std::string& empty : {std::string(), std::string("\n\n  \r\n"), std::string("  ")}) {
    EXPECT_THAT(collect(empty).error, HasSubstr("empty"));
    EXPECT_THAT(collect(empty).texts, IsEmpty());
  }
  const std::string elf(
      "\x7f"
      "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0",
      20);
  const std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0", 20);
  const std::string zeros(5000, '\0');
  const std::string utf16("H\0e\0l\0l\0o\0", 10);
  const std::string one("\xFF");
  for (const std::string& binary : {elf, png, zeros, utf16, one}) {
    const Collected got = collect(binary);
    EXPECT_THAT(got.error, HasSubstr("binary"));
    EXPECT_THAT(got.texts, IsEmpty());
    EXPECT_EQ(collect(binary, {}, [] { return size_t{1}; }), got);
  }
  const std::string latin1 =
      "Gr\xF6\xDF"
      "e und \xC4nderungen in einem Text mit wenigen Umlauten.";
  EXPECT_EQ(collect(latin1).error, "");
}

TEST(ReaderTest, AnErrorResultIsHeard) {
  const std::string stream =
      R"({"type":"result","subtype":"success","is_error":true,"result":"Invalid API key"})"
      "\n";
  EXPECT_THAT(texts(stream), ElementsAre("Invalid API key"));
}

TEST(ReaderTest, ARunThatFailedWithoutATextIsHeard) {
  const auto failed = [](const char* subtype, const Json& errors) {
    return Json{{"type", "result"}, {"subtype", subtype}, {"is_error", true}, {"errors", errors}}
               .dump() +
           "\n";
  };
  const auto heard = [](const std::string& stream) {
    const Collected got = collect(stream);
    return std::pair(got.texts, got.notices);
  };
  using Texts = std::vector<std::string>;
  using Notices = std::vector<Notice>;
  EXPECT_EQ(heard(says("a", "One.") + failed("error_during_execution", nullptr)),
            std::pair(Texts{"One."}, Notices{Notice::run_failed}));
  EXPECT_EQ(
      heard(failed("error_during_execution", {"No output.", R"({"error":{"message":"Why."}})"})),
      std::pair(Texts{"No output.\n\nWhy."}, Notices{Notice::run_failed}));
  EXPECT_EQ(heard(failed("error_max_turns", {"Reached the maximum."})),
            std::pair(Texts{}, Notices{Notice::too_many_turns}));
  EXPECT_EQ(heard(failed("error_max_budget_usd", nullptr)),
            std::pair(Texts{}, Notices{Notice::too_expensive}));
  EXPECT_EQ(heard(says("a", "One.") + failed("success", nullptr)),
            std::pair(Texts{"One."}, Notices{}));
}

}  // namespace
}  // namespace sotto::agent::reader_test
