#include "tokenize/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "base/file.h"
#include "base/utf8.h"
#include "golden.h"
#include "paths.h"

namespace sotto::tokenize::tokenizer_test {
namespace {

namespace fs = std::filesystem;
using sotto::testing::golden_folder;
using sotto::testing::golden_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Ids = std::vector<int>;

constexpr const char* kModelFile = "sentencepiece.bpe.model";

const Tokenizer& nllb() {
  static const Result<Tokenizer> tokenizer = Tokenizer::load(golden_folder("nllb"));
  if (!tokenizer) throw std::runtime_error(tokenizer.error().message);
  return *tokenizer;
}

const Tokenizer& narrator() {
  static const Result<Tokenizer> tokenizer = Tokenizer::load(shipped_model("narrator-en-ja"));
  if (!tokenizer) throw std::runtime_error(tokenizer.error().message);
  return *tokenizer;
}

// A folder that is gone with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = fs::temp_directory_path() / "sotto_tokenizer_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// --- Against the reference ----------------------------------------------------------------------

TEST(TokenizerGoldenTest, EveryStringHasTheIdsOfTheReferenceOrOfPlainSentencepiece) {
  const auto cases = golden_json(golden_folder("nllb") / "tokenizer_cases.json");
  ASSERT_FALSE(cases.empty());
  int as_plain = 0;
  for (const auto& c : cases) {
    SCOPED_TRACE(c.dump());
    const auto text = c.at("text").get<std::string>();
    const Ids expected = c.at("ids");
    const Ids ids = nllb().encode(text, expected.at(0));
    if (c.contains("ids_plain_sentencepiece")) {
      EXPECT_EQ(ids, c.at("ids_plain_sentencepiece").get<Ids>());
      ++as_plain;
    } else {
      EXPECT_EQ(ids, expected);
    }
    EXPECT_EQ(nllb().decode(expected), c.at("decoded").get<std::string>());
  }
  std::printf("%zu strings, %d of them with two legitimate encodings\n", cases.size(), as_plain);
}

// Combining marks and half-width voicing marks: a grapheme cluster of several characters, which the
// reference normalizes as one (by a rule of its own) and SentencePiece by the longest match.
bool has_clusters(const std::string& text) {
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if ((c >= 0x300 && c <= 0x36f) || c == 0x3099 || c == 0xff9e || c == 0xff9f) return true;
  }
  return false;
}

TEST(TokenizerGoldenTest, RawEncodingFollowsTheReferenceInSpecialTokensAndTrailingSpace) {
  int compared = 0;
  for (const auto& c : golden_json(golden_folder("nllb") / "tokenizer_cases.json")) {
    SCOPED_TRACE(c.dump());
    const bool by_grapheme =
        c.contains("why") && c.at("why").get<std::string>().find("grapheme") != std::string::npos;
    const auto text = c.at("text").get<std::string>();
    if (by_grapheme || has_clusters(text)) continue;
    const Ids expected = c.at("ids");
    EXPECT_EQ(nllb().encode_raw(text, expected.at(0)), expected);
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

TEST(TokenizerGoldenTest, SourcesOfTheCasesHaveTheReferenceIds) {
  const auto cases = golden_json(golden_folder("nllb") / "cases.json").at("cases");
  int compared = 0;
  for (const auto& c : cases) {
    SCOPED_TRACE(c.at("id").get<std::string>());
    const auto language = nllb().language_id(c.at("src").get<std::string>());
    ASSERT_TRUE(language);
    const Ids expected = c.at("src_ids");
    const auto text = c.at("text").get<std::string>();
    if (!has_clusters(text)) {
      EXPECT_EQ(nllb().encode_raw(text, *language), expected);
      ++compared;
    }
    EXPECT_EQ(nllb().decode(expected), c.at("src_decoded_skip_special").get<std::string>());
    EXPECT_EQ(nllb().decode(expected, false), c.at("src_decoded_with_special").get<std::string>());
  }
  EXPECT_GT(compared, 0);
}

TEST(TokenizerGoldenTest, DecodesAsTheReference) {
  const auto cases = golden_json(golden_folder("nllb") / "cases.json").at("decode");
  ASSERT_FALSE(cases.empty());
  for (const auto& c : cases) {
    SCOPED_TRACE(c.dump());
    EXPECT_EQ(nllb().decode(c.at("ids").get<Ids>()), c.at("skip_special").get<std::string>());
    EXPECT_EQ(nllb().decode(c.at("ids").get<Ids>(), false),
              c.at("with_special").get<std::string>());
  }
}

TEST(TokenizerGoldenTest, SpecialIdsAreThoseOfTheReference) {
  const auto special =
      golden_json(golden_folder("nllb") / "cases.json").at("meta").at("special_ids");
  for (const auto& [name, id] : special.items()) {
    if (name.find('_') != 3) continue;  // "pad", "mask", ...
    EXPECT_EQ(nllb().language_id(name), id.get<int>()) << name;
  }
  EXPECT_EQ(nllb().size(), special.at("mask").get<int>() + 1);
  EXPECT_EQ(nllb().decode(Ids{special.at("mask").get<int>()}, false), "<mask>");
}

TEST(TokenizerGoldenTest, TokenizerJsonAndTheBuiltInOrderGiveTheSameIds) {
  const TemporaryFolder folder;
  fs::copy(golden_folder("nllb") / kModelFile, folder.path());
  const Result<Tokenizer> built_in = Tokenizer::load(folder.path());
  ASSERT_TRUE(built_in) << built_in.error().message;
  EXPECT_EQ(built_in->languages(), nllb().languages());
  fs::copy(golden_folder("nllb") / "tokenizer.json", folder.path());
  const Result<Tokenizer> from_json = Tokenizer::load(folder.path());
  ASSERT_TRUE(from_json) << from_json.error().message;
  EXPECT_EQ(from_json->languages(), nllb().languages());
  EXPECT_EQ(from_json->size(), nllb().size());
}

// --- The narrator's -----------------------------------------------------------------------------

TEST(TokenizerTest, TheNarratorHasItsLanguagesBehindThePieces) {
  const int size = narrator().size();
  EXPECT_THAT(narrator().languages(), ElementsAre("eng_Latn", "jpn_Jpan"));
  EXPECT_EQ(narrator().language_id("eng_Latn"), size - 3);
  EXPECT_EQ(narrator().language_id("jpn_Jpan"), size - 2);
  EXPECT_EQ(narrator().language_id("<mask>"), std::nullopt);
  EXPECT_EQ(narrator().language_id("fra_Latn"), std::nullopt);
}

TEST(TokenizerTest, APlaceholderIsOneToken) {
  for (char digit = '0'; digit <= '9'; ++digit) {
    const std::string name = std::string("⟦") + digit + "⟧";
    const auto id = narrator().piece_id(name);
    ASSERT_TRUE(id) << name;
    EXPECT_THAT(narrator().encode("Open " + name + ".", 5), ::testing::Contains(*id));
    EXPECT_EQ(narrator().decode(Ids{*id}), name);
  }
  EXPECT_EQ(nllb().piece_id("⟦0⟧"), std::nullopt);
  EXPECT_EQ(narrator().piece_id("<s>"), std::nullopt);
}

TEST(TokenizerTest, ByteFallbackRoundTrips) {
  const std::string text = "x 🦊 𠮷 y";
  const Ids ids = narrator().encode(text, 5);
  EXPECT_THAT(ids, ::testing::Not(::testing::Contains(Tokenizer::kUnk)));
  EXPECT_EQ(narrator().decode(Ids(ids.begin() + 1, ids.end())), text);
  // Half a character is replaced, not passed on.
  const auto byte = narrator().piece_id("<0xF0>");
  ASSERT_TRUE(byte);
  EXPECT_EQ(narrator().decode(Ids{*byte}), "\xef\xbf\xbd");
}

TEST(TokenizerTest, EmptyAndWhitespaceTextIsLanguageAndEnd) {
  for (const char* text : {"", " ", "\n\t ", "　"})
    EXPECT_THAT(nllb().encode(text, 7), ElementsAre(7, Tokenizer::kEos)) << '"' << text << '"';
}

TEST(TokenizerTest, IdsOutOfRangeDecodeToNothing) {
  EXPECT_EQ(nllb().decode(Ids{-1, nllb().size(), INT32_MAX, INT32_MIN}, false), "");
}

// --- Files from outside -------------------------------------------------------------------------

std::string model_bytes() { return *read_file(golden_folder("nllb") / kModelFile); }

std::string refusal(const std::string& model) {
  const Result<Tokenizer> made = Tokenizer::make(model, {"eng_Latn"}, "m.model");
  return made ? "" : made.error().message;
}

TEST(TokenizerFileTest, AFolderWithoutModelIsNamed) {
  const TemporaryFolder folder;
  const Result<Tokenizer> loaded = Tokenizer::load(folder.path());
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, Errc::not_found);
  EXPECT_THAT(loaded.error().message, HasSubstr(kModelFile));
}

// A cut between two pieces is a valid, smaller model: protocol buffers cannot tell. Every other cut
// is refused in words that name the file.
TEST(TokenizerFileTest, TruncatedModelsAreRefusedOrSmaller) {
  const std::string whole = model_bytes();
  std::mt19937 random(1);
  for (int i = 0; i < 60; ++i) {
    const std::string cut = whole.substr(0, random() % whole.size());
    const std::string message = refusal(cut);
    if (message.empty()) continue;
    EXPECT_THAT(message, HasSubstr("m.model: ")) << cut.size();
  }
  EXPECT_THAT(refusal(""), HasSubstr("no SentencePiece model"));
  EXPECT_THAT(refusal(whole.substr(0, whole.size() - 1)), HasSubstr("cut short"));
  EXPECT_THAT(refusal("PK\x03\x04 something else"), HasSubstr("no SentencePiece model"));
}

TEST(TokenizerFileTest, DamagedModelsNeitherCrashNorHang) {
  const std::string whole = model_bytes();
  std::mt19937 random(2);
  int refused = 0;
  for (int i = 0; i < 60; ++i) {
    std::string damaged = whole;
    for (int n = 1 + random() % 20; n > 0; --n) damaged[random() % damaged.size()] = random();
    const Result<Tokenizer> made = Tokenizer::make(damaged, {"eng_Latn"}, "m.model");
    refused += !made;
    if (!made) continue;
    const Ids ids = made->encode("The ｔｅｓｔ ①② がき ế 한 fails.", made->size() - 1);
    made->decode(ids);
  }
  EXPECT_GT(refused, 0);
}

TEST(TokenizerFileTest, SpecialTokenFilesAreChecked) {
  const TemporaryFolder folder;
  fs::copy(golden_folder("nllb") / kModelFile, folder.path());
  const auto load_with = [&](const char* file, std::string_view content) {
    EXPECT_TRUE(write_file(folder.path() / file, content));
    const Result<Tokenizer> loaded = Tokenizer::load(folder.path());
    return loaded ? "" : loaded.error().message;
  };
  const char* map = "special_tokens_map.json";
  EXPECT_THAT(load_with(map, "nonsense"), HasSubstr(map));
  EXPECT_THAT(load_with(map, ""), HasSubstr("is not JSON"));
  EXPECT_THAT(load_with(map, R"({"additional_special_tokens": 5})"), HasSubstr("not an array"));
  EXPECT_THAT(load_with(map, R"({"additional_special_tokens": [5]})"), HasSubstr("no token"));
  EXPECT_THAT(load_with(map, R"({"additional_special_tokens": ["a", "a"]})"), HasSubstr("a twice"));
  EXPECT_EQ(load_with(map, R"({"additional_special_tokens": ["a", {"content": "b"}]})"), "");
  EXPECT_EQ(load_with(map, "{}"), "");  // then it is tokenizer.json's turn
  const char* tokenizer = "tokenizer.json";
  EXPECT_THAT(load_with(tokenizer, "{}"), HasSubstr("added_tokens"));
  EXPECT_THAT(load_with(tokenizer, R"({"added_tokens": [{"id": 1}]})"), HasSubstr("without id"));
  EXPECT_THAT(load_with(tokenizer, R"({"added_tokens": [{"id": 2000000000, "content": "x"}]})"),
              HasSubstr("2000000000"));
  EXPECT_THAT(load_with(tokenizer, R"({"added_tokens": [{"id": 9223372036854775807,
                                                          "content": "x"}]})"),
              HasSubstr("9223372036854775807"));
}

}  // namespace
}  // namespace sotto::tokenize::tokenizer_test
