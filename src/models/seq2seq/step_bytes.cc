#include "models/seq2seq/step_bytes.h"

namespace sotto::models::seq2seq {

size_t step_bytes(const Network& network, const device::Weight& output,
                  const device::Device::Columns& columns) {
  const double skipped =
      columns.all > 0 ? static_cast<double>(columns.all - columns.read) / columns.all : 0;
  const auto read = [&](const device::Weight& w) {
    return w->skips_zeros ? w->bytes - static_cast<size_t>(skipped * w->rows * w->cols) : w->bytes;
  };
  size_t bytes = device::bytes_of(output);
  for (const DecoderLayer& l : network.decoder) {
    for (const nn::Linear* part :
         {&l.self_attn.q_proj, &l.self_attn.k_proj, &l.self_attn.v_proj, &l.self_attn.out_proj,
          &l.encoder_attn.q_proj, &l.encoder_attn.out_proj, &l.fc.fc1, &l.fc.fc2}) {
      const size_t bias = part->b ? static_cast<size_t>(device::rows_of(part->w)) : 0;
      bytes += read(part->w) + bias * sizeof(float);
    }
    const auto d = static_cast<size_t>(device::cols_of(l.self_attn.q_proj.w));
    bytes += 3 * 2 * d * sizeof(float);  // the norms
  }
  return bytes;
}

}  // namespace sotto::models::seq2seq
