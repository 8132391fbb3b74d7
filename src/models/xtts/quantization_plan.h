#pragma once

#include <filesystem>

#include "models/quantization_options.h"
#include "sotto/error.h"

namespace sotto::models::xtts {

// model.safetensors of a folder. The matrices of the GPT's layers are quantized; with
// `options.convolutions` those of the vocoder's blocks become int8, too, whatever the scheme, for
// activations whose ranges are those of each call. Everything else stays as it is.
Result<checkpoint::FolderPlan> quantization_plan(const std::filesystem::path& folder,
                                                 const QuantizationOptions& options);

}  // namespace sotto::models::xtts
