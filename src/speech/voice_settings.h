// Settings of voices: a row each, of which flags and keys of the user's file are made.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::speech {

// A number. Kinds of voices that have a setting of the same key mean the same by it.
struct VoiceSetting {
  std::string_view key;        // "max-tokens": --max-tokens, SOTTO_MAX_TOKENS, max_tokens
  std::string_view help;       // for --help
  bool is_whole;               // and not negative
  double least, most;          // an infinite `most`: any
  std::string_view usual;      // where nobody sets it; empty: the model's own
  std::string_view word = {};  // that may stand in the number's place: "auto"
};

// Values as written, by key.
using VoiceSettings = std::map<std::string, std::string, std::less<>>;

// "a whole number from 1 to 1000", "auto or a number from 0 to 1"
std::string range_of(const VoiceSetting& setting);

// The error says in one sentence, which names the key, what is wrong with such a value.
Result<void> check(const VoiceSetting& setting, std::string_view value);

// The value that was set, else the usual one. None: the model's own, or the word.
std::optional<double> number(const VoiceSettings& settings, const VoiceSetting& setting);
std::optional<uint64_t> whole_number(const VoiceSettings& settings, const VoiceSetting& setting);

}  // namespace sotto::speech
