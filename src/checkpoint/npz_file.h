// numpy's archives (*.npz): a zip of *.npy files, one an array, not compressed (np.savez).
// Source: numpy/lib/format.py, versions 1.0 to 3.0. Files are untrusted.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

// Maps a file; its arrays are named without ".npy", and point into the mapping. Fortran's order,
// big-endian numbers, objects and compressed entries are refused.
Result<std::shared_ptr<const Weights>> open_npz(const std::filesystem::path& path);

// The same for a file in memory, which must outlive the result.
Result<std::shared_ptr<const Weights>> parse_npz(std::span<const std::byte> file,
                                                 std::string_view source);

// One *.npy file in memory. `name` is the tensor's.
Result<StoredTensor> parse_npy(std::span<const std::byte> file, std::string_view source,
                               std::string name);

}  // namespace sotto::checkpoint
