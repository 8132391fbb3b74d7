// XTTS's checkpoint under plain names, whichever of its layouts a folder has.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::models::xtts {

// model.pth, as upstream ships it (beside the tensors lies the object of a configuration, which
// stays unread) or as its trainer writes it ("xtts." before each name), or model.safetensors with
// the tensors alone. Weight norms are folded (models/weight_norm.h). Left out: what only training
// needs.
Result<std::shared_ptr<const checkpoint::Weights>> open_checkpoint(
    const std::filesystem::path& file);

// The same of a model.pth in memory, which must outlive the result; `file` is for messages.
Result<std::shared_ptr<const checkpoint::Weights>> parse_checkpoint(
    std::span<const std::byte> bytes, std::string_view file);

}  // namespace sotto::models::xtts
