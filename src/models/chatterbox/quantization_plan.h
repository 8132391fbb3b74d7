#pragma once

#include <filesystem>

#include "models/quantization_options.h"
#include "sotto/error.h"

namespace sotto::models::chatterbox {

// Every network of a folder with upstream's names, under its own name as safetensors. The matrices
// of T3's layers, its head and those of S3Gen's flow are quantized; embeddings of T3, what a voice
// goes through, convolutions, the vocoder and what hears recordings stay as they are.
Result<checkpoint::FolderPlan> quantization_plan(const std::filesystem::path& folder,
                                                 const QuantizationOptions& options);

}  // namespace sotto::models::chatterbox
