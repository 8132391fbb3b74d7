#include "models/nllb/step_bytes.h"

namespace sotto::models::nllb {

size_t step_bytes(const Network& network, const device::Weight& output) {
  size_t bytes = device::bytes_of(output);
  for (const DecoderLayer& l : network.decoder) {
    for (const nn::Linear* part :
         {&l.self_attn.q_proj, &l.self_attn.k_proj, &l.self_attn.v_proj, &l.self_attn.out_proj,
          &l.encoder_attn.q_proj, &l.encoder_attn.out_proj, &l.fc.fc1, &l.fc.fc2}) {
      const size_t bias = part->b != nullptr ? static_cast<size_t>(device::rows_of(part->w)) : 0;
      bytes += device::bytes_of(part->w) + bias * sizeof(float);
    }
    const auto d = static_cast<size_t>(device::cols_of(l.self_attn.q_proj.w));
    bytes += 3 * 2 * d * sizeof(float);  // the norms
  }
  return bytes;
}

}  // namespace sotto::models::nllb
