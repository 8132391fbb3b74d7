#include "text/katakana.h"

#include <algorithm>
#include <array>
#include <vector>

namespace sotto::text {
namespace {

constexpr std::array<std::string_view, 26> kLetters = {
    "エー",   "ビー",   "シー", "ディー", "イー",       "エフ",     "ジー", "エイチ", "アイ",
    "ジェイ", "ケー",   "エル", "エム",   "エヌ",       "オー",     "ピー", "キュー", "アール",
    "エス",   "ティー", "ユー", "ブイ",   "ダブリュー", "エックス", "ワイ", "ゼット"};

// A consonant with each of the five vowels, and alone.
struct KanaRow {
  std::string_view consonant;
  std::array<std::string_view, 5> with;
  std::string_view alone;
};

constexpr std::array<KanaRow, 20> kRows = {{
    {"", {"ア", "イ", "ウ", "エ", "オ"}, ""},
    {"k", {"カ", "キ", "ク", "ケ", "コ"}, "ク"},
    {"s", {"サ", "シ", "ス", "セ", "ソ"}, "ス"},
    {"t", {"タ", "ティ", "トゥ", "テ", "ト"}, "ト"},
    {"n", {"ナ", "ニ", "ヌ", "ネ", "ノ"}, "ン"},
    {"h", {"ハ", "ヒ", "フ", "ヘ", "ホ"}, ""},
    {"m", {"マ", "ミ", "ム", "メ", "モ"}, "ム"},
    {"y", {"ヤ", "イ", "ユ", "イェ", "ヨ"}, "イ"},
    {"r", {"ラ", "リ", "ル", "レ", "ロ"}, "ル"},
    {"w", {"ワ", "ウィ", "ウ", "ウェ", "ウォ"}, "ウ"},
    {"g", {"ガ", "ギ", "グ", "ゲ", "ゴ"}, "グ"},
    {"z", {"ザ", "ジ", "ズ", "ゼ", "ゾ"}, "ズ"},
    {"d", {"ダ", "ディ", "ドゥ", "デ", "ド"}, "ド"},
    {"b", {"バ", "ビ", "ブ", "ベ", "ボ"}, "ブ"},
    {"p", {"パ", "ピ", "プ", "ペ", "ポ"}, "プ"},
    {"f", {"ファ", "フィ", "フ", "フェ", "フォ"}, "フ"},
    {"v", {"バ", "ビ", "ブ", "ベ", "ボ"}, "ブ"},
    {"j", {"ジャ", "ジ", "ジュ", "ジェ", "ジョ"}, "ジ"},
    {"ch", {"チャ", "チ", "チュ", "チェ", "チョ"}, "チ"},
    {"sh", {"シャ", "シ", "シュ", "シェ", "ショ"}, "シュ"},
}};

// How letters are said. The first rule that fits is used; `where` says what must stand around.
struct SoundRule {
  enum Where { anywhere, at_start, at_end, before_consonant, before_front_vowel };
  std::string_view letters;
  Where where;
  std::string_view sounds;  // separated by spaces; vowels in capitals, "-" lengthens, "Q" is ッ
};

constexpr std::array<SoundRule, 66> kRules = {{
    {"tion", SoundRule::anywhere, "sh O n"},
    {"ssion", SoundRule::anywhere, "Q sh O n"},
    {"sion", SoundRule::anywhere, "j O n"},
    {"ture", SoundRule::at_end, "ch A -"},
    {"dge", SoundRule::at_end, "Q j"},
    {"igh", SoundRule::anywhere, "A I"},
    {"tch", SoundRule::anywhere, "Q ch"},
    {"sch", SoundRule::anywhere, "s k"},
    {"chr", SoundRule::anywhere, "k r"},
    {"ch", SoundRule::anywhere, "ch"},
    {"sh", SoundRule::anywhere, "sh"},
    {"ph", SoundRule::anywhere, "f"},
    {"th", SoundRule::anywhere, "s"},
    {"wh", SoundRule::anywhere, "w"},
    {"wr", SoundRule::at_start, "r"},
    {"kn", SoundRule::at_start, "n"},
    {"ck", SoundRule::anywhere, "Q k"},
    {"gh", SoundRule::anywhere, ""},
    {"qu", SoundRule::anywhere, "k w"},
    {"mb", SoundRule::at_end, "m"},
    {"ng", SoundRule::at_end, "n g"},
    {"ge", SoundRule::at_end, "j"},
    {"ce", SoundRule::at_end, "s"},
    {"le", SoundRule::at_end, "r"},
    {"ee", SoundRule::anywhere, "I -"},
    {"ea", SoundRule::anywhere, "I -"},
    {"ie", SoundRule::anywhere, "I -"},
    {"oo", SoundRule::anywhere, "U -"},
    {"ow", SoundRule::at_end, "O -"},
    {"ow", SoundRule::anywhere, "A U"},
    {"ou", SoundRule::anywhere, "A U"},
    {"oa", SoundRule::anywhere, "O -"},
    {"oy", SoundRule::anywhere, "O I"},
    {"oi", SoundRule::anywhere, "O I"},
    {"ai", SoundRule::anywhere, "E I"},
    {"ay", SoundRule::anywhere, "E I"},
    {"ey", SoundRule::at_end, "I -"},
    {"au", SoundRule::anywhere, "O -"},
    {"aw", SoundRule::anywhere, "O -"},
    {"ew", SoundRule::anywhere, "y U -"},
    {"ue", SoundRule::at_end, "U -"},
    {"er", SoundRule::before_consonant, "A -"},
    {"ir", SoundRule::before_consonant, "A -"},
    {"ur", SoundRule::before_consonant, "A -"},
    {"ar", SoundRule::before_consonant, "A -"},
    {"or", SoundRule::at_end, "A -"},
    {"or", SoundRule::before_consonant, "O -"},
    {"y", SoundRule::at_end, "I -"},
    {"c", SoundRule::before_front_vowel, "s"},
    {"g", SoundRule::before_front_vowel, "j"},
    {"x", SoundRule::at_start, "z"},
    {"x", SoundRule::anywhere, "Q k s"},
    {"cc", SoundRule::anywhere, "Q k"},
    {"ll", SoundRule::anywhere, "r"},
    {"rr", SoundRule::anywhere, "r"},
    {"ss", SoundRule::anywhere, "s"},
    {"ff", SoundRule::anywhere, "f"},
    {"mm", SoundRule::anywhere, "m"},
    {"nn", SoundRule::anywhere, "n"},
    {"zz", SoundRule::anywhere, "Q z"},
    {"tt", SoundRule::anywhere, "Q t"},
    {"pp", SoundRule::anywhere, "Q p"},
    {"c", SoundRule::anywhere, "k"},
    {"q", SoundRule::anywhere, "k"},
    {"l", SoundRule::anywhere, "r"},
    {"'", SoundRule::anywhere, ""},
}};

bool is_vowel(char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; }

bool fits(const SoundRule& rule, std::string_view word, size_t i) {
  if (word.substr(i, rule.letters.size()) != rule.letters) return false;
  const size_t end = i + rule.letters.size();
  switch (rule.where) {
    case SoundRule::at_start:
      return i == 0;
    case SoundRule::at_end:
      return end == word.size();
    case SoundRule::before_consonant:
      return end == word.size() || !is_vowel(word[end]);
    case SoundRule::before_front_vowel:
      return end < word.size() && std::string_view("eiy").find(word[end]) != std::string_view::npos;
    default:
      return true;
  }
}

using Sounds = std::vector<std::string_view>;

void add_sounds(std::string_view list, Sounds& out) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    out.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

// The vowel of "make", "line", "node", "tune": long, because of the silent e behind it.
std::string_view long_vowel(char c) {
  switch (c) {
    case 'a':
      return "E I";
    case 'i':
      return "A I";
    case 'o':
      return "O -";
    case 'u':
      return "y U -";
    default:
      return "I -";
  }
}

std::string_view short_vowel(char c) {
  constexpr std::array<std::string_view, 5> kVowels = {"A", "E", "I", "O", "U"};
  return kVowels[std::string_view("aeiou").find(c)];
}

Sounds sounds_of_letters(std::string_view word) {
  Sounds out;
  for (size_t i = 0; i < word.size();) {
    const bool silent_e_follows = is_vowel(word[i]) && i + 3 == word.size() &&
                                  !is_vowel(word[i + 1]) && word[i + 1] != 'x' &&
                                  word[i + 2] == 'e';
    if (silent_e_follows) {
      add_sounds(long_vowel(word[i]), out);
      ++i;
      continue;
    }
    if (word[i] == 'e' && i + 1 == word.size() && i >= 2 && !is_vowel(word[i - 1])) break;
    const auto rule = std::find_if(kRules.begin(), kRules.end(),
                                   [&](const SoundRule& r) { return fits(r, word, i); });
    if (rule != kRules.end()) {
      add_sounds(rule->sounds, out);
      i += rule->letters.size();
    } else {
      out.push_back(is_vowel(word[i]) ? short_vowel(word[i]) : word.substr(i, 1));
      ++i;
    }
  }
  return out;
}

int vowel_index(std::string_view sound) {
  constexpr std::string_view kOrder = "AIUEO";
  if (sound.size() != 1) return -1;
  const size_t i = kOrder.find(sound[0]);
  return i == std::string_view::npos ? -1 : static_cast<int>(i);
}

const KanaRow& kana_row(std::string_view consonant) {
  const auto row = std::find_if(kRows.begin(), kRows.end(),
                                [&](const KanaRow& r) { return r.consonant == consonant; });
  return row == kRows.end() ? kRows.front() : *row;
}

// "bit" is ビット: a short vowel and one hard consonant at the end.
void harden_end(Sounds& sounds) {
  const size_t n = sounds.size();
  if (n < 3 || vowel_index(sounds[n - 2]) < 0 || vowel_index(sounds[n - 3]) >= 0) return;
  const std::string_view last = sounds[n - 1];
  if (last == "t" || last == "k" || last == "p" || last == "g") {
    sounds.insert(sounds.end() - 1, "Q");
  }
}

}  // namespace

std::string spelled_katakana(std::string_view word) {
  std::string out;
  for (const char c : word) {
    const char lower = static_cast<char>(c | 0x20);
    if (lower >= 'a' && lower <= 'z') out += kLetters[static_cast<size_t>(lower - 'a')];
    if (c >= '0' && c <= '9') out += c;
  }
  return out;
}

std::string approximate_katakana(std::string_view word) {
  Sounds sounds = sounds_of_letters(word);
  harden_end(sounds);
  std::string out;
  for (size_t i = 0; i < sounds.size(); ++i) {
    const std::string_view sound = sounds[i];
    if (sound == "-") {
      out += "ー";
    } else if (sound == "Q") {
      if (!out.empty() && i + 1 < sounds.size()) out += "ッ";
    } else if (const int vowel = vowel_index(sound); vowel >= 0) {
      out += kRows.front().with[static_cast<size_t>(vowel)];
    } else {
      const KanaRow& row = kana_row(sound);
      const int next = i + 1 < sounds.size() ? vowel_index(sounds[i + 1]) : -1;
      const bool hums =
          sound == "m" && i + 1 < sounds.size() && (sounds[i + 1] == "p" || sounds[i + 1] == "b");
      if (next >= 0) {
        out += row.with[static_cast<size_t>(next)];
        ++i;
      } else {
        out += hums ? "ン" : row.alone;
      }
    }
  }
  return out;
}

bool is_unpronounceable(std::string_view word) {
  return std::none_of(word.begin(), word.end(), [](char c) { return is_vowel(c) || c == 'y'; });
}

}  // namespace sotto::text
