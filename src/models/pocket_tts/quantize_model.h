// A Pocket TTS model with smaller weights, as a folder of its own: what `sotto quantize` does.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/quantize_folder.h"
#include "device/device.h"
#include "models/pocket_tts/config.h"
#include "quant/quant_params.h"
#include "sotto/error.h"

namespace sotto::models::pocket_tts {

// Static int8 for the convolutions of Mimi's decoder, whose levels come from what they read while
// the model says some texts (calibrate.h).
struct StaticConvolutions {
  std::vector<std::string> texts;  // empty: calibration_texts()
  int levels = quant::QuantParams::kTwoBytes;
  std::shared_ptr<const device::Backend> backend;     // that speaks
  std::function<void(size_t done, size_t all)> said;  // hears of each text; or empty
};

// Writes into `target` the yaml under its own name (so that voices which were added for the model
// speak with both), model.safetensors, the tokenizer, the voices that lie with the model, its
// licence, and a README.md. Which matrices are quantized, quantized.h says; `options.weights.keep`
// keeps more. The folder appears when all is written, or not at all. Loading it gives the numbers
// that loading `config` with the scheme gives, but for static convolutions, which only a folder
// has.
Result<checkpoint::QuantizeResult> quantize_model(
    const Config& config, const std::filesystem::path& target,
    checkpoint::QuantizeFolderOptions options,
    const std::optional<StaticConvolutions>& convolutions = {});

// Folders in which the voices of a model lie, as files `NAME.safetensors`: beside its weights, and
// beside its yaml.
std::vector<std::filesystem::path> voice_folders(const Config& config, const WeightPaths& files);

}  // namespace sotto::models::pocket_tts
