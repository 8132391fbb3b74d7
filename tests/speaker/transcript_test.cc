// What a session wrote since its user last spoke.
#include "speaker/transcript.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/temporary_folder.h"

namespace sotto::speaker::transcript_test {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

json entry(const char* type, const char* uuid, const json& content) {
  return {{"type", type}, {"uuid", uuid}, {"message", {{"content", content}}}};
}
json text(const std::string& words) { return {{"type", "text"}, {"text", words}}; }

class Transcript : public ::testing::Test {
 protected:
  void add(const std::string& line) {
    std::ofstream(path_, std::ios::app | std::ios::binary) << line << "\n";
  }
  void add(const json& line) { add(line.dump()); }
  std::vector<std::string> texts() const {
    const auto found = texts_since_prompt(path_);
    if (!found) return {found.error().message};
    std::vector<std::string> all;
    for (const TranscriptText& t : *found) all.push_back(t.id + " " + t.text);
    return all;
  }

  sotto::testing::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "t.jsonl";
};

TEST_F(Transcript, HasWhatCameBehindTheLastPrompt) {
  add(entry("assistant", "a", json::array({text("Old.")})));
  add(entry("user", "b", "Fix the test."));  // a string is a text, too
  add(entry("assistant", "c", json::array({{{"type", "thinking"}, {"thinking", "Hm."}}})));
  add(entry("assistant", "d", json::array({text("One."), text("Two.")})));
  add(entry("user", "e", json::array({{{"type", "tool_result"}, {"content", "ok"}}})));
  add(entry("assistant", "f", json::array({text("Three.")})));
  EXPECT_THAT(texts(), ElementsAre("d One.\nTwo.\n", "f Three.\n"));
  add(entry("user", "g", json::array({text("Go on.")})));
  EXPECT_THAT(texts(), IsEmpty());
}

TEST_F(Transcript, PassesOverWhatMakesNoSense) {
  add(entry("assistant", "a", json::array({text("One.")})));
  for (const char* line :
       {"", "{", "[]", "null", "\xff\xfe", R"({"type": 7, "message": 8})",
        R"({"type": "assistant", "uuid": "x", "message": {"content": [1, null]}})",
        R"({"type": "user", "message": {"content": {"text": "x"}}})"}) {
    add(std::string(line));
  }
  add(entry("assistant", "", json::array({text("Without a name.")})));
  add(entry("assistant", "b", json::array({text(" \n")})));
  EXPECT_THAT(texts(), ElementsAre("a One.\n"));
}

TEST_F(Transcript, IsReadFromItsEnd) {
  for (int i = 0; i < 200; ++i) {
    add(entry("assistant", std::to_string(i).c_str(), json::array({text("Text.")})));
    add(entry("user", "r",
              json::array({{{"type", "tool_result"}, {"content", std::string(40000, 'x')}}})));
  }
  EXPECT_EQ(texts().size(), 16u);
  EXPECT_EQ(texts().back(), "199 Text.\n");
}

TEST_F(Transcript, IsReadPastLinesOfAnyLength) {
  add(entry("user", "a", "Fix the test."));
  add(entry("assistant", "b", json::array({text("One.")})));
  add(entry("user", "c",
            json::array({{{"type", "tool_result"}, {"content", std::string(3 << 20, 'x')}}})));
  EXPECT_THAT(texts(), ElementsAre("b One.\n"));
  // A picture in a prompt hides what came before it, and nothing else does.
  add(entry("user", "d", json::array({text("Look."), {{"data", std::string(3 << 20, 'x')}}})));
  add(entry("assistant", "e", json::array({text("Two.")})));
  EXPECT_THAT(texts(), ElementsAre("e Two.\n"));
}

TEST_F(Transcript, WhatTheAgentWritesToItselfIsNoPrompt) {
  add(entry("user", "a", "Fix the test."));
  add(entry("assistant", "b", json::array({text("One.")})));
  for (const char* mark : {"isMeta", "isCompactSummary"}) {
    json own = entry("user", "c", json::array({text("A sub-agent finished.")}));
    own[mark] = true;
    add(own);
  }
  add(std::string(R"({"type":"attachment","attachment":{"stdout":"not for ears"}})"));
  add(entry("assistant", "d", json::array({text("Two.")})));
  EXPECT_THAT(texts(), ElementsAre("b One.\n", "d Two.\n"));
}

TEST_F(Transcript, HalfAnEmojiCostsOneCharacter) {
  add(std::string(R"({"type":"assistant","uuid":"a","message":{"content":"Done \ud83d."}})"));
  EXPECT_THAT(texts(), ElementsAre("a Done \uFFFD.\n"));
}

TEST_F(Transcript, ThatIsNoFileIsNamed) {
  EXPECT_THAT(texts(), ElementsAre(HasSubstr("t.jsonl: is no file, expected the transcript")));
  std::filesystem::create_directory(path_);
  EXPECT_THAT(texts(), ElementsAre(HasSubstr("t.jsonl: is no file")));
}

}  // namespace
}  // namespace sotto::speaker::transcript_test
