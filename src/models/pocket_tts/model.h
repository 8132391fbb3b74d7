// A whole Pocket TTS model: rules for texts, FlowLM, Mimi, and how it gets voices.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "device/device.h"
#include "models/pocket_tts/config.h"
#include "models/pocket_tts/flow_lm.h"
#include "models/pocket_tts/mimi.h"
#include "models/pocket_tts/prompt.h"
#include "models/pocket_tts/strict_weights.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::pocket_tts {

// Immutable; sessions on any threads share it.
struct Model {
  // file: the yaml. `scheme` is for the matrices that FlowLm and MimiDecoder say. Weights are
  // prepared for `backend` and others of its kind.
  static Result<std::shared_ptr<const Model>> load(const std::filesystem::path& file,
                                                   std::optional<quant::Scheme> scheme,
                                                   const device::Backend& backend);

  // The voice of a recording: mono, at any rate that convert_rate takes. It needs weights that only
  // some files have (see WeightPaths).
  Result<VoiceState> hear(std::span<const float> samples, int sample_rate_hz,
                          const device::Backend& backend) const;

  size_t weight_bytes() const;  // in memory, as they are computed with

  Config config;
  WeightPaths files;
  Prompts prompts;
  std::shared_ptr<const StrictWeights> weights;
  std::shared_ptr<const FlowLm> flow_lm;
  std::shared_ptr<const MimiDecoder> mimi;
};

}  // namespace sotto::models::pocket_tts
