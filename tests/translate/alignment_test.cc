// Protected spans where a network's attention says that they went.
#include "translate/alignment.h"

#include <gtest/gtest.h>

namespace sotto::translate::alignment_test {
namespace {

using text::Sentence;

// A text in pieces that are written one after the other; `from` says which piece of the source each
// piece of the target comes from, the last one being the end.
struct Pieces {
  std::string text;
  std::vector<ByteRange> ranges;
};

Pieces pieces_of(const std::vector<std::string>& pieces) {
  Pieces out;
  for (const std::string& piece : pieces) {
    out.ranges.push_back({out.text.size(), out.text.size() + piece.size()});
    out.text += piece;
  }
  return out;
}

std::optional<std::string> mark(const std::vector<std::string>& source,
                                const std::vector<std::string>& spans,
                                const std::vector<std::string>& target,
                                const std::vector<int>& from) {
  const Pieces s = pieces_of(source), t = pieces_of(target);
  const size_t columns = source.size() + 1;
  std::vector<float> weights(target.size() * columns, 0.2f / static_cast<float>(columns));
  for (size_t i = 0; i < from.size(); ++i)
    weights[i * columns + static_cast<size_t>(from[i])] += 0.8f;
  Sentence sentence;
  sentence.text = s.text;
  sentence.language = *find_language("en");
  size_t at = 0;
  for (const std::string& span : spans) {
    at = s.text.find(span, at);
    sentence.spans.push_back({at, at + span.size(), text::SpanKind::code});
    at += span.size();
  }
  const auto values = protect(sentence, &placeholder_tokens());
  if (!values) return std::nullopt;
  return with_markers({s.text, t.text, s.ranges, t.ranges, weights}, sentence, *values,
                      placeholder_tokens(), *find_language("ja"));
}

TEST(Alignment, WhatIsWrittenAsItWasStays) {
  EXPECT_EQ(mark({"Run", " fix", "_it"}, {"fix_it"}, {"fix", "_it", "を実行"}, {2, 2, 0}),
            "⟦0⟧を実行");
}

TEST(Alignment, WhatWasChangedIsReplaced) {
  EXPECT_EQ(mark({"Run", " fix", "_it", "."}, {"fix_it"}, {"直す", "_それ", "を実行", "。"},
                 {1, 2, 0, 3}),
            "⟦0⟧を実行。");
}

TEST(Alignment, OnePieceOfSomethingElseMayLieBetween) {
  EXPECT_EQ(
      mark({"Run", " fix", "_it", "."}, {"fix_it"}, {"直す", "の", "それ", "を実行"}, {1, 4, 2, 0}),
      "⟦0⟧を実行");
}

TEST(Alignment, SpansChangePlaces) {
  EXPECT_EQ(mark({"Move", " a.ts", " to", " b.ts"}, {"a.ts", "b.ts"},
                 {"ビー", "に", "エー", "を移す"}, {3, 2, 1, 0}),
            "⟦1⟧に⟦0⟧を移す");
}

TEST(Alignment, WhatCameToNothingIsLost) {
  EXPECT_EQ(mark({"Run", " fix", "_it"}, {"fix_it"}, {"それを", "実行"}, {0, 0}), std::nullopt);
}

TEST(Alignment, WhatCameToSeveralPlacesIsLost) {
  EXPECT_EQ(mark({"Run", " fix", "_it", " now"}, {"fix_it"}, {"直す", "を", "今", "実行", "直す"},
                 {1, 0, 3, 0, 2}),
            std::nullopt);
}

TEST(Alignment, TheSameTextTwiceHasTwoPlaces) {
  EXPECT_EQ(mark({"x1", " is", " not", " x1"}, {"x1", "x1"}, {"x1", "は", "エックス", "ではない"},
                 {0, 1, 3, 2}),
            "⟦0⟧は⟦0⟧ではない");
}

// Bytes of one character are pieces of their own.
TEST(Alignment, CharactersStayWhole) {
  const std::string katakana = "エ";
  EXPECT_EQ(mark({"see", " fix"}, {"fix"}, {katakana.substr(0, 1), katakana.substr(1), "を見る"},
                 {1, 0, 0}),
            "⟦0⟧を見る");
}

TEST(Alignment, MoreSpansThanMarkersAreLost) {
  std::vector<std::string> source, target;
  std::vector<int> from;
  for (int i = 0; i < 12; ++i) {
    source.push_back(" n" + std::to_string(i));
    target.push_back("字");
    from.push_back(i);
  }
  std::vector<std::string> spans;
  for (const std::string& s : source) spans.push_back(s.substr(1));
  EXPECT_EQ(mark(source, spans, target, from), std::nullopt);
}

}  // namespace
}  // namespace sotto::translate::alignment_test
