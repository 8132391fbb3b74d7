#include "models/nllb/step_bytes.h"

namespace sotto::models::nllb {
namespace {

size_t area(const auto& m) { return static_cast<size_t>(m.rows) * static_cast<size_t>(m.cols); }

struct Bytes {
  size_t operator()(const device::F32Matrix& m) const { return area(m) * sizeof(float); }
  size_t operator()(const device::F16Matrix& m) const { return area(m) * sizeof(uint16_t); }
  size_t operator()(const device::Bf16Matrix& m) const { return area(m) * sizeof(uint16_t); }
  size_t operator()(const quant::Sym8View& m) const {
    return area(m) + static_cast<size_t>(m.rows) * sizeof(float);
  }
  size_t operator()(const quant::AffineView& m) const {
    const size_t scale = m.scales.f16() != nullptr ? sizeof(uint16_t) : sizeof(float);
    const size_t row = static_cast<size_t>(m.words_per_row()) * sizeof(uint32_t) +
                       static_cast<size_t>(m.groups_per_row()) * 2 * scale;
    return static_cast<size_t>(m.rows) * row;
  }
};

}  // namespace

size_t bytes_of(const device::Weight& weight) { return std::visit(Bytes{}, weight); }

size_t step_bytes(const Network& network, const device::Weight& output) {
  size_t bytes = bytes_of(output);
  for (const DecoderLayer& l : network.decoder) {
    for (const nn::Linear* part :
         {&l.self_attn.q_proj, &l.self_attn.k_proj, &l.self_attn.v_proj, &l.self_attn.out_proj,
          &l.encoder_attn.q_proj, &l.encoder_attn.out_proj, &l.fc.fc1, &l.fc.fc2}) {
      const size_t bias = part->b != nullptr ? static_cast<size_t>(device::rows_of(part->w)) : 0;
      bytes += bytes_of(part->w) + bias * sizeof(float);
    }
    const auto d = static_cast<size_t>(device::cols_of(l.self_attn.q_proj.w));
    bytes += 3 * 2 * d * sizeof(float);  // the norms
  }
  return bytes;
}

}  // namespace sotto::models::nllb
