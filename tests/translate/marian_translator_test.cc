// A Marian folder as a translator: what is said of its languages, and lines as the reference has
// them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "golden.h"
#include "translate/translator.h"

namespace sotto::translate::marian_translator_test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

const Language kEnglish = {"eng_Latn", "en"}, kJapanese = {"jpn_Jpan", "ja"},
               kGerman = {"deu_Latn", "de"};

// The golden folder, of which files can be replaced.
class Folder {
 public:
  Folder() {
    std::string name = fs::temp_directory_path() / "sotto_marian_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
    for (const char* file : {"config.json", "generation_config.json", "model.safetensors",
                             "source.spm", "target.spm", "vocab.json", "tokenizer_config.json"})
      fs::copy(sotto::testing::golden_folder("marian") / file, path_);
  }
  ~Folder() { fs::remove_all(path_); }

  void write(const char* file, std::string_view text) const {
    ASSERT_TRUE(write_file(path_ / file, text));
  }
  nlohmann::json read(const char* file) const { return sotto::testing::golden_json(path_ / file); }

  auto load(const Language& from, const Language& to) const {
    TranslatorOptions options;
    options.model = path_;
    options.from = from;
    options.to = to;
    options.threads = 1;
    return Translator::load(options);
  }
  std::string refusal(const Language& from, const Language& to) const {
    const auto loaded = load(from, to);
    return loaded ? "" : loaded.error().message;
  }

 private:
  fs::path path_;
};

TEST(MarianTranslatorTest, RawLinesAreThoseOfTheReference) {
  const Folder folder;
  const auto translator = folder.load(kEnglish, kJapanese);
  ASSERT_TRUE(translator) << translator.error().message;
  int compared = 0;
  const auto cases =
      sotto::testing::golden_json(sotto::testing::golden_folder("marian") / "cases.json");
  const int beams = folder.read("generation_config.json").at("num_beams");
  const std::string name = "beam" + std::to_string(beams);
  for (const auto& c : cases.at("cases")) {
    if (!c.contains("generate") || !c.at("generate").contains(name)) continue;
    const auto& entry = c.at("generate").at(name);
    if (!entry.value("stable_in_f64", true)) continue;
    SCOPED_TRACE(c.at("id").get<std::string>());
    const std::vector<std::string> lines = {c.at("text")};
    const auto raw = (*translator)->translate_raw(lines, {});
    ASSERT_TRUE(raw) << raw.error().message;
    EXPECT_EQ(raw->at(0).source_ids, c.at("src_ids").get<std::vector<int>>());
    EXPECT_EQ(raw->at(0).hypothesis.ids, entry.at("ids").get<std::vector<int>>());
    EXPECT_EQ(raw->at(0).text, entry.at("text").get<std::string>());
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

TEST(MarianTranslatorTest, ASentenceIsTranslatedAndABlankOneStaysBlank) {
  const Folder folder;
  const auto translator = folder.load(kEnglish, kJapanese);
  ASSERT_TRUE(translator) << translator.error().message;
  const auto found = (*translator)->translate({"Nice to meet you.", {}, kEnglish}, {});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->untranslated) << found->why;
  EXPECT_EQ(found->sentence.language, kJapanese);
  EXPECT_LT(found->mean_logprob, 0);
  const auto blank = (*translator)->translate({"  ", {}, kEnglish}, {});
  ASSERT_TRUE(blank);
  EXPECT_FALSE(blank->untranslated);
  EXPECT_EQ(blank->sentence.text, "  ");
}

TEST(MarianTranslatorTest, ALongTextIsCutOrHonestlyLost) {
  const Folder folder;
  const auto translator = folder.load(kEnglish, kJapanese);
  ASSERT_TRUE(translator) << translator.error().message;
  std::string text;
  for (int i = 0; i < 40; ++i) text += "please take the next one that you see with you to there ";
  const auto found = (*translator)->translate({text, {}, kEnglish}, {});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->untranslated);
  EXPECT_EQ(found->why, "too long for the network");
  EXPECT_EQ(found->sentence.text, text);
}

TEST(MarianTranslatorTest, TheDirectionOfTheFolderHoldsWhereItNamesLanguages) {
  const Folder folder;  // "en" and "jap", as opus-mt calls Japanese
  EXPECT_EQ(folder.refusal(kEnglish, kJapanese), "");
  EXPECT_THAT(folder.refusal(kEnglish, kGerman),
              HasSubstr("translates into jpn_Jpan only, not into deu_Latn"));
  EXPECT_THAT(folder.refusal(kGerman, kJapanese),
              HasSubstr("translates from eng_Latn only, not from deu_Latn"));
  folder.write("tokenizer_config.json", R"({"source_lang": "en", "target_lang": "xx"})");
  EXPECT_EQ(folder.refusal(kEnglish, kGerman), "");  // no code that anybody knows
}

TEST(MarianTranslatorTest, TheTargetLanguageIsATokenWhereTheVocabularyHasThem) {
  const Folder folder;
  auto vocabulary = folder.read("vocab.json");
  // Two rare tokens become codes.
  const int size = static_cast<int>(vocabulary.size());
  for (auto it = vocabulary.begin(); it != vocabulary.end();)
    it = it.value() == size - 2 || it.value() == size - 3 ? vocabulary.erase(it) : std::next(it);
  vocabulary[">>jpn<<"] = size - 2;
  vocabulary[">>fra<<"] = size - 3;
  folder.write("vocab.json", vocabulary.dump());
  EXPECT_THAT(folder.refusal(kEnglish, kGerman),
              AllOf(HasSubstr("does not know deu_Latn"), HasSubstr("fra, jpn")));
  const auto translator = folder.load(kEnglish, kJapanese);
  ASSERT_TRUE(translator) << translator.error().message;
  const std::vector<std::string> lines = {"Hello", ">>fra<< Hello"};
  const auto raw = (*translator)->translate_raw(lines, {});
  ASSERT_TRUE(raw);
  EXPECT_EQ(raw->at(0).source_ids.at(0), size - 2);
  EXPECT_EQ(raw->at(1).source_ids.at(0), size - 3);
  EXPECT_EQ(raw->at(0).source_ids.size(), raw->at(1).source_ids.size());
}

TEST(MarianTranslatorTest, FilesThatDoNotFitTogetherAreRefused) {
  const Folder folder;
  auto config = folder.read("config.json");
  config["eos_token_id"] = 5;
  folder.write("config.json", config.dump());
  EXPECT_THAT(folder.refusal(kEnglish, kJapanese), HasSubstr("</s> and <pad> are"));
  config["eos_token_id"] = 0;
  folder.write("config.json", config.dump());
  auto generation = folder.read("generation_config.json");
  generation["bad_words_ids"] = {{1, 2}};
  folder.write("generation_config.json", generation.dump());
  EXPECT_THAT(folder.refusal(kEnglish, kJapanese),
              HasSubstr("bad_words_ids is not a list of single tokens"));
}

}  // namespace
}  // namespace sotto::translate::marian_translator_test
