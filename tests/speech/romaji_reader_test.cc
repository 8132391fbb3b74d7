#include "speech/romaji_reader.h"
#include "japanese/mecab.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "golden.h"
#include "speech/open_jtalk.h"

namespace sotto::speech::romaji_reader_test {
namespace {

// Of what naist-jdic cuts and reads as UniDic does, which is what the reference reads with; foreign
// words are spelt as they sound.
TEST(RomajiReader, ReadsWithTheDictionaryThatIsThere) {
  if (japanese::open_jtalk_dictionary().empty()) GTEST_SKIP() << "naist-jdic is not installed";
  const auto reader = RomajiReader::open(japanese::open_jtalk_dictionary());
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->read("ちょっと待って、学校へ行った。"), "chotto matte, gakkou e itta.");
  EXPECT_EQ(reader->read("テストが失敗しました。"), "tesuto ga shippai shimashita.");
  EXPECT_EQ(reader->read("ＡＰＩは main です！"), "api wa main desu!");
  EXPECT_EQ(reader->read("원"), "?");
  EXPECT_EQ(reader->read("。"), ".");
  EXPECT_EQ(reader->read(""), "");
  // As numbers are given to it.
  EXPECT_EQ(reader->read("ハツカとジュウヨッカ、ヨジにイッケン"),
            "hatsuka to juuyokka, yoji ni ikken");
}

// Every recorded text, with the dictionary that it was recorded with, where $SOTTO_UNIDIC names its
// folder: it has 250 MB.
TEST(RomajiReader, WithUnidicItIsTheReferences) {
  const char* unidic = std::getenv("SOTTO_UNIDIC");
  if (unidic == nullptr) GTEST_SKIP() << "SOTTO_UNIDIC is not set";
  const auto reader = RomajiReader::open(std::filesystem::path(unidic));
  ASSERT_TRUE(reader) << reader.error().message;
  const auto cases =
      sotto::testing::golden_json(sotto::testing::golden_folder("xtts") / "cases.json");
  int count = 0;
  for (const auto& c : cases.at("texts")) {
    if (c.at("lang") != "ja") continue;
    EXPECT_EQ(reader->read(c.at("text").get<std::string>()), c.at("cleaned").get<std::string>());
    ++count;
  }
  EXPECT_GE(count, 8);
}

}  // namespace
}  // namespace sotto::speech::romaji_reader_test
