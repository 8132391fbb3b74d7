#include "models/causal_lm/network.h"

#include "models/causal_lm/memory.h"

namespace sotto::models::causal_lm {

using device::Tensor;

namespace {

Tensor attend(const nn::SelfAttention& attention, nn::KvCache& cache, const Tensor& x,
              const Tensor& angles, std::span<const device::VisibleKeys> seen, device::Device& d,
              const Sight& see) {
  const nn::KeysValues now = cache.append(x.rows);
  const Tensor q = attention.project(d, x, angles, now);
  see("attention.q", q);
  see("attention.k", now.k);
  see("attention.v", now.v);
  const nn::KeysValues all = cache.all();
  const Tensor y = d.attention(q, all.k, all.v, seen, attention.heads, device::Rows::decode);
  see("attention.out", y);
  return y;
}

}  // namespace

Tensor run(const Network& m, Memory& memory, const Tensor& x, std::span<const int> wanted,
           device::Device& d, Trace* trace) {
  const int count = static_cast<int>(wanted.size());
  const Tensor out = count == x.rows ? x : d.make(count, x.cols);
  const device::Frame frame(d);
  Tensor angles[2];
  for (const Layer& layer : m.layers) {
    Tensor& own = angles[layer.is_windowed ? 1 : 0];
    if (own || !std::holds_alternative<nn::SelfAttention>(layer.mixer)) continue;
    const auto& frequencies = layer.is_windowed ? m.window_frequencies : m.frequencies;
    own = nn::rotary_angles(d, memory.positions(), frequencies, memory.numbers());
  }
  for (size_t i = 0; i < m.layers.size(); ++i) {
    const Layer& layer = m.layers[i];
    const device::Frame layer_frame(d);
    const Sight see{d, trace, static_cast<int>(i)};
    if (const auto* attention = std::get_if<nn::SelfAttention>(&layer.mixer)) {
      const Tensor a =
          attend(*attention, memory.keys_values(i), x, angles[layer.is_windowed ? 1 : 0],
                 memory.seen(layer.is_windowed), d, see);
      attention->out.add_to(d, a, x);
    } else {
      std::get<ShortConvolution>(layer.mixer)
          .add_to(d, {memory.inputs(i), memory.taps(), memory.nothing()}, x, see);
    }
    const bool is_last = i + 1 == m.layers.size();
    if (is_last && count < x.rows && trace == nullptr) {
      if (count == 0) return out;
      d.gather(x, wanted, out);
      layer.feed_forward.add_to(d, out);
      return out;
    }
    layer.feed_forward.add_to(d, x);
    see("", x);
  }
  if (count < x.rows) d.gather(x, wanted, out);
  return out;
}

device::Precision Network::kv_cache() const {
  return nn::kv_precision(layers.front().feed_forward.up.w);
}

size_t Network::step_bytes(const device::Weight& output) const {
  size_t sum = output->coarse_bytes > 0 ? output->coarse_bytes : output->bytes;
  const auto add = [&](std::initializer_list<const nn::Linear*> matrices) {
    for (const nn::Linear* each : matrices) sum += device::bytes_of(each->w);
  };
  for (const Layer& layer : layers) {
    const nn::GatedFeedForward& feed = layer.feed_forward;
    add({&feed.gate, &feed.up, &feed.down.last});
    if (const auto* a = std::get_if<nn::SelfAttention>(&layer.mixer)) {
      add({&a->q_proj, &a->k_proj, &a->v_proj, &a->out.last});
    } else {
      const auto& c = std::get<ShortConvolution>(layer.mixer);
      add({&c.in_b, &c.in_c, &c.in_h, &c.out_proj});
    }
  }
  return sum;
}

}  // namespace sotto::models::causal_lm
