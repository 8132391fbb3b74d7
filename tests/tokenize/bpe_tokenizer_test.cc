#include "tokenize/bpe_tokenizer.h"

#include <gtest/gtest.h>

#include <string>

namespace sotto::tokenize::bpe_tokenizer_test {
namespace {

// What a file of that kind says, with one part of it replaced.
std::string file_with(const std::string& what = {}, const std::string& with = {}) {
  std::string file = R"({"added_tokens": [
      {"id": 0, "content": "[X]", "single_word": false, "lstrip": false, "rstrip": false},
      {"id": 9, "content": "[XY]", "single_word": false, "lstrip": false, "rstrip": false}],
    "normalizer": null, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null,
    "model": {"type": "BPE", "dropout": null, "unk_token": "?", "fuse_unk": false,
      "vocab": {"[X]": 0, "?": 1, "a": 2, "b": 3, "c": 4, "ab": 5, "bc": 6, "abc": 7, "aa": 8},
      "merges": [["b", "c"], ["a", "b"], ["a", "bc"], ["a", "a"]]}})";
  if (const size_t at = file.find(what); !what.empty()) file.replace(at, what.size(), with);
  return file;
}

std::vector<int> encoded(const std::string& text, const std::string& file = file_with()) {
  const auto tokenizer = BpeTokenizer::parse(file, "t.json");
  EXPECT_TRUE(tokenizer) << tokenizer.error().message;
  return tokenizer ? tokenizer->encode(text) : std::vector<int>();
}

std::string refusal(const std::string& what, const std::string& with) {
  const auto tokenizer = BpeTokenizer::parse(file_with(what, with), "t.json");
  return tokenizer ? "read" : tokenizer.error().message;
}

using Ids = std::vector<int>;

TEST(BpeTokenizer, JoinsByRankAndThenFromTheLeft) {
  EXPECT_EQ(encoded("abc"), Ids{7});  // b c, then a bc: not ab, which stands behind it
  EXPECT_EQ(encoded("aaa"), (Ids{8, 2}));
  EXPECT_EQ(encoded("aab"), (Ids{2, 5}));
  EXPECT_EQ(encoded(""), Ids());
  EXPECT_EQ(encoded("abc", file_with(R"(["b", "c"])", R"("b c")")), Ids{7});
}

TEST(BpeTokenizer, UnknownCharactersStandByThemselves) {
  EXPECT_EQ(encoded("xあb"), (Ids{1, 1, 3}));
}

TEST(BpeTokenizer, NothingIsJoinedAcrossSpacesAndSigns) {
  EXPECT_EQ(encoded("a b\u3000c"), (Ids{2, 3, 4}));
  EXPECT_EQ(encoded("a-b"), (Ids{2, 1, 3}));
  EXPECT_EQ(encoded("a_\u0301"), (Ids{2, 1, 1}));  // letters all of them
}

TEST(BpeTokenizer, TheLongestAddedTokenComesFirst) {
  EXPECT_EQ(encoded("a[XY]b[X]bc"), (Ids{2, 9, 3, 0, 6}));
}

TEST(BpeTokenizer, ALongWordTakesNoLongerThanItsLetters) {
  const Ids ids = encoded(std::string(200000, 'a'));
  EXPECT_EQ(ids, Ids(100000, 8));
}

TEST(BpeTokenizer, RefusesWhatItDoesNotDo) {
  EXPECT_EQ(refusal("\"BPE\"", "\"Unigram\""),
            "t.json: has no model of type BPE, expected a byte-pair encoding of words");
  EXPECT_EQ(refusal("\"Whitespace\"", "\"ByteLevel\""),
            "t.json: has no pre_tokenizer of type Whitespace, expected a byte-pair encoding of "
            "words");
  EXPECT_EQ(refusal("\"normalizer\": null", "\"normalizer\": {}"),
            "t.json: has a normalizer, expected a byte-pair encoding of words");
  EXPECT_EQ(refusal("\"fuse_unk\": false", "\"fuse_unk\": true"),
            "t.json: has model.fuse_unk, expected a byte-pair encoding of words");
  EXPECT_EQ(refusal("\"lstrip\": false", "\"lstrip\": true"),
            "t.json: has the added token \"[X]\" with lstrip, expected a byte-pair encoding of "
            "words");
  EXPECT_EQ(refusal("\"unk_token\": \"?\"", "\"unk_token\": \"!\""),
            "t.json: model.unk_token is none of model.vocab");
  EXPECT_EQ(refusal("\"c\": 4", "\"c\": -4"), "t.json: model.vocab gives \"c\" no id");
  EXPECT_EQ(refusal("\"c\": 4", "\"c\": 1048576"),
            "t.json: gives \"c\" the id 1048576, expected a text and 0 to 1048575");
  EXPECT_EQ(refusal("[\"a\", \"a\"]", "[\"a\", \"c\"]"),
            "t.json: model.merges[3] names \"a\" and \"c\", of which model.vocab lacks one, or "
            "both together");
  EXPECT_EQ(refusal("[\"a\", \"a\"]", "[\"a\"]"), "t.json: model.merges[3] is no pair of tokens");
  EXPECT_EQ(refusal("{", "["), "t.json: is not a JSON object");
}

}  // namespace
}  // namespace sotto::tokenize::bpe_tokenizer_test
