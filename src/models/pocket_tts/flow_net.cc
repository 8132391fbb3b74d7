#include "models/pocket_tts/flow_net.h"

#include <fmt/format.h>

#include <cmath>

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

constexpr float kNormEpsilon = 1e-6f;
constexpr double kTimeEpsilon = 1e-5;
constexpr int kTimePairs = 128;  // in every published network

// The condition as a norm's scale and shift, and a gate.
struct Modulated {
  Tensor shift, scale, gate;
};

Modulated modulated(device::Device& d, const Modulation& m, const Tensor& y) {
  const auto room = [&](const nn::Linear& part) { return d.make(y.rows, device::rows_of(part.w)); };
  const Modulated made{room(m.shift), room(m.scale), m.gate ? room(*m.gate) : Tensor()};
  const device::Product products[] = {m.shift.into(made.shift), m.scale.into(made.scale),
                                      m.gate ? m.gate->into(made.gate) : device::Product()};
  d.linears(y, std::span(products).first(m.gate ? 3 : 2));
  return made;
}

}  // namespace

std::vector<float> TimeEmbed::operator()(device::Device& d, float t) const {
  const device::Frame frame(d);
  std::vector<float> waves;
  for (const float f : freqs) waves.push_back(std::cos(t * f));
  for (const float f : freqs) waves.push_back(std::sin(t * f));
  const Tensor h = mlp_0(d, d.upload(waves, 1, static_cast<int>(waves.size())));
  d.activate(device::Activation::silu, h, h);
  const auto found = d.read(mlp_2(d, h));
  std::vector<float> x(found.begin(), found.end());
  const auto n = static_cast<double>(x.size());
  double mean = 0, variance = 0;
  for (const float v : x) mean += double{v} / n;
  for (const float v : x) variance += (v - mean) * (v - mean) / (n - 1);
  const double factor = 1 / std::sqrt(kTimeEpsilon + variance);
  for (size_t c = 0; c < x.size(); ++c) x[c] = static_cast<float>(x[c] * factor) * alpha[c];
  return x;
}

std::vector<float> FlowNet::embed_times(device::Device& d, std::span<const float> times) const {
  std::vector<float> mean(static_cast<size_t>(dim()));
  for (size_t i = 0; i < time_embed.size(); ++i) {
    const std::vector<float> one = time_embed[i](d, times[i]);
    for (size_t c = 0; c < one.size(); ++c) mean[c] += one[c];
  }
  for (float& v : mean) v /= static_cast<float>(time_embed.size());
  return mean;
}

Tensor FlowNet::operator()(device::Device& d, const Tensor& c, const Tensor& times,
                           const Tensor& x) const {
  const Tensor v = d.make(x.rows, device::rows_of(linear.w));
  const device::Frame frame(d);
  const Tensor y = cond_embed(d, c);
  if (times) d.add(y, times);
  d.activate(device::Activation::silu, y, y);
  const Tensor h = input_proj(d, x);
  for (const FlowBlock& block : res_blocks) {
    const device::Frame block_frame(d);
    const Modulated m = modulated(d, block.adaLN_modulation, y);
    const Tensor n = block.in_ln(d, h);
    d.scale_shift(n, 1, m.scale, m.shift, n);
    const Tensor inner = block.mlp_0(d, n);
    d.activate(device::Activation::silu, inner, inner);
    d.add_scaled(block.mlp_2(d, inner), m.gate, h);
  }
  const Modulated m = modulated(d, adaLN_modulation, y);
  const Tensor n = norm_final(d, h);
  d.scale_shift(n, 1, m.scale, m.shift, n);
  d.linear(n, linear.w, linear.b, v);
  return v;
}

int times_of(FlowType type) {
  switch (type) {
    case FlowType::lsd:
      return 2;
    case FlowType::flow_matching:
      return 1;
    default:
      return 0;
  }
}

FlowNet load_flow_net(Loader& load, Loader& load_wide, const FlowConfig& config, int cond,
                      int latent) {
  const std::string net = "flow_lm.flow_net.";
  const int dim = config.dim;
  const auto modulation = [&](const std::string& name, size_t parts) -> Modulation {
    const std::vector<int> rows(parts, dim);
    const auto linears = load_wide.stacked_linears(name, rows, dim);
    return {linears[0], linears[1], parts > 2 ? std::optional(linears[2]) : std::nullopt};
  };
  FlowNet m;
  m.cond_embed = load_wide.linear(net + "cond_embed", dim, cond);
  m.input_proj = load.linear(net + "input_proj", dim, latent);
  for (int k = 0; k < times_of(config.type); ++k) {
    const std::string time = fmt::format("{}time_embed.{}.", net, k);
    m.time_embed.push_back({.freqs = load.numbers(time + "freqs", kTimePairs),
                            .mlp_0 = load.linear(time + "mlp.0", dim, 2 * kTimePairs),
                            .mlp_2 = load.linear(time + "mlp.2", dim, dim),
                            .alpha = load.numbers(time + "mlp.3.alpha", dim)});
  }
  for (int i = 0; i < config.depth && !load.error() && !load_wide.error(); ++i) {
    const std::string block = fmt::format("{}res_blocks.{}.", net, i);
    m.res_blocks.push_back({.in_ln = load.layer_norm(block + "in_ln", dim),
                            .mlp_0 = load_wide.linear(block + "mlp.0", dim, dim),
                            .mlp_2 = load_wide.linear(block + "mlp.2", dim, dim),
                            .adaLN_modulation = modulation(block + "adaLN_modulation.1", 3)});
    m.res_blocks.back().in_ln.epsilon = kNormEpsilon;
  }
  m.adaLN_modulation = modulation(net + "final_layer.adaLN_modulation.1", 2);
  m.linear = load.linear(net + "final_layer.linear", latent, dim);
  const auto constant = [&](float value) {
    return load.made_constant(std::vector<float>(static_cast<size_t>(dim), value));
  };
  m.norm_final = {.weight = constant(1), .bias = constant(0), .epsilon = kNormEpsilon};
  return m;
}

}  // namespace sotto::models::pocket_tts
