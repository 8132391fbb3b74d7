// Texts of XTTS against the reference (coqui-tts 0.28.0).
#include "text/spoken/cleaning.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "golden.h"
#include "text/spoken/characters.h"
#include "text/spoken/languages.h"
#include "text/spoken/romaji.h"

namespace sotto::spoken::cleaning_test {
namespace {

using nlohmann::json;

std::filesystem::path folder() { return sotto::testing::golden_folder("xtts"); }

const json& cases() {
  static const json all = sotto::testing::golden_json(folder() / "cases.json");
  return all;
}

Cleaner cleaner_of(std::string_view language) {
  auto opened = Cleaner::open(language);
  if (!opened) throw std::runtime_error(opened.error().message);
  return *std::move(opened);
}

std::string text_of(const json& value) { return value.is_null() ? "" : value.get<std::string>(); }

std::vector<JapaneseWord> words_of(const json& nodes) {
  std::vector<JapaneseWord> words;
  for (const json& n : nodes)
    words.push_back({.surface = n.at("surface"),
                     .spaced = !text_of(n.at("white_space")).empty(),
                     .known = !n.at("unk").get<bool>(),
                     .pos1 = text_of(n.at("pos1")),
                     .pos2 = text_of(n.at("pos2")),
                     .kana = text_of(n.at("kana")),
                     .pron = text_of(n.at("pron")),
                     .lemma = text_of(n.at("lemma"))});
  return words;
}

TEST(XttsText, IsCleanedAsTheReference) {
  int count = 0;
  for (const json& c : cases().at("texts")) {
    if (c.contains("nodes")) continue;
    const std::string text = c.at("text"), language = c.at("lang");
    SCOPED_TRACE(text);
    const auto cleaner = cleaner_of(language.substr(0, 2));
    EXPECT_EQ(lowered(stripped(text)), c.at("lowered").get<std::string>());
    std::string spoken = lowered(stripped(text));
    std::erase(spoken, '"');
    spoken = cleaner.numbers(spoken);
    EXPECT_EQ(spoken, c.at("after_numbers").get<std::string>());
    spoken = cleaner.abbreviations(spoken);
    EXPECT_EQ(spoken, c.at("after_abbreviations").get<std::string>());
    EXPECT_EQ(cleaner.symbols(spoken), c.at("after_symbols").get<std::string>());
    EXPECT_EQ(cleaner(text), c.at("cleaned").get<std::string>());
    ++count;
  }
  EXPECT_GE(count, 20);
}

TEST(XttsText, JapaneseIsWrittenAsTheReference) {
  int count = 0;
  for (const json& c : cases().at("texts")) {
    if (!c.contains("nodes")) continue;
    const std::string text = c.at("text");
    SCOPED_TRACE(text);
    EXPECT_EQ(one_width(lowered(stripped(text))), c.at("normalized").get<std::string>());
    EXPECT_EQ(romaji(words_of(c.at("nodes"))), c.at("cleaned").get<std::string>());
    ++count;
  }
  EXPECT_GE(count, 8);
}

// What upstream's tokenizer makes of them.
TEST(XttsText, KoreanIsWrittenAsTheReference) {
  const auto cleaner = cleaner_of("ko");
  const std::pair<const char*, const char*> texts[] = {
      {"모든 테스트가 통과했습니다.", "modeun teseuteuga tonggwahaess-seubnida."},
      {"물엿과 닭이 있어요!", "mul-yeosgwa dalg-i iss-eo-yo!"},
      {"12명의 사용자가 3번째 버전을 받았습니다.",
       "sib-imyeong-ui sa-yongjaga se beon-jjae beojeon-eul bad-ass-seubnida."},
      {"배터리 잔량이 14%입니다.", "baeteoli janlyang-i sibsa peosenteu ibnida."},
      {"로그인 오류를 수정했어요 (A & B).", "logeu-in olyuleul sujeonghaess-eo-yo (a geuligo b)."},
      {"1,234개와 2.5초", "il jeom i sam sagae-wa i jeom ocho"},
      {"2024년 100% 1000 10000 105 21번",
       "icheon-isibsanyeon baeg peosenteu cheon man baeg-o seumulhan beon-jjae"},
      {"각기 안녕 강아지 국가 옷이 값싼", "gaggi annyeong gang-aji gugga os-i gabsssan"}};
  for (const auto& [text, expected] : texts) EXPECT_EQ(cleaner(text), expected) << text;
  EXPECT_EQ(cleaner.numbers("12345 123456789 105번째 1번"),
            "만 이천삼백사십오 일억 이천삼백사십오만 육천칠백팔십구 백 다섯 번째 첫 번째");
}

// Rules that no recorded text needs, by hand from cutlet's.
TEST(XttsText, JapaneseKanaHaveTheirLetters) {
  const auto kana = [](const char* text) {
    return romaji(std::vector<JapaneseWord>{{.surface = "漢", .kana = text}});
  };
  EXPECT_EQ(kana("キャット"), "kyatto");
  EXPECT_EQ(kana("マッチャ"), "matcha");
  EXPECT_EQ(kana("シンヤ"), "shin'ya");
  EXPECT_EQ(kana("ティーシャツ"), "tiishatsu");
  EXPECT_EQ(kana("ヴァイオリン"), "vaiorin");
  EXPECT_EQ(kana("アッ"), "a");
  EXPECT_EQ(romaji(std::vector<JapaneseWord>{{.surface = "ﾊﾝ글", .known = false}}), "???");
}

// What num2words 0.5.14 says, where ICU says it in the same words.
TEST(XttsText, NumbersOfOtherLanguages) {
  const std::vector<std::vector<std::string>> cases = {
      {"fr", "il y a 21 tests et 3,14 secondes.",
       "il y a vingt et un tests et trois virgule un quatre secondes."},
      {"fr", "le 1er test coûte 20,15€.", "le premier test coûte vingt euros et quinze centimes."},
      {"de", "1.999 Fehler, 101 Tests",
       "eintausendneunhundertneunundneunzig fehler, einhunderteins tests"},
      {"it", "centesimi: 199", "centesimi: centonovantanove"},
      {"pt", "são 42 testes", "são quarenta e dois testes"},
      {"pl", "199 testów", "sto dziewięćdziesiąt dziewięć testów"},
      {"tr", "1024 test", "binyirmidört test"},
      {"ru", "1,999 тестов", "одна тысяча девятьсот девяносто девять тестов"},
      {"ru", "г-н иванов", "господин иванов"},
      {"nl", "dhr. jansen heeft 42% af", "de heer jansen heeft tweeënveertig procent af"},
      {"hu", "199 teszt", "százkilencvenkilenc teszt"},
      {"cs", "p. novák má 42 testů", "pan novák má čtyřicet dva testů"},
      {"hi", "21 & 42", "इक्कीस और बयालीस"},
      {"en", "the 100th, 30th and 1112th of 12345678901234567890",
       "the one hundredth, thirtieth and one thousand, one hundred and twelfth of one two three "
       "four "
       "five six seven eight nine zero one two three four five six seven eight nine zero"},
      {"en", "1.2.3$ stays", "one point two.three dollar stays"},
      {"es", "cuesta 1€ o 1,01€", "cuesta un euro o un euro con un céntimo"},
  };
  for (const auto& c : cases) EXPECT_EQ(cleaner_of(c[0])(c[1]), c[2]) << c[0];
}

TEST(XttsText, MoneyIsSaidAsTheReferenceSaysIt) {
  const json cases = sotto::testing::golden_json(folder() / "money.json");
  ASSERT_GE(cases.size(), 1000);
  for (const json& c : cases) {
    const std::string language = c.at("language"), text = c.at("text");
    EXPECT_EQ(cleaner_of(language).numbers(text), c.at("words").get<std::string>())
        << language << ": " << text;
  }
}

// Where upstream has no words, or loses some, or has those of another language or currency.
TEST(XttsText, MoneyHasWordsInEveryLanguage) {
  const std::vector<std::vector<std::string>> cases = {
      {"pt", "$21", "vinte e um dólares"},
      {"pl", "1£, £22, £5,02",
       "jeden funt szterling, dwadzieścia dwa funty szterlingi, pięć "
       "funtów szterlingów, dwa pensy"},
      {"ar", "$20,15 £3 1€", "عشرون دولار و خمسة عشر سنت ثلاثة جنيه إسترليني واحد يورو"},
      {"cs", "$1, $2,05", "jeden dolar, dva dolary, pět centů"},
      {"cs", "£1, £2, £5,01", "jedna libra, dvě libry, pět liber, jedna pence"},
      {"cs", "€200", "dvě stě euro"},
      {"ru", "£1, £21, £3.05",
       "один фунт стерлингов, двадцать один фунт стерлингов, три фунта стерлингов, пять пенсов"},
      {"tr", "$20.15 £3 1€", "yirmi dolar onbeş sent üç sterlin bir euro"},
      {"hu", "$20,15 £3 1€", "húsz dollár, tizenöt cent három font egy euró"},
      {"ko", "$20 £3 €1.5", "이십달러 삼파운드 일유로 오십센트"},
      {"hi", "$20,15 £3 1€", "बीस डॉलर पन्द्रह सेंट तीन पाउंड एक यूरो"},
  };
  for (const auto& c : cases) EXPECT_EQ(cleaner_of(c[0]).numbers(c[1]), c[2]) << c[0];
}

TEST(XttsText, WhatHasNoRulesIsRefused) {
  EXPECT_EQ(Cleaner::open("zh").error().message, "XTTS: sotto has no rules for texts in \"zh\"");
  EXPECT_TRUE(spoken_language("zh") == nullptr && spoken_language("ja") == nullptr);
  EXPECT_NE(spoken_language("hi"), nullptr);
}

}  // namespace
}  // namespace sotto::spoken::cleaning_test
