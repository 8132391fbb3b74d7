#include "phonemes/kana_phonemes.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "base/utf8.h"
#include "phonemes/is_in.h"

namespace sotto::phonemes {
namespace {

struct Kana {
  char32_t kana;
  std::string_view phonemes;
};
struct KanaPair {
  char32_t first, second;
  std::string_view phonemes;
};

// Upstream's tables (misaki 0.9.4, cutlet.py, Apache-2.0), which are those of Kokoro's training.
constexpr Kana kKana[] = {
    {U'ぁ', "a"},   {U'あ', "a"},   {U'ぃ', "i"},   {U'い', "i"},  {U'ぅ', "ɯ"},  {U'う', "ɯ"},
    {U'ぇ', "e"},   {U'え', "e"},   {U'ぉ', "o"},   {U'お', "o"},  {U'か', "ka"}, {U'が', "ɡa"},
    {U'き', "kʲi"}, {U'ぎ', "ɡʲi"}, {U'く', "kɯ"},  {U'ぐ', "ɡɯ"}, {U'け', "ke"}, {U'げ', "ɡe"},
    {U'こ', "ko"},  {U'ご', "ɡo"},  {U'さ', "sa"},  {U'ざ', "ʣa"}, {U'し', "ɕi"}, {U'じ', "ʥi"},
    {U'す', "sɨ"},  {U'ず', "zɨ"},  {U'せ', "se"},  {U'ぜ', "ʣe"}, {U'そ', "so"}, {U'ぞ', "ʣo"},
    {U'た', "ta"},  {U'だ', "da"},  {U'ち', "ʨi"},  {U'ぢ', "ʥi"}, {U'つ', "ʦɨ"}, {U'づ', "zɨ"},
    {U'て', "te"},  {U'で', "de"},  {U'と', "to"},  {U'ど', "do"}, {U'な', "na"}, {U'に', "ɲi"},
    {U'ぬ', "nɯ"},  {U'ね', "ne"},  {U'の', "no"},  {U'は', "ha"}, {U'ば', "ba"}, {U'ぱ', "pa"},
    {U'ひ', "çi"},  {U'び', "bʲi"}, {U'ぴ', "pʲi"}, {U'ふ', "ɸɯ"}, {U'ぶ', "bɯ"}, {U'ぷ', "pɯ"},
    {U'へ', "he"},  {U'べ', "be"},  {U'ぺ', "pe"},  {U'ほ', "ho"}, {U'ぼ', "bo"}, {U'ぽ', "po"},
    {U'ま', "ma"},  {U'み', "mʲi"}, {U'む', "mɯ"},  {U'め', "me"}, {U'も', "mo"}, {U'ゃ', "ja"},
    {U'や', "ja"},  {U'ゅ', "jɯ"},  {U'ゆ', "jɯ"},  {U'ょ', "jo"}, {U'よ', "jo"}, {U'ら', "ɾa"},
    {U'り', "ɾʲi"}, {U'る', "ɾɯ"},  {U'れ', "ɾe"},  {U'ろ', "ɾo"}, {U'ゎ', "βa"}, {U'わ', "βa"},
    {U'ゐ', "i"},   {U'ゑ', "e"},   {U'を', "o"},   {U'ゔ', "vɯ"}, {U'ゕ', "ka"}, {U'ゖ', "ke"},
    {U'ヷ', "va"},  {U'ヸ', "vʲi"}, {U'ヹ', "ve"},  {U'ヺ', "vo"},
};
constexpr KanaPair kPairs[] = {
    {U'い', U'ぇ', "je"},  {U'う', U'ぃ', "βi"},  {U'う', U'ぇ', "βe"},  {U'う', U'ぉ', "βo"},
    {U'き', U'ぇ', "kʲe"}, {U'き', U'ゃ', "kʲa"}, {U'き', U'ゅ', "kʲɨ"}, {U'き', U'ょ', "kʲo"},
    {U'ぎ', U'ゃ', "ɡʲa"}, {U'ぎ', U'ゅ', "ɡʲɨ"}, {U'ぎ', U'ょ', "ɡʲo"}, {U'く', U'ぁ', "kᵝa"},
    {U'く', U'ぃ', "kᵝi"}, {U'く', U'ぇ', "kᵝe"}, {U'く', U'ぉ', "kᵝo"}, {U'ぐ', U'ぁ', "ɡᵝa"},
    {U'ぐ', U'ぃ', "ɡᵝi"}, {U'ぐ', U'ぇ', "ɡᵝe"}, {U'ぐ', U'ぉ', "ɡᵝo"}, {U'し', U'ぇ', "ɕe"},
    {U'し', U'ゃ', "ɕa"},  {U'し', U'ゅ', "ɕɨ"},  {U'し', U'ょ', "ɕo"},  {U'じ', U'ぇ', "ʥe"},
    {U'じ', U'ゃ', "ʥa"},  {U'じ', U'ゅ', "ʥɨ"},  {U'じ', U'ょ', "ʥo"},  {U'ち', U'ぇ', "ʨe"},
    {U'ち', U'ゃ', "ʨa"},  {U'ち', U'ゅ', "ʨɨ"},  {U'ち', U'ょ', "ʨo"},  {U'ぢ', U'ゃ', "ʥa"},
    {U'ぢ', U'ゅ', "ʥɨ"},  {U'ぢ', U'ょ', "ʥo"},  {U'つ', U'ぁ', "ʦa"},  {U'つ', U'ぃ', "ʦʲi"},
    {U'つ', U'ぇ', "ʦe"},  {U'つ', U'ぉ', "ʦo"},  {U'て', U'ぃ', "tʲi"}, {U'て', U'ゅ', "tʲɨ"},
    {U'で', U'ぃ', "dʲi"}, {U'で', U'ゅ', "dʲɨ"}, {U'と', U'ぅ', "tɯ"},  {U'ど', U'ぅ', "dɯ"},
    {U'に', U'ぇ', "ɲe"},  {U'に', U'ゃ', "ɲa"},  {U'に', U'ゅ', "ɲɨ"},  {U'に', U'ょ', "ɲo"},
    {U'ひ', U'ぇ', "çe"},  {U'ひ', U'ゃ', "ça"},  {U'ひ', U'ゅ', "çɨ"},  {U'ひ', U'ょ', "ço"},
    {U'び', U'ゃ', "bʲa"}, {U'び', U'ゅ', "bʲɨ"}, {U'び', U'ょ', "bʲo"}, {U'ぴ', U'ゃ', "pʲa"},
    {U'ぴ', U'ゅ', "pʲɨ"}, {U'ぴ', U'ょ', "pʲo"}, {U'ふ', U'ぁ', "ɸa"},  {U'ふ', U'ぃ', "ɸʲi"},
    {U'ふ', U'ぇ', "ɸe"},  {U'ふ', U'ぉ', "ɸo"},  {U'ふ', U'ゅ', "ɸʲɨ"}, {U'ふ', U'ょ', "ɸʲo"},
    {U'み', U'ゃ', "mʲa"}, {U'み', U'ゅ', "mʲɨ"}, {U'み', U'ょ', "mʲo"}, {U'り', U'ゃ', "ɾʲa"},
    {U'り', U'ゅ', "ɾʲɨ"}, {U'り', U'ょ', "ɾʲo"}, {U'ゔ', U'ぁ', "va"},  {U'ゔ', U'ぃ', "vʲi"},
    {U'ゔ', U'ぇ', "ve"},  {U'ゔ', U'ぉ', "vo"},  {U'ゔ', U'ゅ', "bʲɨ"}, {U'ゔ', U'ょ', "bʲo"},
};

// Symbols, by themselves; others stay what they are. Voicing marks without a letter are dropped.
constexpr Kana kSymbols[] = {
    {U'。', "."}, {U'、', ","}, {U'？', "?"}, {U'！', "!"}, {U'「', "“"},    {U'」', "”"},
    {U'『', "“"}, {U'』', "”"}, {U'：', ":"}, {U'；', ";"}, {U'（', "("},    {U'）', ")"},
    {U'《', "("}, {U'》', ")"}, {U'【', "["}, {U'】', "]"}, {U'・', " "},    {U'，', ","},
    {U'～', "—"}, {U'〜', "—"}, {U'«', "“"},  {U'»', "”"},  {U'\u309a', ""}, {U'\u3099', ""},
};

using Table = std::unordered_map<char32_t, std::string_view>;
using PairTable = std::unordered_map<uint64_t, std::string_view>;

template <size_t N>
Table table_of(const Kana (&rows)[N]) {
  Table table;
  for (const Kana& row : rows) table.emplace(row.kana, row.phonemes);
  return table;
}

uint64_t key_of(char32_t first, char32_t second) { return uint64_t{first} << 32 | second; }

std::string_view single(char32_t kana) {
  static const Table table = table_of(kKana);
  const auto it = table.find(kana);
  return it == table.end() ? std::string_view() : it->second;
}

// None: these two are no unit.
const std::string_view* pair_of(char32_t first, char32_t second) {
  static const PairTable table = [] {
    PairTable pairs;
    for (const KanaPair& row : kPairs) pairs.emplace(key_of(row.first, row.second), row.phonemes);
    return pairs;
  }();
  const auto it = table.find(key_of(first, second));
  return it == table.end() ? nullptr : &it->second;
}

bool is_small_vowel(char32_t kana) { return is_in(kana, U"ゃゅょぁぃぅぇぉ"); }

bool begins_with_one_of(std::string_view phonemes, std::initializer_list<std::string_view> sounds) {
  return std::any_of(sounds.begin(), sounds.end(),
                     [&](std::string_view sound) { return phonemes.starts_with(sound); });
}

// ん is said at the place of what follows it.
std::string_view nasal(char32_t next) {
  const std::string_view sound = single(next);
  if (begins_with_one_of(sound, {"m", "p", "b"})) return "m";
  if (begins_with_one_of(sound, {"k", "ɡ"})) return "ŋ";
  if (begins_with_one_of(sound, {"ɲ", "ʨ", "ʥ"})) return "ɲ";
  if (begins_with_one_of(sound, {"n", "t", "d", "ɾ", "z"})) return "n";
  return "ɴ";
}

// か becomes が; 0: there is no such letter.
char32_t voiced(char32_t kana) {
  constexpr std::u32string_view kPlain = U"かきくけこさしすせそたちつてとはひふへほ";
  constexpr std::u32string_view kVoiced = U"がぎぐげござじずぜぞだぢづでどばびぶべぼ";
  const size_t at = kPlain.find(kana);
  return at == kPlain.npos ? 0 : kVoiced[at];
}

// Iteration marks: ゝ repeats the letter before it as it is written, ゞ its voiced sound.
void append_iteration(char32_t mark, char32_t before, std::string& out) {
  if (is_in(mark, U"ゝヽ") && before != 0) append_utf8(out, before);
  if (is_in(mark, U"ゞヾ")) out += single(voiced(before));
}

// The kana `kana` between its neighbours (0: none).
void append_kana(char32_t before, char32_t kana, char32_t next, std::string& out) {
  if (is_in(kana, U"〃々ゝゞヽ")) return append_iteration(kana, before, out);
  if (const std::string_view* unit = pair_of(before, kana)) {
    out += *unit;
  } else if (pair_of(kana, next) != nullptr) {
    // said when its second half comes
  } else if (is_small_vowel(next)) {  // no unit: its consonant, and the small letter's sound
    if (kana == U'っ') return;
    std::string sound(single(kana));
    while (!sound.empty() && (sound.back() & 0xc0) == 0x80) sound.pop_back();  // the last character
    if (!sound.empty()) sound.pop_back();
    out += sound;
    out += single(next);
  } else if (is_small_vowel(kana)) {
    // said with the one before it
  } else if (kana == U'ー') {
    out += "ː";
  } else if (kana == U'っ') {
    out += "ʔ";
  } else if (kana == U'ん') {
    out += nasal(next);
  } else {
    out += single(kana);
  }
}

}  // namespace

std::string kana_phonemes(std::string_view hiragana) {
  std::u32string word;
  for (size_t i = 0; i < hiragana.size();) word += next_code_point(hiragana, i);
  std::string out;
  for (size_t i = 0; i < word.size(); ++i) {
    append_kana(i > 0 ? word[i - 1] : 0, word[i], i + 1 < word.size() ? word[i + 1] : 0, out);
  }
  return out;
}

std::string symbol_phonemes(std::string_view symbols) {
  static const Table table = table_of(kSymbols);
  std::string out;
  for (size_t i = 0; i < symbols.size();) {
    const char32_t c = next_code_point(symbols, i);
    const auto it = table.find(c);
    if (it == table.end()) {
      // A letter among symbols has its sound.
      if (const std::string_view sound = single(c); !sound.empty()) {
        out += sound;
      } else {
        append_utf8(out, c);
      }
    } else {
      out += it->second;
    }
  }
  return out;
}

std::string to_hiragana(std::string_view katakana) {
  std::string out;
  for (size_t i = 0; i < katakana.size();) {
    const char32_t c = next_code_point(katakana, i);
    const bool has_hiragana = c >= U'ァ' && c <= U'ヶ';
    append_utf8(out, has_hiragana ? c - (U'ァ' - U'ぁ') : c);
  }
  return out;
}

}  // namespace sotto::phonemes
