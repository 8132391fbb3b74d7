#include "phonemes/japanese_counters.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"

namespace sotto::phonemes {
namespace {

using BehindN = JapaneseCounter::BehindN;

// Bits of JapaneseCounter::doubled: 一 六 八 十 百.
constexpr uint8_t kOne = 1, kSix = 2, kEight = 4, kTen = 8, kHundred = 16;
constexpr uint8_t kNone = 0, kBeforeS = kOne | kEight | kTen;
constexpr uint8_t kBeforeK = kBeforeS | kSix | kHundred, kBeforeForeignK = kSix | kTen | kHundred;
// Bits of JapaneseCounter::old: 四 as ヨ or シ, 七 as シチ, 九 as ク.
constexpr uint8_t kYo = 1, kShi = 2, kShichi = 4, kKu = 8;

constexpr JapaneseCounter kMagnitudes[] = {
    {U"百", "ヒャク", kSix | kEight, BehindN::voiced, 0},
    {U"千", "セン", kOne | kEight, BehindN::voiced_behind_three, 0},
    {U"万", "マン", kNone, BehindN::same, 0},
    {U"億", "オク", kNone, BehindN::same, 0},
    {U"兆", "チョウ", kBeforeS, BehindN::same, 0},
    {U"京", "ケイ", kBeforeK, BehindN::same, 0},
};

constexpr JapaneseCounter kCounters[] = {
    {U"件", "ケン", kBeforeK, BehindN::same, 0},
    {U"個", "コ", kBeforeK, BehindN::same, 0},
    {U"回", "カイ", kBeforeK, BehindN::same, 0},
    {U"階", "カイ", kBeforeK, BehindN::voiced_behind_three, 0},
    {U"軒", "ケン", kBeforeK, BehindN::voiced, 0},
    {U"か月", "カゲツ", kBeforeK, BehindN::same, 0},
    {U"カ月", "カゲツ", kBeforeK, BehindN::same, 0},
    {U"ヶ月", "カゲツ", kBeforeK, BehindN::same, 0},
    {U"ヵ月", "カゲツ", kBeforeK, BehindN::same, 0},
    {U"ケ月", "カゲツ", kBeforeK, BehindN::same, 0},
    {U"か所", "カショ", kBeforeK, BehindN::same, 0},
    {U"カ所", "カショ", kBeforeK, BehindN::same, 0},
    {U"ヶ所", "カショ", kBeforeK, BehindN::same, 0},
    {U"箇所", "カショ", kBeforeK, BehindN::same, 0},
    {U"か国", "カコク", kBeforeK, BehindN::same, 0},
    {U"カ国", "カコク", kBeforeK, BehindN::same, 0},
    {U"曲", "キョク", kBeforeK, BehindN::same, 0},
    {U"巻", "カン", kBeforeK, BehindN::same, 0},
    {U"機", "キ", kBeforeK, BehindN::same, 0},
    {U"級", "キュウ", kBeforeK, BehindN::same, 0},
    {U"期", "キ", kBeforeK, BehindN::same, 0},
    {U"桁", "ケタ", kBeforeK, BehindN::same, 0},
    {U"キロ", "キロ", kBeforeForeignK, BehindN::same, 0},
    {U"歳", "サイ", kBeforeS, BehindN::same, 0},
    {U"才", "サイ", kBeforeS, BehindN::same, 0},
    {U"冊", "サツ", kBeforeS, BehindN::same, 0},
    {U"世紀", "セイキ", kBeforeS, BehindN::same, 0},
    {U"社", "シャ", kBeforeS, BehindN::same, 0},
    {U"種", "シュ", kBeforeS, BehindN::same, 0},
    {U"種類", "シュルイ", kBeforeS, BehindN::same, 0},
    {U"章", "ショウ", kBeforeS, BehindN::same, 0},
    {U"節", "セツ", kBeforeS, BehindN::same, 0},
    {U"週", "シュウ", kBeforeS, BehindN::same, 0},
    {U"周", "シュウ", kBeforeS, BehindN::same, 0},
    {U"層", "ソウ", kBeforeS, BehindN::same, 0},
    {U"隻", "セキ", kBeforeS, BehindN::same, 0},
    {U"色", "ショク", kBeforeS, BehindN::same, 0},
    {U"足", "ソク", kBeforeS, BehindN::voiced, 0},
    {U"センチ", "センチ", kBeforeS, BehindN::same, 0},
    {U"点", "テン", kBeforeS, BehindN::same, 0},
    {U"通", "ツウ", kBeforeS, BehindN::same, 0},
    {U"体", "タイ", kBeforeS, BehindN::same, 0},
    {U"頭", "トウ", kBeforeS, BehindN::same, 0},
    {U"等", "トウ", kBeforeS, BehindN::same, 0},
    {U"通り", "トオリ", kBeforeS, BehindN::same, 0},
    {U"丁目", "チョウメ", kBeforeS, BehindN::same, 0},
    {U"本", "ホン", kBeforeK, BehindN::voiced, 0},
    {U"杯", "ハイ", kBeforeK, BehindN::voiced, 0},
    {U"匹", "ヒキ", kBeforeK, BehindN::voiced, 0},
    {U"票", "ヒョウ", kBeforeK, BehindN::voiced, 0},
    {U"分", "フン", kBeforeK, BehindN::half_voiced, 0},
    {U"泊", "ハク", kBeforeK, BehindN::half_voiced, 0},
    {U"発", "ハツ", kBeforeK, BehindN::half_voiced, 0},
    {U"歩", "ホ", kBeforeK, BehindN::half_voiced, 0},
    {U"編", "ヘン", kBeforeK, BehindN::half_voiced, 0},
    {U"版", "ハン", kBeforeK, BehindN::half_voiced, 0},
    {U"品", "ヒン", kBeforeK, BehindN::half_voiced, 0},
    {U"%", "パーセント", kTen, BehindN::same, 0},
    {U"パーセント", "パーセント", kTen, BehindN::same, 0},
    {U"ページ", "ページ", kTen, BehindN::same, 0},
    {U"ポイント", "ポイント", kTen, BehindN::same, 0},
    {U"円", "エン", kNone, BehindN::same, kYo},
    {U"年", "ネン", kNone, BehindN::same, kYo},
    {U"人", "ニン", kNone, BehindN::same, kYo | kShichi},
    {U"時", "ジ", kNone, BehindN::same, kYo | kShichi | kKu},
    {U"月", "ガツ", kNone, BehindN::same, kShi | kShichi | kKu},
    {U"日", "ニチ", kNone, BehindN::same, kYo | kShichi | kKu},
    {U"つ", "ツ", kNone, BehindN::same, 0},
    {U"組", "クミ", kNone, BehindN::same, 0},
    {U"枚", "マイ", kNone, BehindN::same, 0},
    {U"番", "バン", kNone, BehindN::same, 0},
    {U"度", "ド", kNone, BehindN::same, 0},
    {U"倍", "バイ", kNone, BehindN::same, 0},
    {U"台", "ダイ", kNone, BehindN::same, 0},
    {U"名", "メイ", kNone, BehindN::same, 0},
    {U"秒", "ビョウ", kNone, BehindN::same, 0},
    {U"行", "ギョウ", kNone, BehindN::same, 0},
    {U"列", "レツ", kNone, BehindN::same, 0},
    {U"文字", "モジ", kNone, BehindN::same, 0},
    {U"語", "ゴ", kNone, BehindN::same, 0},
    {U"問", "モン", kNone, BehindN::same, 0},
    {U"部", "ブ", kNone, BehindN::same, 0},
    {U"号", "ゴウ", kNone, BehindN::same, 0},
    {U"次", "ジ", kNone, BehindN::same, 0},
    {U"段", "ダン", kNone, BehindN::same, 0},
    {U"割", "ワリ", kNone, BehindN::same, 0},
    {U"代", "ダイ", kNone, BehindN::same, 0},
    {U"話", "ワ", kNone, BehindN::same, 0},
    {U"対", "タイ", kNone, BehindN::same, 0},
};

// Words of their own for a number with its counter.
struct OwnWord {
  std::u32string_view counter;
  int64_t value;
  std::string_view kana;
};
constexpr OwnWord kOwnWords[] = {
    {U"時", 0, "レイジ"},        {U"人", 1, "ヒトリ"},   {U"人", 2, "フタリ"},
    {U"日", 2, "フツカ"},        {U"日", 3, "ミッカ"},   {U"日", 4, "ヨッカ"},
    {U"日", 5, "イツカ"},        {U"日", 6, "ムイカ"},   {U"日", 7, "ナノカ"},
    {U"日", 8, "ヨウカ"},        {U"日", 9, "ココノカ"}, {U"日", 10, "トオカ"},
    {U"日", 14, "ジュウヨッカ"}, {U"日", 20, "ハツカ"},  {U"日", 24, "ニジュウヨッカ"},
    {U"つ", 1, "ヒトツ"},        {U"つ", 2, "フタツ"},   {U"つ", 3, "ミッツ"},
    {U"つ", 4, "ヨッツ"},        {U"つ", 5, "イツツ"},   {U"つ", 6, "ムッツ"},
    {U"つ", 7, "ナナツ"},        {U"つ", 8, "ヤッツ"},   {U"つ", 9, "ココノツ"},
    {U"つ", 10, "トオ"},         {U"組", 1, "ヒトクミ"}, {U"組", 2, "フタクミ"},
    {U"桁", 1, "ヒトケタ"},      {U"桁", 2, "フタケタ"}, {U"通り", 1, "ヒトトオリ"},
    {U"通り", 2, "フタトオリ"},
};

struct Ending {
  uint8_t bit;
  std::string_view plain, changed;
};
constexpr Ending kDoubled[] = {
    {kOne, "イチ", "イッ"},         {kSix, "ロク", "ロッ"},         {kEight, "ハチ", "ハッ"},
    {kTen, "ジュウ", "ジュッ"},     {kHundred, "ヒャク", "ヒャッ"}, {kHundred, "ビャク", "ビャッ"},
    {kHundred, "ピャク", "ピャッ"},
};
constexpr Ending kOld[] = {
    {kYo, "ヨン", "ヨ"}, {kShi, "ヨン", "シ"}, {kShichi, "ナナ", "シチ"}, {kKu, "キュウ", "ク"}};

template <size_t N>
bool change_end(std::string& number, uint8_t bits, const Ending (&endings)[N]) {
  for (const Ending& ending : endings) {
    if ((bits & ending.bit) == 0 || !number.ends_with(ending.plain)) continue;
    number.resize(number.size() - ending.plain.size());
    number += ending.changed;
    return true;
  }
  return false;
}

bool is_voiceless_h(char32_t c) {
  return std::u32string_view(U"ハヒフヘホ").find(c) != std::u32string_view::npos;
}

// ケン becomes ゲン (`steps` 1), ホン ボン (1) or ポン (2): they follow each other in Unicode.
std::string voiced_kana(std::string_view kana, char32_t steps) {
  size_t at = 0;
  std::string out;
  append_utf8(out, next_code_point(kana, at) + steps);
  return out += kana.substr(at);
}

template <size_t N>
const JapaneseCounter* longest(std::u32string_view text, const JapaneseCounter (&rows)[N]) {
  const JapaneseCounter* found = nullptr;
  for (const JapaneseCounter& row : rows) {
    const bool longer = found == nullptr || row.text.size() > found->text.size();
    if (longer && text.starts_with(row.text)) found = &row;
  }
  return found;
}

}  // namespace

const JapaneseCounter* find_magnitude(std::u32string_view text) {
  return longest(text, kMagnitudes);
}

const JapaneseCounter* find_counter(std::u32string_view text) { return longest(text, kCounters); }

bool ends_in_n(std::string_view number) {
  return number.ends_with("ン") && !number.ends_with("ヨン");
}

std::string counted(std::string number, int64_t value, const JapaneseCounter& counter) {
  for (const OwnWord& word : kOwnWords) {
    if (word.value == value && word.counter == counter.text) return std::string(word.kana);
  }
  change_end(number, counter.old, kOld);
  size_t at = 0;
  const bool begins_with_h = is_voiceless_h(next_code_point(counter.kana, at));
  if (change_end(number, counter.doubled, kDoubled)) {
    return number + (begins_with_h ? voiced_kana(counter.kana, 2) : std::string(counter.kana));
  }
  char32_t steps = 0;
  switch (counter.behind_n) {
    case BehindN::same:
      break;
    case BehindN::voiced:
      steps = ends_in_n(number) ? 1 : 0;
      break;
    case BehindN::voiced_behind_three:
      steps = number.ends_with("サン") ? 1 : 0;
      break;
    case BehindN::half_voiced:
      steps = number.ends_with("ン") ? 2 : 0;
      break;
  }
  return number + voiced_kana(counter.kana, steps);
}

}  // namespace sotto::phonemes
