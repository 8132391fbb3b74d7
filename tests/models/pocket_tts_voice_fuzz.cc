// Any bytes as a voice: an error, or a voice that fits the model and holds finite numbers.
#include <cmath>
#include <cstdlib>

#include "checkpoint/safetensors.h"
#include "checkpoint/tensor_table.h"
#include "models/pocket_tts/voice_state.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto;
  const auto tensors =
      checkpoint::parse_safetensors(std::as_bytes(std::span(data, size)), "fuzz.safetensors");
  if (!tensors) return 0;
  checkpoint::TensorTable table("fuzz.safetensors");
  for (const checkpoint::StoredTensor& tensor : *tensors) table.add(tensor);
  models::pocket_tts::FlowLmConfig config;
  config.transformer = {
      .d_model = 4, .num_heads = 2, .num_layers = 2, .attn_dim = 4, .num_kv_heads = 1};
  const auto voice = models::pocket_tts::read_voice_state(table, config);
  if (!voice) return 0;
  const auto count = static_cast<size_t>(voice->positions) * static_cast<size_t>(voice->cols());
  if (voice->positions < 1 || voice->cols() != 2 || voice->layers.size() != 2) std::abort();
  for (const auto& layer : voice->layers) {
    if (layer.k.size() != count || layer.v.size() != count) std::abort();
    for (const float x : layer.k) {
      if (!std::isfinite(x)) std::abort();
    }
    for (const float x : layer.v) {
      if (!std::isfinite(x)) std::abort();
    }
  }
  return 0;
}
