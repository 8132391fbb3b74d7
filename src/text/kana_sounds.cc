#include "text/kana_sounds.h"

#include <algorithm>
#include <array>
#include <map>

namespace sotto::text {
namespace {

constexpr std::string_view kVowels = "aiueo";

// A consonant with each of the five vowels; empty where it has none of its own.
struct SoundRow {
  std::string_view consonant;
  std::array<std::string_view, 5> with;
};

constexpr SoundRow kSoundRows[] = {
    {"", {"ア", "イ", "ウ", "エ", "オ"}},
    {"k", {"カ", "キ", "ク", "ケ", "コ"}},
    {"s", {"サ", "スィ", "ス", "セ", "ソ"}},
    {"t", {"タ", "ティ", "トゥ", "テ", "ト"}},
    {"n", {"ナ", "ニ", "ヌ", "ネ", "ノ"}},
    {"h", {"ハ", "ヒ", "", "ヘ", "ホ"}},
    {"m", {"マ", "ミ", "ム", "メ", "モ"}},
    {"y", {"ヤ", "", "ユ", "イェ", "ヨ"}},
    {"r", {"ラ", "リ", "ル", "レ", "ロ"}},
    {"w", {"ワ", "ウィ", "", "ウェ", "ウォ"}},
    {"g", {"ガ", "ギ", "グ", "ゲ", "ゴ"}},
    {"z", {"ザ", "ズィ", "ズ", "ゼ", "ゾ"}},
    {"d", {"ダ", "ディ", "ドゥ", "デ", "ド"}},
    {"b", {"バ", "ビ", "ブ", "ベ", "ボ"}},
    {"p", {"パ", "ピ", "プ", "ペ", "ポ"}},
    {"f", {"ファ", "フィ", "フ", "フェ", "フォ"}},
    {"j", {"ジャ", "ジ", "ジュ", "ジェ", "ジョ"}},
    {"ch", {"チャ", "チ", "チュ", "チェ", "チョ"}},
    {"sh", {"シャ", "シ", "シュ", "シェ", "ショ"}},
    {"ts", {"ツァ", "ツィ", "ツ", "ツェ", "ツォ"}},
    {"ky", {"キャ", "", "キュ", "", "キョ"}},
    {"gy", {"ギャ", "", "ギュ", "", "ギョ"}},
    {"ny", {"ニャ", "", "ニュ", "", "ニョ"}},
    {"hy", {"ヒャ", "", "ヒュ", "", "ヒョ"}},
    {"my", {"ミャ", "", "ミュ", "", "ミョ"}},
    {"ry", {"リャ", "", "リュ", "", "リョ"}},
    {"by", {"ビャ", "", "ビュ", "", "ビョ"}},
    {"py", {"ピャ", "", "ピュ", "", "ピョ"}},
    {"dy", {"", "", "デュ", "", ""}},
    {"ty", {"", "", "テュ", "", ""}},
    {"fy", {"", "", "フュ", "", ""}},
    {"kw", {"クァ", "クィ", "", "クェ", "クォ"}},
    {"gw", {"グァ", "グィ", "", "グェ", "グォ"}},
};

// A sound is a vowel, one of these, or a consonant: the number of its row behind them.
constexpr std::string_view kOtherSounds[] = {"ー", "ッ", "ン"};
constexpr std::string_view kOtherNames = "-QN";
constexpr size_t kConsonants = kVowels.size() + kOtherNames.size() - 1;  // plus a row's number

constexpr std::pair<std::string_view, std::string_view> kSaidAs[] = {
    {"ヴァ", "バ"}, {"ヴィ", "ビ"}, {"ヴェ", "ベ"}, {"ヴォ", "ボ"},
    {"ヴ", "ブ"},   {"ヂ", "ジ"},   {"ヅ", "ズ"}};

using KanaSounds = std::map<std::string_view, std::vector<Sound>>;

const KanaSounds& kana_sounds() {
  static const KanaSounds kTable = [] {
    KanaSounds out;
    for (size_t i = 0; i < std::size(kOtherSounds); ++i)
      out[kOtherSounds[i]] = {static_cast<Sound>(kVowels.size() + i)};
    for (size_t row = 0; row < std::size(kSoundRows); ++row) {
      for (size_t vowel = 0; vowel < kVowels.size(); ++vowel) {
        std::vector<Sound> sounds;
        if (row > 0) sounds.push_back(static_cast<Sound>(kConsonants + row));
        sounds.push_back(static_cast<Sound>(vowel));
        if (!kSoundRows[row].with[vowel].empty()) out[kSoundRows[row].with[vowel]] = sounds;
      }
    }
    for (const auto& [written, said] : kSaidAs) out[written] = out.at(said);
    return out;
  }();
  return kTable;
}

}  // namespace

std::optional<Sound> find_sound(std::string_view name) {
  if (name.size() == 1) {
    if (const size_t i = kVowels.find(name); i != kVowels.npos) return static_cast<Sound>(i);
    if (const size_t i = kOtherNames.find(name); i != kOtherNames.npos)
      return static_cast<Sound>(kVowels.size() + i);
  }
  const auto row = std::ranges::find(kSoundRows, name, &SoundRow::consonant);
  if (name.empty() || row == std::end(kSoundRows)) return std::nullopt;
  return static_cast<Sound>(kConsonants + static_cast<size_t>(row - std::begin(kSoundRows)));
}

std::optional<std::vector<Sound>> sounds_of(std::string_view katakana) {
  constexpr size_t kBytes = 3;  // of a character
  const KanaSounds& table = kana_sounds();
  std::vector<Sound> out;
  for (size_t i = 0; i < katakana.size();) {
    auto found = table.find(katakana.substr(i, 2 * kBytes));
    if (found == table.end()) found = table.find(katakana.substr(i, kBytes));
    if (found == table.end()) return std::nullopt;
    out.insert(out.end(), found->second.begin(), found->second.end());
    i += found->first.size();
  }
  return out;
}

std::string katakana_of(std::span<const Sound> sounds) {
  constexpr size_t kU = 2;
  std::string out;
  for (size_t i = 0; i < sounds.size(); ++i) {
    if (sounds[i] < kVowels.size()) {
      out += kSoundRows[0].with[sounds[i]];
    } else if (sounds[i] <= kConsonants) {
      out += kOtherSounds[sounds[i] - kVowels.size()];
    } else {
      const SoundRow& row = kSoundRows[sounds[i] - kConsonants];
      const bool has_vowel = i + 1 < sounds.size() && sounds[i + 1] < kVowels.size();
      const size_t vowel = has_vowel ? sounds[i + 1] : kU;
      if (!row.with[vowel].empty()) {
        out += row.with[vowel];
      } else {
        out += row.with[kU];
        out += kSoundRows[0].with[vowel];
      }
      i += has_vowel ? 1 : 0;
    }
  }
  return out;
}

}  // namespace sotto::text
