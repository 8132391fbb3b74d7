// torch.save files (pytorch_model.bin, *.pt, *.pth): a zip archive with `<root>/data.pkl`, which
// describes the tensors, and `<root>/data/<key>`, the bytes of each storage, not compressed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "checkpoint/pickle.h"
#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

// Maps a file. Contiguous tensors point into the mapping, others are copied into order. The format
// of torch before 1.6, one pickle after another, is refused as unsupported.
Result<std::shared_ptr<const Weights>> open_torch_file(const std::filesystem::path& path,
                                                       Objects objects = Objects::refused);

// The same for a file in memory, which must outlive the result.
Result<std::shared_ptr<const Weights>> parse_torch_file(std::span<const std::byte> file,
                                                        std::string_view source,
                                                        Objects objects = Objects::refused);

}  // namespace sotto::checkpoint
