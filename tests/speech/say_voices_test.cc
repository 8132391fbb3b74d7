#include "speech/say_voices.h"

#include <gtest/gtest.h>

namespace sotto::speech::say_voices_test {
namespace {

// In the form in which macOS 15 prints it.
constexpr const char* kTable =
    "Albert              en_US    # Hello! My name is Albert.\n"
    "Bad News            en_US    # Hello! My name is Bad News.\n"
    "Daniel              en_GB    # Hello! My name is Daniel.\n"
    "Eddy (Japanese (Japan)) ja_JP    # こんにちは! 私の名前はEddyです。\n"
    "Kyoko               ja_JP    # こんにちは! 私の名前はKyokoです。\n"
    "Kyoko (Enhanced)    ja_JP    # こんにちは! 私の名前はKyokoです。\n"
    "Meijia              zh_TW    # 你好,我叫美佳。\n"
    "Samantha            en_US    # Hello! My name is Samantha.\n"
    "Sinji               zh_HK    # 你好!我叫善怡。\n"
    "Tingting            zh_CN    # 你好!我叫婷婷。\n"
    "Zarvox              en_US    # Hello! My name is Zarvox.\n"
    "\n"
    "nothing\n";

std::string best(const char* code) {
  const auto voices = parse_say_voices(kTable);
  const auto language = find_language(code);
  EXPECT_TRUE(language) << code;
  const SayVoice* voice = best_say_voice(voices, *language);
  return voice == nullptr ? "" : voice->name;
}

TEST(SayVoices, NamesMayHoldSpacesAndBrackets) {
  const auto voices = parse_say_voices(kTable);
  ASSERT_EQ(voices.size(), 11U);
  EXPECT_EQ(voices[1].name, "Bad News");
  EXPECT_EQ(voices[3].name, "Eddy (Japanese (Japan))");
  EXPECT_EQ(voices[3].locale, "ja_JP");
}

TEST(SayVoices, TheBestIsNoJokeAndTheLargestOfItsLanguage) {
  EXPECT_EQ(best("en"), "Daniel");
  EXPECT_EQ(best("ja"), "Kyoko (Enhanced)");
  EXPECT_EQ(best("fr"), "");
}

TEST(SayVoices, ChineseIsToldApartByPlace) {
  EXPECT_EQ(best("zho_Hans"), "Tingting");
  EXPECT_EQ(best("zho_Hant"), "Meijia");
  EXPECT_EQ(best("yue_Hant"), "Sinji");
}

TEST(SayVoices, ATextCannotCommand) {
  EXPECT_EQ(without_say_commands("a [[rate 400]] b [[volm 0]]c"), "a   b  c");
  EXPECT_EQ(without_say_commands("if [[ -f x"), "if  -f x");
  EXPECT_EQ(without_say_commands("a[0] ]] b"), "a[0] ]] b");
}

}  // namespace
}  // namespace sotto::speech::say_voices_test
