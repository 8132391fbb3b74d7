// SentencePiece models of Firefox's translators: user symbols, byte fallback, digits by themselves.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "golden.h"
#include "tokenize/piece_tokenizer.h"

namespace sotto::tokenize::firefox_vocabulary_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Set {
  PieceTokenizer source, target;
  json cases;
};

std::vector<Set> sets() {
  std::vector<Set> all;
  for (const auto& entry : fs::directory_iterator(sotto::testing::golden_folder("bergamot"))) {
    const fs::path& folder = entry.path();
    if (!fs::exists(folder / "tokenizer_cases.json")) continue;
    const bool joint = fs::exists(folder / "vocab.spm");
    all.push_back({*PieceTokenizer::load(folder / (joint ? "vocab.spm" : "srcvocab.spm")),
                   *PieceTokenizer::load(folder / (joint ? "vocab.spm" : "trgvocab.spm")),
                   sotto::testing::golden_json(folder / "tokenizer_cases.json")});
  }
  return all;
}

TEST(FirefoxVocabulary, StringsHaveTheReferencesIds) {
  ASSERT_FALSE(sets().empty());
  for (const Set& set : sets()) {
    for (const json& c : set.cases.at("strings")) {
      const std::string text = c.at("text");
      EXPECT_EQ(set.source.encode(text), c.at("src_ids").get<std::vector<int>>()) << text;
      const auto ids = c.at("trg_ids").get<std::vector<int>>();
      EXPECT_EQ(set.target.encode(text), ids) << text;
      EXPECT_EQ(set.target.decode(ids), c.at("trg_decoded").get<std::string>()) << text;
    }
  }
}

TEST(FirefoxVocabulary, IdsHaveTheReferencesTexts) {
  for (const Set& set : sets())
    for (const json& c : set.cases.at("decodes"))
      EXPECT_EQ(set.target.decode(c.at("ids").get<std::vector<int>>()),
                c.at("text").get<std::string>())
          << c.dump();
}

// Pieces cover the text from its beginning to its end, in order.
TEST(FirefoxVocabulary, RangesCoverTheText) {
  for (const Set& set : sets()) {
    for (const json& c : set.cases.at("strings")) {
      const std::string text = c.at("text");
      const auto ranges = set.source.ranges_of(text);
      ASSERT_EQ(ranges.size(), set.source.encode(text).size()) << text;
      size_t at = 0;
      for (const ByteRange& range : ranges) {
        EXPECT_LE(at, range.end);
        EXPECT_LE(range.end, text.size());
        at = range.end;
      }
      const auto ids = set.target.encode(text);
      const std::string decoded = set.target.decode(ids);
      const auto placed = set.target.decoded_ranges(ids);
      if (placed.empty()) continue;
      ASSERT_EQ(placed.size(), ids.size());
      EXPECT_EQ(placed.back().end, decoded.size()) << text;
    }
  }
  const Set set = std::move(sets().front());
  EXPECT_TRUE(set.target.decoded_ranges(std::vector<int>{-1}).empty());
}

}  // namespace
}  // namespace sotto::tokenize::firefox_vocabulary_test
