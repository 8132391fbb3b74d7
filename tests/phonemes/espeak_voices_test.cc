#include "phonemes/espeak_voices.h"

#include <gtest/gtest.h>

namespace sotto::phonemes::espeak_voices_test {
namespace {

constexpr const char* kTable =
    "Pty Language       Age/Gender VoiceName          File                 Other Languages\n"
    " 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn   (zh-cmn 5)(zh "
    "5)\n"
    " 5  en-029          --/M      English_(Caribbean) gmw/en-029           (en 10)\n"
    " 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)\n"
    " 5  nb              --/M      Norwegian_Bokm\xc3\xa5l  gmq/nb               (no 5)\n"
    " 5  fr-fr           --/M      French_(France)    roa/fr               (fr 5)\n"
    " 5  pt              --/M      Portuguese_(Portugal) roa/pt               (pt-pt 5)\n"
    " 5  pt-br           --/M      Portuguese_(Brazil) roa/pt-BR            (pt 6)\n"
    " 5  yue             --/M      Chinese_(Cantonese) sit/yue              (zh-yue 5)(zh 8)\n"
    "garbage\n(\n 5 (\n";

TEST(EspeakVoices, FindsAVoiceForALanguage) {
  const auto voices = parse_espeak_voices(kTable);
  ASSERT_EQ(voices.size(), 8u);
  EXPECT_EQ(espeak_code(voices, "zh"), "cmn");
  EXPECT_EQ(espeak_code(voices, "yue"), "yue");
  EXPECT_EQ(espeak_code(voices, "en"), "en-gb");
  EXPECT_EQ(espeak_code(voices, "no"), "nb");
  EXPECT_EQ(espeak_code(voices, "fr"), "fr-fr");
  EXPECT_EQ(espeak_code(voices, "pt"), "pt");
  EXPECT_EQ(espeak_code(voices, "pt-br"), "pt-br");
  EXPECT_EQ(espeak_code(voices, "xx"), "");
  EXPECT_EQ(espeak_code(voices, "f"), "");
}

TEST(EspeakVoices, TheInstalledProgramHasThem) {
  for (const char* iso : {"en", "ja", "de", "fr", "zh", "es", "ru", "ar", "ko", "pt"}) {
    EXPECT_NE(espeak_code(espeak_voices(), iso), "") << iso;
  }
}

}  // namespace
}  // namespace sotto::phonemes::espeak_voices_test
