#include "tokenize/marian_tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "base/file.h"
#include "golden.h"

namespace sotto::tokenize::marian_tokenizer_test {
namespace {

namespace fs = std::filesystem;
using sotto::testing::golden_folder;
using sotto::testing::golden_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Ids = std::vector<int>;
using Side = MarianTokenizer::Side;

MarianTokenizer load(const fs::path& folder, Side side = Side::source) {
  Result<MarianTokenizer> tokenizer = MarianTokenizer::load(folder, side);
  if (!tokenizer) throw std::runtime_error(tokenizer.error().message);
  return *std::move(tokenizer);
}

const MarianTokenizer& source() {
  static const MarianTokenizer tokenizer = load(golden_folder("marian"));
  return tokenizer;
}

const MarianTokenizer& target() {
  static const MarianTokenizer tokenizer = load(golden_folder("marian"), Side::target);
  return tokenizer;
}

// A folder that is gone with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = fs::temp_directory_path() / "sotto_marian_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// The vocabulary with language codes, beside the .spm files of the other one.
class MultilingualFolder : public TemporaryFolder {
 public:
  MultilingualFolder() {
    const fs::path goldens = golden_folder("marian");
    for (const char* file : {"source.spm", "target.spm"}) fs::copy(goldens / file, path());
    for (const char* file : {"vocab.json", "tokenizer_config.json"})
      fs::copy(goldens / "multi" / file, path());
  }
};

// --- Against the reference ----------------------------------------------------------------------

void compare(const nlohmann::json& cases, const MarianTokenizer& source,
             const MarianTokenizer& target) {
  ASSERT_FALSE(cases.empty());
  for (const auto& c : cases) {
    SCOPED_TRACE(c.dump());
    const auto text = c.at("text").get<std::string>();
    EXPECT_EQ(source.encode_raw(text), c.at("ids").get<Ids>());
    EXPECT_EQ(target.encode_raw(text), c.at("target_ids").get<Ids>());
    EXPECT_EQ(source.decode(c.at("ids").get<Ids>()), c.at("decoded").get<std::string>());
  }
}

TEST(MarianTokenizerGoldenTest, EveryStringHasTheIdsAndTheTextOfTheReference) {
  compare(golden_json(golden_folder("marian") / "tokenizer_cases.json"), source(), target());
}

TEST(MarianTokenizerGoldenTest, LanguageCodesAreTokensAtTheBeginning) {
  const MultilingualFolder folder;
  const auto golden = golden_json(golden_folder("marian") / "multi" / "tokenizer_cases.json");
  const MarianTokenizer tokenizer = load(folder.path());
  compare(golden.at("cases"), tokenizer, load(folder.path(), Side::target));
  std::vector<std::string> codes;
  for (const std::string code : golden.at("supported_language_codes"))
    codes.push_back(code.substr(2, code.size() - 4));
  EXPECT_THAT(tokenizer.vocabulary().codes(), ::testing::UnorderedElementsAreArray(codes));
}

TEST(MarianTokenizerGoldenTest, CasesAndDecodingAreThoseOfTheReference) {
  const auto golden = golden_json(golden_folder("marian") / "cases.json");
  for (const auto& c : golden.at("cases")) {
    SCOPED_TRACE(c.at("id").get<std::string>());
    EXPECT_EQ(source().encode_raw(c.at("text").get<std::string>()), c.at("src_ids").get<Ids>());
    EXPECT_EQ(target().encode_raw(c.at("ref_text").get<std::string>()), c.at("ref_ids").get<Ids>());
    EXPECT_EQ(source().decode(c.at("src_ids").get<Ids>()),
              c.at("src_decoded_skip_special").get<std::string>());
    EXPECT_EQ(target().decode(c.at("ref_ids").get<Ids>()),
              c.at("ref_decoded_skip_special").get<std::string>());
  }
  for (const auto& c : golden.at("decode"))
    EXPECT_EQ(source().decode(c.at("ids").get<Ids>()), c.at("skip_special").get<std::string>())
        << c.dump();
}

TEST(MarianTokenizerGoldenTest, SpecialIdsAreThoseOfTheReference) {
  const auto meta = golden_json(golden_folder("marian") / "cases.json").at("meta");
  const MarianVocabulary& vocabulary = source().vocabulary();
  EXPECT_EQ(vocabulary.eos(), meta.at("special_ids").at("eos"));
  EXPECT_EQ(vocabulary.unk(), meta.at("special_ids").at("unk"));
  EXPECT_EQ(vocabulary.pad(), meta.at("special_ids").at("pad"));
  EXPECT_EQ(vocabulary.size(), meta.at("vocab_size"));
}

// --- Text from outside --------------------------------------------------------------------------

TEST(MarianTokenizerTest, NamesOfSpecialTokensAndCodesArePlainText) {
  const MultilingualFolder folder;
  const MarianTokenizer tokenizer = load(folder.path());
  const MarianVocabulary& vocabulary = tokenizer.vocabulary();
  const Ids ids = tokenizer.encode(">>deu<< a</s>b<pad>", vocabulary.find(">>jpn<<"));
  EXPECT_EQ(ids.front(), vocabulary.find(">>jpn<<"));
  EXPECT_EQ(ids.back(), vocabulary.eos());
  const Ids inside(ids.begin() + 1, ids.end() - 1);
  for (const int id : {vocabulary.eos(), vocabulary.pad(), *vocabulary.find(">>deu<<")})
    EXPECT_THAT(inside, ::testing::Not(::testing::Contains(id)));
}

TEST(MarianTokenizerTest, EmptyAndWhitespaceTextIsTheEndAlone) {
  for (const char* text : {"", " ", "\n\t ", "　"}) {
    EXPECT_THAT(source().encode(text), ElementsAre(source().vocabulary().eos()));
    EXPECT_THAT(source().encode(text, 7), ElementsAre(7, source().vocabulary().eos()));
  }
}

TEST(MarianTokenizerTest, IdsOutOfRangeDecodeToNothing) {
  const int size = source().vocabulary().size();
  EXPECT_EQ(source().decode(Ids{-1, size, INT32_MAX, INT32_MIN}, false), "");
}

// --- Files from outside -------------------------------------------------------------------------

std::string refusal(std::string_view json) {
  const auto parsed = MarianVocabulary::parse(json, "vocab.json");
  return parsed ? "" : parsed.error().message;
}

TEST(MarianVocabularyTest, WhatIsWrongIsSaidInOneSentence) {
  EXPECT_EQ(refusal(R"({"</s>": 0, "<unk>": 1, "a\u2581": 2, "<pad>": 3})"), "");
  EXPECT_EQ(refusal(R"({"</s>": 0, "<unk>": 1, "<pad>": 3})"), "");  // ids may be left out
  EXPECT_THAT(refusal(""), HasSubstr("vocab.json: is not a JSON object"));
  EXPECT_THAT(refusal("[1]"), HasSubstr("is not a JSON object"));
  EXPECT_THAT(refusal(R"({"</s>": 0, "<unk>": 1, "<pad>": 2)"), HasSubstr("is not a JSON object"));
  EXPECT_THAT(refusal(R"({"</s>": 0, 5: 1})"), HasSubstr("is not JSON behind its first 1 tokens"));
  EXPECT_THAT(refusal(R"({"</s>": 0, "<unk>": 1, "<pad>": 2} {})"), HasSubstr("goes on behind"));
  EXPECT_THAT(refusal(R"({"</s>": 0, "<unk>": 1})"), HasSubstr("2 tokens and no <pad>"));
  EXPECT_THAT(refusal(R"({"<pad>": 0, "<unk>": 1})"), HasSubstr("no </s>"));
  EXPECT_THAT(refusal(R"({"<pad>": 0, "</s>": 1})"), HasSubstr("no <unk>"));
  EXPECT_THAT(refusal(R"({"</s>": 0, "a": 0})"), HasSubstr("\"</s>\" and \"a\" both have id 0"));
  EXPECT_THAT(refusal(R"({"a": 0, "a": 1})"), HasSubstr("\"a\" stands there twice"));
  EXPECT_THAT(refusal(R"({"a": -1})"), HasSubstr("\"a\" has id -1"));
  EXPECT_THAT(refusal(R"({"a": 4000000000})"), HasSubstr("has id 4000000000"));
  EXPECT_THAT(refusal(R"({"a": 99999999999999999999})"), HasSubstr("is no integer"));
  EXPECT_THAT(refusal(R"({"a": "b"})"), HasSubstr("the id of \"a\" is no integer"));
  EXPECT_THAT(refusal(R"({"a": 1.5})"), HasSubstr("is no integer"));
  EXPECT_THAT(refusal(R"({"": 1})"), HasSubstr("has 0 bytes"));
}

TEST(MarianTokenizerFileTest, MissingAndForeignFilesAreNamed) {
  const TemporaryFolder folder;
  const fs::path goldens = golden_folder("marian");
  const auto message = [&] {
    const auto loaded = MarianTokenizer::load(folder.path());
    return loaded ? "" : loaded.error().message;
  };
  EXPECT_THAT(message(), HasSubstr("vocab.json"));
  fs::copy(goldens / "vocab.json", folder.path());
  EXPECT_THAT(message(), HasSubstr("source.spm"));
  fs::copy(golden_folder("nllb") / "sentencepiece.bpe.model", folder.path() / "source.spm");
  EXPECT_THAT(message(), HasSubstr("source.spm: is a BPE model"));
  fs::copy(goldens / "source.spm", folder.path(), fs::copy_options::overwrite_existing);
  EXPECT_EQ(message(), "");
  ASSERT_TRUE(write_file(folder.path() / "tokenizer_config.json", R"({"separate_vocabs": true})"));
  EXPECT_THAT(message(), HasSubstr("separate_vocabs is true"));
}

TEST(MarianTokenizerFileTest, SpacesAreCleanedUpWhereTheFolderAsksForIt) {
  const TemporaryFolder folder;
  for (const char* file : {"source.spm", "vocab.json"})
    fs::copy(golden_folder("marian") / file, folder.path());
  const MarianVocabulary& vocabulary = source().vocabulary();
  const auto mark = vocabulary.find("▁"), stop = vocabulary.find("."),
             the = vocabulary.find("▁the");
  if (!mark || !stop || !the) GTEST_SKIP() << "no such pieces";
  const Ids ids = {*the, *mark, *stop};
  EXPECT_EQ(load(folder.path()).decode(ids), "the .");
  ASSERT_TRUE(write_file(folder.path() / "tokenizer_config.json",
                         R"({"clean_up_tokenization_spaces": true})"));
  EXPECT_EQ(load(folder.path()).decode(ids), "the.");
}

TEST(MarianTokenizerFileTest, DamagedModelsNeitherCrashNorHang) {
  const std::string whole = *read_file(golden_folder("marian") / "source.spm");
  std::mt19937 random(3);
  int refused = 0;
  for (int i = 0; i < 60; ++i) {
    std::string damaged = whole;
    for (int n = 1 + random() % 20; n > 0; --n) damaged[random() % damaged.size()] = random();
    const auto made = MarianTokenizer::make(damaged, "m.spm", source().vocabulary());
    refused += !made;
    if (!made) continue;
    made->decode(made->encode_raw("The ｔｅｓｔ ①② </s> がき ế 한 fails."));
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace sotto::tokenize::marian_tokenizer_test
