// Recordings from files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::audio {

struct Sound {
  std::vector<float> samples;  // mono: the mean of the channels; integers / 2^(bits - 1)
  int sample_rate_hz = 0;
};

// The first `max_seconds` of a WAV, FLAC, Ogg or MP3 file. The file is untrusted; at most 64
// channels.
Result<Sound> read_sound(const std::filesystem::path& file, double max_seconds);

// The same of such a file's content. The error begins with `name`.
Result<Sound> decode_sound(std::string_view content, const std::string& name, double max_seconds);

}  // namespace sotto::audio
