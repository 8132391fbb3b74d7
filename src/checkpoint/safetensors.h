// The safetensors format: 8 bytes with the header's length (little-endian), a JSON header that says
// dtype, shape and byte range of each tensor, then the bytes without holes.
// Source: the format description of the safetensors project. Files are little-endian; so are the
// machines sotto runs on.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

// Checks a whole file in memory and returns its tensors, which point into `file`. `source` is its
// name for messages.
Result<std::vector<StoredTensor>> parse_safetensors(std::span<const std::byte> file,
                                                    std::string_view source);

// Maps a file; nothing is read before it is used.
Result<std::shared_ptr<const Weights>> open_safetensors(const std::filesystem::path& path);

// The strings that a file says about itself; empty when it has none.
Result<std::map<std::string, std::string>> safetensors_metadata(const std::filesystem::path& path);

}  // namespace sotto::checkpoint
