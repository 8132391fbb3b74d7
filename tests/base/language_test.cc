#include "base/language.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace sotto::language_test {
namespace {

using ::testing::HasSubstr;

std::string flores(std::string_view code) {
  const Result<Language> found = find_language(code);
  return found ? found->flores : found.error().message;
}

TEST(LanguageTest, EveryLanguageIsFoundByItsFloresCode) {
  const std::vector<Language> all = nllb_languages();
  EXPECT_EQ(all.size(), 202u);
  std::set<std::string> seen;
  for (const Language& language : all) {
    EXPECT_TRUE(seen.insert(language.flores).second) << language.flores << " stands there twice";
    const Result<Language> found = find_language(language.flores);
    ASSERT_TRUE(found) << language.flores;
    EXPECT_EQ(*found, language);
  }
}

TEST(LanguageTest, EveryIsoCodeFindsALanguageThatCarriesIt) {
  for (const Language& language : nllb_languages()) {
    const Result<Language> found = find_language(language.iso);
    ASSERT_TRUE(found) << language.iso;
    EXPECT_EQ(found->iso, language.iso);
  }
}

TEST(LanguageTest, EveryShortCodeFindsItsLanguage) {
  for (const Language& language : nllb_languages()) {
    const Result<Language> found = find_language(short_code(language));
    ASSERT_TRUE(found) << short_code(language);
    EXPECT_EQ(*found, language);
  }
  EXPECT_EQ(short_code(*find_language("ja")), "ja");
  EXPECT_EQ(short_code(*find_language("zh-TW")), "zh_hant");
}

TEST(LanguageTest, APlainCodeMeansTheMostUsedForm) {
  EXPECT_EQ(flores("ja"), "jpn_Jpan");
  EXPECT_EQ(flores("en"), "eng_Latn");
  EXPECT_EQ(flores("zh"), "zho_Hans");
  EXPECT_EQ(flores("zho"), "zho_Hans");
  EXPECT_EQ(flores("zh-TW"), "zho_Hant");
  EXPECT_EQ(flores("zh-Hant"), "zho_Hant");
  EXPECT_EQ(flores("zh_Hant_HK"), "zho_Hant");
  EXPECT_EQ(flores("zh-Hans-TW"), "zho_Hans");
  EXPECT_EQ(flores("cmn-Hant"), "zho_Hant");
  EXPECT_EQ(flores("sr"), "srp_Cyrl");
  EXPECT_EQ(flores("ar"), "arb_Arab");
  EXPECT_EQ(flores("ara"), "arb_Arab");
  EXPECT_EQ(flores("fa"), "pes_Arab");
  EXPECT_EQ(flores("no"), "nob_Latn");
  EXPECT_EQ(flores("nb"), "nob_Latn");
  EXPECT_EQ(flores("sw"), "swh_Latn");
  EXPECT_EQ(flores("ms"), "zsm_Latn");
  EXPECT_EQ(flores("ace"), "ace_Latn");
  EXPECT_EQ(flores("ks-Deva"), "kas_Deva");
}

TEST(LanguageTest, CaseSeparatorRegionAndLocaleSuffixDoNotMatter) {
  EXPECT_EQ(flores("JA"), "jpn_Jpan");
  EXPECT_EQ(flores("JPN-JPAN"), "jpn_Jpan");
  EXPECT_EQ(flores("ja_JP.UTF-8"), "jpn_Jpan");
  EXPECT_EQ(flores("de_DE@euro"), "deu_Latn");
  EXPECT_EQ(flores("pt-BR"), "por_Latn");
  EXPECT_EQ(flores("es-419"), "spa_Latn");
}

TEST(LanguageTest, TheErrorNamesTheCodeAndTheNearestOnes) {
  for (const char* code :
       {"jpx_Jpan", "jq", "sr-Latn", "", "-", "__", "ja-", "ja-JP-JP-JP", "klingon"})
    EXPECT_FALSE(find_language(code)) << code;
  EXPECT_THAT(flores("jpm_Jpan"), HasSubstr("\"jpm_Jpan\""));
  EXPECT_THAT(flores("jpm_Jpan"), HasSubstr("jpn_Jpan (ja)"));
  EXPECT_THAT(flores("sr-Latn"), HasSubstr("srp_Cyrl (sr)"));
}

TEST(LanguageTest, HostileCodesGiveAShortPrintableMessage) {
  const std::string message = flores(std::string(1 << 20, 'x') + "\n\x1b[31m");
  EXPECT_LT(message.size(), 300u);
  EXPECT_THAT(flores("\n\x1b[31m\xff"), HasSubstr("\"??[31m?\""));
}

TEST(LanguageTest, ChineseAndJapaneseHaveNoSpaces) {
  for (const char* code : {"ja", "zh", "zh-TW", "yue"})
    EXPECT_TRUE(is_written_without_spaces(*find_language(code))) << code;
  for (const char* code : {"en", "ko", "de"})
    EXPECT_FALSE(is_written_without_spaces(*find_language(code))) << code;
}

}  // namespace
}  // namespace sotto::language_test
