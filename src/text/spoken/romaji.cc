#include "text/spoken/romaji.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/utf8.h"

namespace sotto::spoken {
namespace {

constexpr char32_t kFirstKana = 0x3041, kLastKana = 0x3096;
// From ぁ to ゖ, in the order of Unicode.
constexpr const char* kHepburn[] = {
    "a",  "a",  "i",   "i",  "u",  "u",   "e",  "e",   "o",  "o",  "ka", "ga", "ki", "gi", "ku",
    "gu", "ke", "ge",  "ko", "go", "sa",  "za", "shi", "ji", "su", "zu", "se", "ze", "so", "zo",
    "ta", "da", "chi", "ji", "",   "tsu", "zu", "te",  "de", "to", "do", "na", "ni", "nu", "ne",
    "no", "ha", "ba",  "pa", "hi", "bi",  "pi", "fu",  "bu", "pu", "he", "be", "pe", "ho", "bo",
    "po", "ma", "mi",  "mu", "me", "mo",  "ya", "ya",  "yu", "yu", "yo", "yo", "ra", "ri", "ru",
    "re", "ro", "wa",  "wa", "wi", "we",  "wo", "n",   "vu", "ka", "ke"};
static_assert(std::size(kHepburn) == kLastKana - kFirstKana + 1);

struct Pair {
  std::string_view what, with;
};
constexpr Pair kLatinSigns[] = {{"。", "."},  {"、", ","},  {"？", "?"},  {"！", "!"}, {"「", "\""},
                                {"」", "\""}, {"『", "\""}, {"』", "\""}, {"：", ":"}, {"（", "("},
                                {"）", ")"},  {"《", "("},  {"》", ")"},  {"【", "["}, {"】", "]"},
                                {"・", "/"},  {"，", ","},  {"ー", "-"}};
constexpr Pair kOwnWords[] = {{"東京", "tokyo"},   {"大阪", "osaka"},    {"京都", "kyoto"},
                              {"柔道", "judo"},    {"弁当", "bento"},    {"ホッピー", "hoppy"},
                              {"ヒルズ", "hills"}, {"カービィ", "kirby"}};
// Signs that NFKC leaves in full width.
constexpr Pair kWide[] = {{"”", "\""}, {"’", "'"}, {"‘", "`"}, {"−", "-"}, {"〜", "~"}};

const Pair* find(std::span<const Pair> pairs, std::string_view what) {
  const auto found = std::ranges::find(pairs, what, &Pair::what);
  return found == pairs.end() ? nullptr : &*found;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}
bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, text) != all.end();
}

char32_t to_hiragana(char32_t c) { return c >= 0x30a1 && c <= 0x30f6 ? c - 0x60 : c; }

// Katakana become hiragana.
std::u32string kana_of(std::string_view text) {
  std::u32string kana;
  for (size_t i = 0; i < text.size();) kana += to_hiragana(next_code_point(text, i));
  return kana;
}

std::string_view hepburn(char32_t c) {
  return c >= kFirstKana && c <= kLastKana ? kHepburn[c - kFirstKana] : "";
}
bool is_in(char32_t c, std::u32string_view set) { return set.find(c) != set.npos; }

// し, じ and ち before a small や, ゆ or よ: their own letters end in what comes then.
bool is_palatal(char32_t c, char32_t next) { return is_in(c, U"しじち") && is_in(next, U"ゃゅょ"); }

// The letters for one kana between its neighbours (0: none). っ stays where a word ends in it.
std::string letters_of(char32_t before, char32_t c, char32_t next) {
  constexpr std::u32string_view kSmall = U"ゃゅょぁぃぅぇぉ";
  if (is_palatal(before, c)) {
    const std::string_view first = hepburn(before);  // "shi" gives "sh", "ji" "j"
    return std::string(first.substr(0, first.size() - 1)) + std::string(hepburn(c).substr(1));
  }
  if (next != 0 && is_palatal(c, next)) return {};
  if (next != 0 && is_in(next, kSmall)) {
    if (c == U'っ' || hepburn(c).empty()) return {};
    const std::string_view first = hepburn(c);
    return std::string(first.substr(0, first.size() - 1)) + std::string(hepburn(next));
  }
  if (is_in(c, kSmall)) return {};
  if (c == U'ー') return hepburn(before).empty() ? "-" : std::string(1, hepburn(before).back());
  if (c == U'っ') {
    if (next == 0) return "っ";
    if (next == U'ち') return "t";
    if (is_in(next, U"あいうえおっ") || hepburn(next).empty()) return "-";
    return std::string(1, hepburn(next).front());
  }
  if (c == U'ん') return next != 0 && is_in(next, U"あいうえおやゆよ") ? "n'" : "n";
  return std::string(hepburn(c));
}

std::string letters_of(std::string_view kana) {
  const std::u32string all = kana_of(kana);
  std::string letters;
  for (size_t i = 0; i < all.size(); ++i)
    letters += letters_of(i > 0 ? all[i - 1] : 0, all[i], i + 1 < all.size() ? all[i + 1] : 0);
  return letters;
}

