// Each agent's stream: every text once, however it is repeated and however the bytes come.
#include <gmock/gmock.h>

#include "agent/agent_streams.h"
#include "agent/collect.h"

namespace sotto::agent::formats_test {
namespace {

// 300 sentences in texts of one to five. Many begin alike, and some texts come several times.
std::vector<std::string> texts_of_300_sentences() {
  std::vector<std::string> texts;
  for (int sentence = 1; sentence <= 300;) {
    std::string text;
    const int count = 1 + sentence % 5;
    for (int i = 0; i < count && sentence <= 300; ++i, ++sentence) {
      const std::string n = std::to_string(sentence);
      if (!text.empty()) text += sentence % 3 == 0 ? "\n\n" : " ";
      text += sentence % 7 == 0   ? "Let me check the logs again."
              : sentence % 2 == 0 ? "Step " + n + " reads `cache_" + n + ".cc`, which takes 1.5 s."
                                  : "I think that test " + n + " fails – für 日本語 – every time.";
    }
    texts.push_back(text);
  }
  return texts;
}

std::string without_white_space(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts)
    for (const char c : text)
      if (c != ' ' && c != '\n') all += c;
  return all;
}

class Formats : public ::testing::TestWithParam<AgentStream> {};

TEST_P(Formats, EveryTextIsHeardOnceHoweverTheBytesCome) {
  const std::vector<std::string> texts = texts_of_300_sentences();
  const std::string expected = without_white_space(texts);
  const std::string stream = GetParam().make(texts);
  const Collected whole = collect(stream);
  EXPECT_EQ(without_white_space(whole.texts), expected);
  EXPECT_EQ(whole.error, "");
  EXPECT_EQ(whole.unended, "");
  EXPECT_TRUE(whole.notices.empty());
  EXPECT_EQ(whole.stats.unknown_types, 0u);
  EXPECT_EQ(collect(stream, {}, [] { return size_t{1}; }), whole);
  // A line at a time, with a pause behind each, as from an agent at work.
  const Collected slow = collect_lines(stream);
  EXPECT_EQ(slow.texts, whole.texts);
}

INSTANTIATE_TEST_SUITE_P(Agent, Formats, ::testing::ValuesIn(agent_streams()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace sotto::agent::formats_test
