// Marian's binary container, as Firefox's translation models lie in it: tensors with their names,
// and the configuration of the network. Source: marian-dev, src/common/binary.cpp, and
// browsermt/marian-dev for intgemm8. Files are untrusted.
//
// Matrices come out in the order and by the names of all our checkpoints, whatever the file's are:
//   `X_W?` [in, out], float32        X_W?.weight F32 [out, in]
//   `X_W?` [in, out], intgemm8       X_W?.weight I8 [out, in]; X_W?.scales F32 [out], all the same
//   `...Wemb` [ids, d]               ...Wemb.weight, and its scales
//   everything else                  as it is called, F32
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

struct MarianFile {
  std::shared_ptr<const Weights> weights;
  // special:model.yml, an object: integers, booleans and texts, and lists of them.
  nlohmann::json config;
};

// Maps the file. All numbers of float tensors are finite, and all scales are positive. Types that
// are laid out for one processor are refused, and what is not published: float16, intgemm16.
Result<MarianFile> open_marian_file(const std::filesystem::path& path);

// The same for a file in memory, which must outlive the result.
Result<MarianFile> parse_marian_file(std::span<const std::byte> file, std::string_view source);

// The file of a folder that has one, whose name begins with "model." and ends in ".bin"; the
// quantized one where there are several.
Result<std::filesystem::path> find_marian_file(const std::filesystem::path& folder);

}  // namespace sotto::checkpoint
