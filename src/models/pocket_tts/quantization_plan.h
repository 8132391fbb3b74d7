#pragma once

#include <filesystem>

#include "models/quantization_options.h"
#include "sotto/error.h"

namespace sotto::models::pocket_tts {

// The yaml under its own name (so that voices which were added for the model speak with both),
// model.safetensors, the tokenizer and the voices that lie with the model. quantized.h says which
// matrices are quantized; with `options.convolutions` those of Mimi's decoder become int8, for
// activations whose levels are measured here (calibrate.h). Loading the folder gives the numbers
// that loading `model` (a yaml, or a folder with one) with the scheme gives, but for static
// convolutions, which only a folder has.
Result<checkpoint::FolderPlan> quantization_plan(const std::filesystem::path& model,
                                                 const QuantizationOptions& options);

}  // namespace sotto::models::pocket_tts
