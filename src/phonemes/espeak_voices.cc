#include "phonemes/espeak_voices.h"

#include <algorithm>
#include <charconv>

#include "base/child.h"

namespace sotto::phonemes {
namespace {

constexpr size_t kMaxTableBytes = size_t{1} << 20;

// Splits at runs of spaces, but keeps "(fr 5)" together.
std::vector<std::string_view> fields(std::string_view line) {
  std::vector<std::string_view> found;
  while (!line.empty()) {
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == line.npos) break;
    line.remove_prefix(begin);
    const size_t end = line[0] == '(' ? line.find(')') : line.find_first_of(" \t\r(");
    const size_t length = end == line.npos ? line.size() : end + (line[0] == '(' ? 1 : 0);
    found.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
  return found;
}

int number(std::string_view digits) {
  int value = 99;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

}  // namespace

std::vector<EspeakVoice> parse_espeak_voices(std::string_view table) {
  std::vector<EspeakVoice> voices;
  while (!table.empty()) {
    const std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(table.size(), line.size() + 1));
    const std::vector<std::string_view> columns = fields(line);
    if (columns.size() < 5 || columns[0].find_first_not_of("0123456789") != line.npos) continue;
    EspeakVoice voice{std::string(columns[1]), {{std::string(columns[1]), number(columns[0])}}};
    for (const std::string_view other : columns) {  // "(zh 5)"
      const size_t space = other.find(' ');
      if (other.front() != '(' || space == other.npos) continue;
      voice.languages.emplace_back(other.substr(1, space - 1), number(other.substr(space + 1)));
    }
    voices.push_back(std::move(voice));
  }
  return voices;
}

std::string espeak_code(const std::vector<EspeakVoice>& voices, const std::string& iso) {
  // A voice of exactly this language, else a voice that lists it, else a regional one ("fr-fr").
  const auto cost = [&](const EspeakVoice& voice) {
    int best = 1000;
    for (const auto& [language, priority] : voice.languages) {
      if (language == iso) best = std::min(best, priority + (voice.code == iso ? 0 : 100));
      if (language.starts_with(iso + "-")) best = std::min(best, priority + 200);
    }
    return best;
  };
  std::string code;
  int least = 1000;
  for (const EspeakVoice& voice : voices) {
    if (const int c = cost(voice); c < least) {
      least = c;
      code = voice.code;
    }
  }
  return code;
}

const std::vector<EspeakVoice>& espeak_voices() {
  static const std::vector<EspeakVoice> voices = [] {
    const Result<std::string> table =
        run_program({"espeak-ng", "--voices"}, "", {}, kMaxTableBytes);
    return table ? parse_espeak_voices(*table) : std::vector<EspeakVoice>();
  }();
  return voices;
}

}  // namespace sotto::phonemes
