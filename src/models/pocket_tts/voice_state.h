// A voice: what FlowLM remembers after it has heard one, keys (rotated) and values of each layer.
#pragma once

#include <filesystem>
#include <vector>

#include "checkpoint/weights.h"
#include "models/pocket_tts/config.h"
#include "sotto/error.h"

namespace sotto::models::pocket_tts {

struct VoiceState {
  struct Layer {
    std::vector<float> k, v;  // [positions, kv_heads, head_size]
  };

  int positions = 0;
  int kv_heads = 0;
  int head_size = 0;
  std::vector<Layer> layers = {};

  int cols() const { return kv_heads * head_size; }
};

// A .safetensors file as the reference's `export-voice` writes it: for each layer
//   transformer.layers.<i>.self_attn/cache   [2, 1, T, kv_heads, head_size], keys, then values
//   transformer.layers.<i>.self_attn/offset  I64 [1]: positions that count, at most T
//   transformer.layers.<i>.self_attn/pad     I64 [1]: 0
// or, in the older form, instead of the last two a tensor `current_end` whose length is the offset.
// The file is untrusted: it must fit the model, and hold finite numbers where they count.
Result<VoiceState> read_voice_state(const std::filesystem::path& path, const FlowLmConfig& model);
Result<VoiceState> read_voice_state(const checkpoint::Weights& file, const FlowLmConfig& model);

// Writes the newer form.
Result<void> write_voice_state(const std::filesystem::path& path, const VoiceState& voice);

}  // namespace sotto::models::pocket_tts
