// Ranges that the convolutions of Mimi's decoder read while a model speaks: from these, static
// quantization takes its levels.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <stop_token>
#include <string>

#include "device/device.h"
#include "models/pocket_tts/model.h"
#include "models/pocket_tts/voice_state.h"
#include "quant/quant_params.h"

namespace sotto::models::pocket_tts {

// Numbers that one convolution read.
struct ReadRange {
  float low = 0, high = 0;
};

// By the name of the convolution's tensors, without ".weight".
using ReadRanges = std::map<std::string, ReadRange>;

// The texts that are said if none are given: each sound of a language somewhere, numbers, a
// question, an exclamation, one word.
std::span<const std::string> calibration_texts();

// The model says the texts, with the voices in turns (none: with no voice), at its own temperature
// and from a fixed seed, so that the ranges are the same with any number of threads. Texts with
// nothing to say are left out; an error when there are no others, or when it is stopped. `said`
// hears of each text that is done.
Result<ReadRanges> calibrate(const Model& model, std::span<const std::string> texts,
                             std::span<const VoiceState> voices, const device::Backend& backend,
                             const std::stop_token& stop,
                             const std::function<void(size_t done, size_t all)>& said = {});

// Levels for such numbers, with room for a voice that is louder.
quant::QuantParams levels_for(const ReadRange& range, int most);

}  // namespace sotto::models::pocket_tts
