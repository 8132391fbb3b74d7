// Options of a network's quantization plan.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/quantize_folder.h"
#include "device/device.h"
#include "quant/quant_params.h"

namespace sotto::models {

// int8 for convolutions of a voice, whatever the scheme of the rest. Where the network says so
// (Kind::statics) the levels of activations come from what it reads while it says some texts.
struct StaticConvolutions {
  std::vector<std::string> texts;  // empty: some that are built in
  int levels = quant::QuantParams::kTwoBytes;
  std::shared_ptr<const device::Backend> backend;     // that speaks
  std::function<void(size_t done, size_t all)> said;  // hears of each text; or empty
};

struct QuantizationOptions {
  checkpoint::QuantizeFolderOptions folder;
  std::optional<StaticConvolutions> convolutions = {};
  const checkpoint::ModelFolder* opened = nullptr;  // a translator's, where it is open already
};

}  // namespace sotto::models
