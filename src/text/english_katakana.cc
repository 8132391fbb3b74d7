#include "text/english_katakana.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/data/english_ja.h"
#include "text/data/letter_units.h"
#include "text/data/words_ja.h"
#include "text/kana_sounds.h"
#include "text/katakana.h"
#include "text/pronunciation_rules.h"

namespace sotto::text {
namespace {

using UnitId = uint16_t;
using History = uint64_t;  // the last units, kBits each; 0 stands for none

constexpr int kBits = 10;
constexpr int kOrder = 4;        // a unit and the three before it
constexpr UnitId kWordEdge = 1;  // both ends of a word
constexpr size_t kFirstUnit = 2;
constexpr size_t kMostUnits = size_t{1} << kBits;
constexpr size_t kBeam = 12;
constexpr double kUnseen = 1e-7;  // probability of a unit that was never counted

// Letters of a word and the sounds that they stand for.
struct LetterUnit {
  std::string_view letters;
  std::vector<Sound> sounds;
  float cost = 0;  // negative logarithm of its share of all units
};

std::vector<Sound> sounds_of_unit(std::string_view names) {
  std::vector<Sound> out;
  while (names != "_" && !names.empty()) {
    const size_t end = std::min(names.find('.'), names.size());
    if (const auto sound = find_sound(names.substr(0, end))) out.push_back(*sound);
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return out;
}

std::vector<LetterUnit> read_letter_units() {
  std::vector<LetterUnit> out(kFirstUnit);
  std::string_view list = kLetterUnits;
  while (out.size() < kMostUnits) {
    const std::string_view letters = next_of_list(list);
    const std::string_view names = next_of_list(list);
    const std::string_view cost = next_of_list(list);
    if (cost.empty()) break;
    int hundredths = 0;
    std::from_chars(cost.data(), cost.data() + cost.size(), hundredths);
    out.push_back({letters, sounds_of_unit(names), static_cast<float>(hundredths) / 100});
  }
  return out;
}

class JointNgram {
 public:
  JointNgram() : units_(read_letter_units()) {
    for (size_t id = kFirstUnit; id < units_.size(); ++id)
      by_letter_[index_of(units_[id].letters[0])].push_back(static_cast<UnitId>(id));
    ReadingMap readings = read_pairs(kJapaneseWords);
    readings.merge(read_pairs(kEnglishInJapanese));
    for (const auto& [word, reading] : readings) {
      const auto sounds = sounds_of(reading);
      if (is_of_letters(word) && sounds && reading != spelled_katakana(word))
        count(aligned(word, *sounds));
    }
  }

  std::string say(std::string_view word) const;

 private:
  struct Path {
    double score = 0;  // logarithm
    History history = kWordEdge;
    std::vector<Sound> sounds = {};
  };
  struct Followers {
    uint32_t all = 0, different = 0;
  };

  static size_t index_of(char letter) { return static_cast<size_t>(letter - 'a'); }
  static bool is_of_letters(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
  }
  static History last(History history, int units) {
    return history & ((History{1} << (kBits * units)) - 1);
  }
  static History longer(History history, UnitId unit) {
    return last(history << kBits | unit, kOrder - 1);
  }
  // Whether there are so many units.
  static bool has(History history, int units) {
    return units == 0 || history >> (kBits * (units - 1)) != 0;
  }

  std::vector<UnitId> aligned(std::string_view word, std::span<const Sound> sounds) const;
  void count(const std::vector<UnitId>& units);
  double probability(History history, UnitId unit) const;

  std::vector<LetterUnit> units_;
  std::array<std::vector<UnitId>, 26> by_letter_;  // the first one
  std::unordered_map<History, uint32_t> counts_;   // of units in a row
  std::unordered_map<History, Followers> followers_;
};

// The likeliest units that make up the word and its sounds; none if there are no such.
std::vector<UnitId> JointNgram::aligned(std::string_view word,
                                        std::span<const Sound> sounds) const {
  struct Place {
    float cost = std::numeric_limits<float>::infinity();
    UnitId last = 0;
  };
  const size_t width = sounds.size() + 1;
  std::vector<Place> places((word.size() + 1) * width);
  places[0].cost = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    for (size_t j = 0; j < width; ++j) {
      const float before = places[i * width + j].cost;
      if (std::isinf(before)) continue;
      for (const UnitId id : by_letter_[index_of(word[i])]) {
        const LetterUnit& unit = units_[id];
        const auto rest = sounds.subspan(j);
        const bool begins = std::ranges::mismatch(unit.sounds, rest).in1 == unit.sounds.end();
        if (!begins || !word.substr(i).starts_with(unit.letters)) continue;
        Place& to = places[(i + unit.letters.size()) * width + j + unit.sounds.size()];
        if (before + unit.cost < to.cost) to = {before + unit.cost, id};
      }
    }
  }
  std::vector<UnitId> out;
  size_t i = word.size(), j = sounds.size();
  if (std::isinf(places.back().cost)) return out;
  while (i > 0) {
    const UnitId id = places[i * width + j].last;
    out.push_back(id);
    i -= units_[id].letters.size();
    j -= units_[id].sounds.size();
  }
  std::ranges::reverse(out);
  return out;
}

void JointNgram::count(const std::vector<UnitId>& units) {
  if (units.empty()) return;
  History history = kWordEdge;
  const auto add = [&](UnitId unit) {
    for (int before = 0; before < kOrder && has(history, before); ++before) {
      const History seen = last(history, before);
      Followers& followers = followers_[seen];
      ++followers.all;
      if (++counts_[seen << kBits | unit] == 1) ++followers.different;
    }
    history = longer(history, unit);
  };
  for (const UnitId unit : units) add(unit);
  add(kWordEdge);
}

// The probability of a unit behind others: from counts behind as many of them as there are, and
// behind fewer by the rule of Witten and Bell (1991).
double JointNgram::probability(History history, UnitId unit) const {
  double p = kUnseen;
  for (int before = 0; before < kOrder && has(history, before); ++before) {
    const History seen = last(history, before);
    const auto followers = followers_.find(seen);
    if (followers == followers_.end()) break;
    const auto count = counts_.find(seen << kBits | unit);
    const double times = count == counts_.end() ? 0 : count->second;
    const auto [all, different] = followers->second;
    p = (times + different * p) / (all + different);
  }
  return p;
}

std::string JointNgram::say(std::string_view word) const {
  if (!is_of_letters(word)) return {};
  std::vector<std::vector<Path>> paths(word.size() + 1);  // by the letters that are said
  paths[0].emplace_back();
  const auto keep_best = [](std::vector<Path>& all) {
    std::ranges::stable_sort(all, std::greater{}, &Path::score);
    if (all.size() > kBeam) all.resize(kBeam);
  };
  for (size_t i = 0; i < word.size(); ++i) {
    keep_best(paths[i]);
    for (const Path& path : paths[i]) {
      for (const UnitId id : by_letter_[index_of(word[i])]) {
        const LetterUnit& unit = units_[id];
        if (!word.substr(i).starts_with(unit.letters)) continue;
        Path& next = paths[i + unit.letters.size()].emplace_back(path);
        next.score += std::log(probability(path.history, id));
        next.history = longer(path.history, id);
        next.sounds.insert(next.sounds.end(), unit.sounds.begin(), unit.sounds.end());
      }
    }
  }
  // Units that are cut otherwise may give the same sounds.
  std::map<std::string, double> said;
  keep_best(paths.back());
  for (const Path& path : paths.back())
    said[katakana_of(path.sounds)] += std::exp(path.score) * probability(path.history, kWordEdge);
  const auto best = std::ranges::max_element(said, {}, [](const auto& s) { return s.second; });
  return best == said.end() ? std::string() : best->first;
}

}  // namespace

std::string english_katakana(std::string_view word) {
  static const JointNgram kNgram;
  return kNgram.say(word);
}

}  // namespace sotto::text
