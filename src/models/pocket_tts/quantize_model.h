// A Pocket TTS model with smaller weights, as a folder of its own: what `sotto quantize` does.
#pragma once

#include <filesystem>

#include "checkpoint/quantize_folder.h"
#include "models/pocket_tts/config.h"
#include "sotto/error.h"

namespace sotto::models::pocket_tts {

// Writes into `target` the yaml under its own name (so that voices which were added for the model
// speak with both), model.safetensors, the tokenizer, the voices that lie with the model, its
// licence, and a README.md. Which matrices are quantized, quantized.h says; `options.weights.keep`
// keeps more. The folder appears when all is written, or not at all. Loading it gives the numbers
// that loading `config` with the scheme gives.
Result<checkpoint::QuantizeResult> quantize_model(const Config& config,
                                                  const std::filesystem::path& target,
                                                  checkpoint::QuantizeFolderOptions options);

// Folders in which the voices of a model lie, as files `NAME.safetensors`: beside its weights, and
// beside its yaml.
std::vector<std::filesystem::path> voice_folders(const Config& config, const WeightPaths& files);

}  // namespace sotto::models::pocket_tts
