// Any text as the yaml of a model: an error, or numbers that fit each other.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/pocket_tts/config.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto::models::pocket_tts;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto config = parse_config(text, "fuzz.yaml");
  if (!config) {
    if (config.error().message.empty()) std::abort();
    return 0;
  }
  const FlowTransformerConfig& t = config->flow_lm.transformer;
  const MimiConfig& mimi = config->mimi;
  const bool fits = t.d_model > 0 && t.num_heads > 0 && t.num_kv_heads > 0 &&
                    t.num_heads % t.num_kv_heads == 0 && t.attn_dim % (2 * t.num_heads) == 0 &&
                    t.dim_feedforward > 0 && config->flow_lm.lookup_table.dim == t.d_model &&
                    mimi.samples_per_frame() > 0 && mimi.seanet.hop() > 0 &&
                    mimi.samples_per_frame() % mimi.seanet.hop() == 0 &&
                    mimi.transformer.d_model % (2 * mimi.transformer.num_heads) == 0;
  if (!fits) std::abort();
  return 0;
}
