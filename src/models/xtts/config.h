// The config.json of an XTTS model: facts beyond the shapes of its tensors.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "models/sampling.h"
#include "sotto/error.h"

namespace sotto::models::xtts {

struct Config {
  int heads = 16;
  int max_text_tokens = 402, max_audio_tokens = 605;  // a text has fewer than so many
  int start_audio_token = 1024, stop_audio_token = 1025;
  // Samples, at the rate that recordings are heard at, of one token; and of the sound, at its rate,
  // of one frame.
  int code_stride = 1024, hop = 256;
  int input_sample_rate = 22050, output_sample_rate = 24000;
  // Recordings of a voice: how much of each counts, how much of all the GPT hears, and how much of
  // that at once.
  int max_ref_seconds = 30, cond_seconds = 30, cond_chunk_seconds = 4;
  std::vector<std::string> languages;  // as upstream calls them: "zh-cn"
  SamplingSettings sampling;           // as upstream's synthesize() has them
};

// The file is untrusted. Where it does not say something, upstream's own default counts.
Result<Config> parse_config(std::string_view json, std::string_view file);
Result<Config> read_config(const std::filesystem::path& file);

}  // namespace sotto::models::xtts
