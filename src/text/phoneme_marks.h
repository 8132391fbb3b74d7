// Words whose phonemes are given, in the spoken form of a text: marks of Unicode's private use area,
// which no text from outside has by then, around the phonemes and the word that they are for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sotto::text {

// A part of a spoken form.
struct SpokenRun {
  std::string text;  // plain
  std::string ipa;   // how it is pronounced; empty: as the voice reads it
};

// The word with its phonemes, for a voice that takes them.
std::string with_phonemes(std::string_view word, std::string_view ipa);

bool has_phonemes(std::string_view spoken);

// The parts in order; marks that do not fit each other are left out.
std::vector<SpokenRun> spoken_runs(std::string_view spoken);

// The words alone.
std::string without_phonemes(std::string_view spoken);

}  // namespace sotto::text