bool is_kana(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const char32_t c = to_hiragana(next_code_point(text, i));
    if ((c < kFirstKana || c > kLastKana) && c != U'ー') return false;
  }
  return true;
}

// "サーバー-server": what stands behind the hyphen, where that is a spelling.
std::string_view own_spelling(const JapaneseWord& word) {
  const size_t hyphen = word.lemma.find('-');
  if (hyphen == word.lemma.npos || word.surface.find('-') != word.surface.npos) return {};
  const std::string_view spelling = std::string_view(word.lemma).substr(hyphen + 1);
  return is_ascii(spelling) ? spelling : std::string_view();
}

std::string letters_of(const JapaneseWord& word) {
  if (const Pair* own = find(kOwnWords, word.surface)) return std::string(own->with);
  if (is_ascii(word.surface)) return word.surface;
  if (is_one_of(word.surface, {"€", "¥"})) return {};
  if (!word.known) {
    if (is_kana(word.surface)) return letters_of(std::string_view(word.surface));
    std::string unknown;
    for (size_t i = 0; i < word.surface.size(); unknown += '?') next_code_point(word.surface, i);
    return unknown;
  }
  if (word.pos1 == "補助記号") {
    const Pair* sign = find(kLatinSigns, word.surface);
    if (sign != nullptr) return std::string(sign->with);
    return is_kana(word.surface) ? letters_of(std::string_view(word.surface)) : std::string();
  }
  if (word.pos1 == "助詞" && word.pron == "ワ") return "wa";
  if (word.pos1 == "助詞" && word.pron == "エ") return "e";
  if (const std::string_view spelling = own_spelling(word); !spelling.empty())
    return std::string(spelling);
  return word.kana.empty() ? word.surface : letters_of(std::string_view(word.kana));
}

// Whether a space stands between a word, which is written so, and the next.
bool is_apart(const JapaneseWord& word, std::string_view letters, const JapaneseWord* next) {
  if (is_one_of(word.surface, {"「", "『"}) || is_one_of(letters, {"", "(", "[", "(["}) ||
      letters == "/")
    return false;
  if (next != nullptr && is_ascii(word.surface) && is_ascii(next->surface)) return next->spaced;
  if (word.pos1 == "接頭辞") return false;
  if (next == nullptr) return true;
  if (is_one_of(next->pos1, {"補助記号", "接尾辞"}) || next->surface == "," ||
      next->pos2 == "接続助詞" || (is_number(word.surface) && is_number(next->surface)))
    return false;
  if (letters.ends_with('-') && !own_spelling(word).empty()) return false;
  return !(is_one_of(word.pos1, {"動詞", "助動詞", "形容詞"}) && next->pos1 == "助動詞" &&
           next->surface != "です");
}

// An apostrophe within a word of letters.
bool is_within(const JapaneseWord& word, const JapaneseWord* next) {
  return word.surface == "'" && !word.spaced && next != nullptr && !next->spaced &&
         std::isalpha(static_cast<unsigned char>(next->surface.front())) != 0;
}

struct Written {
  std::string letters;
  bool space = false;  // behind it
};

std::vector<Written> written(std::span<const JapaneseWord> words) {
  constexpr std::string_view kOpen = "っ";
  std::vector<Written> all;
  for (size_t i = 0; i < words.size(); ++i) {
    const JapaneseWord& word = words[i];
    const JapaneseWord* next = i + 1 < words.size() ? &words[i + 1] : nullptr;
    Written* before = all.empty() ? nullptr : &all.back();
    if (is_within(word, next)) {
      if (before != nullptr) before->space = false;
      all.push_back({word.surface, false});
      continue;
    }
    const std::string letters = letters_of(word);
    if (before != nullptr && !letters.empty() && before->letters.ends_with(kOpen))
      before->letters.replace(before->letters.size() - kOpen.size(), kOpen.size(), 1, letters[0]);
    const bool opens = is_one_of(word.surface, {"「", "『"}) || is_one_of(letters, {"", "(", "["});
    if (before != nullptr && opens) before->space = true;
    all.push_back({letters, is_apart(word, letters, next)});
  }
  return all;
}

}  // namespace

std::string one_width(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(status);
  if (U_FAILURE(status)) return std::string(text);
  std::string all, narrow;
  icu::StringByteSink<std::string> sink(&all);
  nfkc->normalizeUTF8(0, {text.data(), static_cast<int32_t>(text.size())}, sink, nullptr, status);
  if (U_FAILURE(status)) return std::string(text);
  for (size_t i = 0; i < all.size();) {
    const size_t begin = i;
    next_code_point(all, i);
    const std::string_view character = std::string_view(all).substr(begin, i - begin);
    const Pair* wide = find(kWide, character);
    narrow += wide != nullptr ? wide->with : character;
  }
  return narrow;
}

std::string romaji(std::span<const JapaneseWord> words) {
  std::string text;
  for (const Written& word : written(words)) {
    std::string letters = word.letters;
    for (size_t at = 0; (at = letters.find("っ", at)) != letters.npos;) letters.erase(at, 3);
    text.append(letters).append(word.space ? " " : "");
  }
  const size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos) return {};
  text = text.substr(begin, text.find_last_not_of(' ') - begin + 1);
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace sotto::spoken
