#include "speech/jtalk_times.h"

#include <algorithm>
#include <string_view>

namespace sotto::speech {
namespace {

// "xx^sil-k+o=N/A:...": between - and +.
std::string_view phoneme_of(std::string_view label) {
  const size_t begin = label.find('-');
  const size_t end = label.find('+', begin == label.npos ? 0 : begin);
  if (begin == label.npos || end == label.npos) return {};
  return label.substr(begin + 1, end - begin - 1);
}

bool ends_mora(std::string_view phoneme) {
  if (phoneme == "cl") return true;
  return phoneme.size() == 1 && std::string_view("aiueoAIUEON").find(phoneme) != phoneme.npos;
}

struct MoraTime {
  double begin_ms, end_ms;
};

std::vector<MoraTime> morae_of(const std::vector<std::string>& labels,
                               std::span<const double> ends_ms) {
  std::vector<MoraTime> morae;
  double begin_ms = 0;
  for (size_t i = 0; i < labels.size(); ++i) {
    const std::string_view phoneme = phoneme_of(labels[i]);
    if (ends_mora(phoneme)) morae.push_back({begin_ms, ends_ms[i]});
    if (ends_mora(phoneme) || phoneme == "pau" || phoneme == "sil") begin_ms = ends_ms[i];
  }
  return morae;
}

}  // namespace

void add_word_times(const phonemes::JTalkReading& reading, std::span<const double> ends_ms,
                    double begin_ms, std::vector<WordTime>& words) {
  if (ends_ms.size() != reading.labels.size()) return;
  const std::vector<MoraTime> morae = morae_of(reading.labels, ends_ms);
  size_t all = 0;
  for (const phonemes::JTalkWord& word : reading.words) all += static_cast<size_t>(word.morae);
  if (all != morae.size()) return;
  size_t at = 0;
  for (const phonemes::JTalkWord& word : reading.words) {
    if (word.morae == 0) continue;
    const size_t last = at + static_cast<size_t>(word.morae) - 1;
    words.push_back({begin_ms + morae[at].begin_ms, begin_ms + morae[last].end_ms, word.surface});
    at = last + 1;
  }
}

}  // namespace sotto::speech
