// conds.pt: a voice as upstream keeps it, for both halves of Chatterbox.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "models/chatterbox/conditioning.h"
#include "models/chatterbox/s3gen.h"
#include "sotto/error.h"

namespace sotto::models::chatterbox {

struct Conditionals {
  T3Voice t3;
  SpeechPrompt gen;
};

// Upstream's file, or one of write_conditionals(). It is untrusted: what is not as torch.save wrote
// it, and what has other shapes than upstream's, is one sentence. That it fits a network is for who
// has that to check.
Result<Conditionals> read_conditionals(const std::filesystem::path& file);
// The same names and shapes, in a safetensors file; it appears whole or not at all.
Result<void> write_conditionals(const std::filesystem::path& file, const Conditionals& voice);
// The same from its bytes; `file` is for messages.
Result<Conditionals> parse_conditionals(std::span<const std::byte> bytes, std::string_view file);

}  // namespace sotto::models::chatterbox
