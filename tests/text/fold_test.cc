#include "text/fold.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "text/pronouncer.h"

namespace sotto::text::fold_test {
namespace {

struct Folded {
  const char *text, *folded;
};

void expect_folds(const char* language, std::initializer_list<Folded> cases) {
  const Language to = *find_language(language);
  for (const auto& [text, folded] : cases) EXPECT_EQ(fold_for_ear(text, to), folded) << text;
}

TEST(Fold, LettersInUnusualDressAreTheirOwnInEachLanguage) {
  for (const char* language : {"ja", "en", "de"}) {
    expect_folds(language, {{"𝐛𝐨𝐥𝐝 ｗｉｄｅ ﬁle", "bold wide file"},
                            {"ﾃｽﾄとｶﾞｷﾞﾊﾟ", "テストとガギパ"},
                            {"㍻と㋿", "平成と令和"},
                            {"\u2F3C\uFA19", "心神"},
                            {"か\u3099", "が"},
                            {"葛\U000E0100城", "葛城"},
                            {"１２３ ٣٤", "123 34"},
                            {"plain", "plain"},
                            {"", ""}});
  }
}

// A number in one character is no part of the number beside it.
TEST(Fold, NumbersDoNotGrowTogether) {
  for (const char* language : {"ja", "en"}) {
    expect_folds(language, {{"①番", "1番"},
                            {"①5", "1 5"},
                            {"5①", "5 1"},
                            {"①②", "1 2"},
                            {"❸、㉑、⒈、⑴", "3、21、1、1"},
                            {"第Ⅳ章", "第4章"}});
  }
}

TEST(Fold, PunctuationStays) {
  expect_folds("ja", {{"「はい」！？、。…：（）～〜・゛¨", "「はい」！？、。…：（）～〜・゛¨"}});
  expect_folds("en", {{"“yes” – no… ™ ✅", "“yes” – no… ™ ✅"}});
}

TEST(Fold, JapaneseSaysFractionsPowersAndUnits) {
  expect_folds("ja", {{"½と1½と¾", "2分の1と1と2分の1と4分の3"},
                      {"10²と2¹⁶と10⁻³", "10の2乗と2の16乗と10のマイナス3乗"},
                      {"5 km²、3m³", "5平方キロメートル、3立方メートル"},
                      {"H₂O", "H2O"},
                      {"x1₂", "x1 2"},
                      {"5㎏、20℃、3㎡", "5キログラム、20度、3平方メートル"},
                      {"10µs、5 μm、μ", "10マイクロ秒、5 マイクロメートル、μ"},
                      {"㈱山田", "株式会社山田"}});
  expect_folds("en", {{"½ of 10²", "½ of 10²"}});
}

TEST(Fold, JapaneseDropsTheAccentsOfLatinLetters) {
  expect_folds("ja", {{"café Müller naïve Straße Øre", "cafe Muller naive Strasse Ore"},
                      {"cafe\u0301", "cafe"},
                      {"が", "が"}});
  expect_folds("fr", {{"café", "café"}});
}

// What stands in the user's dictionary is found in whatever dress it is written.
TEST(Fold, ReadingsFindTheirWords) {
  const auto file = std::filesystem::path(::testing::TempDir()) / "fold_test_readings.toml";
  std::ofstream(file) << "[ja]\n\"café\" = \"喫茶店\"\n";
  Pronouncer readings = Pronouncer::built_in(*find_language("ja"));
  ASSERT_TRUE(readings.add_file(file));
  std::filesystem::remove(file);
  EXPECT_EQ(readings.spoken({"Caféと𝐜𝐚𝐟𝐞です", {}, {}}), "喫茶店と喫茶店です");
  EXPECT_EQ(readings.spoken({"café", {{0, 5, SpanKind::code}}, {}}), "喫茶店");
  EXPECT_EQ(readings.spoken({"Ｎｕｌｌです", {}, {}}), readings.spoken({"Nullです", {}, {}}));
}

}  // namespace
}  // namespace sotto::text::fold_test
