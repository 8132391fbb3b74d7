// GGUF: a model in one file, or in several. Source: the format description of ggml (docs/gguf.md),
// version 3; version 2 is laid out alike. All numbers are little-endian.
//
//   "GGUF", u32 version, u64 tensors, u64 key-values
//   key-values: text key, u32 type, value; a text is its u64 length and its bytes
//   tensors: text name, u32 dimensions, u64 each (the length of a row first), u32 type, u64 offset
//   data from the next multiple of general.alignment (32 without it), to which offsets are relative
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "checkpoint/gguf_metadata.h"
#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

struct GgufFile {
  GgufMetadata metadata;              // of the first part
  std::vector<StoredTensor> tensors;  // [out, in], as everywhere else: the length of a row last
  std::vector<std::shared_ptr<const MappedFile>> files;  // what all of it points into
};

// One file in memory, which must outlive the result. No two tensors share a name or bytes; types
// that are not in weights.h are refused. `source` is its name for messages.
Result<GgufFile> parse_gguf(std::span<const std::byte> file, std::string_view source);

// Maps the file, or all parts of what it is a part of ("name-00001-of-00003.gguf").
Result<GgufFile> open_gguf(const std::filesystem::path& path);

// Whether it is called so. What is in it is not looked at.
bool is_gguf(const std::filesystem::path& path);

}  // namespace sotto::checkpoint
