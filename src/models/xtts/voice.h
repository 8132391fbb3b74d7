// A voice of XTTS: what it heard in recordings of a speaker.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::models::xtts {

// Rows that the GPT hears of a voice, at most: upstream has 32.
inline constexpr int kMostLatents = 1024;

struct Voice {
  std::vector<float> latents;  // rows that the GPT hears
  std::vector<float> speaker;  // what the vocoder hears
};

// By their names, as upstream keeps them in speakers_xtts.pth: {name: {"gpt_cond_latent": [1, rows,
// d], "speaker_embedding": [1, size, 1]}}.
using Speakers = std::map<std::string, Voice, std::less<>>;

// Upstream's file, or one of write_speakers(). It is untrusted: what is not as torch.save wrote it,
// and what has other shapes, is one sentence. That they fit a network is for who has that to check.
Result<Speakers> read_speakers(const std::filesystem::path& file);
// The same names in a safetensors file, each voice's rows one behind the other; it appears whole or
// not at all.
Result<void> write_speakers(const std::filesystem::path& file, const Speakers& speakers);
// The same from its bytes; `file` is for messages.
Result<Speakers> parse_speakers(std::span<const std::byte> bytes, std::string_view file);

}  // namespace sotto::models::xtts
