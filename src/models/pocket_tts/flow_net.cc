#include "models/pocket_tts/flow_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "nn/activation.h"

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

constexpr float kNormEpsilon = 1e-6f;
constexpr double kTimeEpsilon = 1e-5;
constexpr int kTimePairs = 128;  // in every published network

// The parts beside each other in a row of a modulation.
struct Modulation {
  const float* shift;
  const float* scale;
  const float* gate;  // behind the others, where there is one
};

Modulation row_of(const Tensor& m, int r, int dim) {
  const float* row = m.row(r).data();
  return {row, row + dim, row + 2 * dim};
}

// x = x * (1 + scale) + shift
void modulate(const Tensor& x, const Tensor& modulation) {
  for (int r = 0; r < x.rows; ++r) {
    const Modulation m = row_of(modulation, r, x.cols);
    float* v = x.row(r).data();
    for (int c = 0; c < x.cols; ++c) v[c] = v[c] * (1 + m.scale[c]) + m.shift[c];
  }
}

// x += gate * h
void add_gated(const Tensor& h, const Tensor& modulation, const Tensor& x) {
  for (int r = 0; r < x.rows; ++r) {
    const Modulation m = row_of(modulation, r, x.cols);
    const float* from = h.row(r).data();
    float* v = x.row(r).data();
    for (int c = 0; c < x.cols; ++c) v[c] += m.gate[c] * from[c];
  }
}

void add_to_each_row(std::span<const float> row, const Tensor& x) {
  for (int r = 0; r < x.rows; ++r) {
    float* v = x.row(r).data();
    for (size_t c = 0; c < row.size(); ++c) v[c] += row[c];
  }
}

}  // namespace

Tensor TimeEmbed::operator()(device::Device& d, float t) const {
  const Tensor waves = d.make(1, 2 * pairs);
  for (int i = 0; i < pairs; ++i) {
    waves.data[i] = std::cos(t * freqs[i]);
    waves.data[pairs + i] = std::sin(t * freqs[i]);
  }
  const Tensor h = mlp_0(d, waves);
  nn::silu(h);
  const Tensor x = mlp_2(d, h);
  double mean = 0, variance = 0;
  for (const float v : x.all()) mean += double{v} / x.cols;
  for (const float v : x.all()) variance += (v - mean) * (v - mean) / (x.cols - 1);
  const double factor = 1 / std::sqrt(kTimeEpsilon + variance);
  for (int c = 0; c < x.cols; ++c) x.data[c] = static_cast<float>(x.data[c] * factor) * alpha[c];
  return x;
}

Tensor FlowNet::embed_times(device::Device& d, std::span<const float> times) const {
  const Tensor mean = d.make(1, dim());
  std::ranges::fill(mean.all(), 0.0f);
  for (size_t i = 0; i < time_embed.size(); ++i) {
    const Tensor one = time_embed[i](d, times[i]);
    for (int c = 0; c < one.cols; ++c) mean.data[c] += one.data[c];
  }
  for (float& v : mean.all()) v /= static_cast<float>(time_embed.size());
  return mean;
}

Tensor FlowNet::operator()(device::Device& d, const Tensor& c, std::span<const float> times,
                           const Tensor& x) const {
  const Tensor v = d.make(x.rows, device::rows_of(linear.w));
  const device::Arena::Scope scope(d.arena());
  const Tensor y = cond_embed(d, c);
  add_to_each_row(times, y);
  nn::silu(y);
  const Tensor h = input_proj(d, x);
  for (const FlowBlock& block : res_blocks) {
    const device::Arena::Scope block_scope(d.arena());
    const Tensor modulation = block.adaLN_modulation(d, y);
    const Tensor n = block.in_ln(d, h);
    modulate(n, modulation);
    const Tensor inner = block.mlp_0(d, n);
    nn::silu(inner);
    add_gated(block.mlp_2(d, inner), modulation, h);
  }
  const Tensor modulation = adaLN_modulation(d, y);
  const Tensor n = norm_final(d, h);
  modulate(n, modulation);
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

FlowNet load_flow_net(Loader& load, Loader& load_wide, WeightStore& store, const FlowConfig& config,
                      int cond, int latent) {
  const std::string net = "flow_lm.flow_net.";
  const int dim = config.dim;
  FlowNet m;
  m.cond_embed = load_wide.linear(net + "cond_embed", dim, cond);
  m.input_proj = load.linear(net + "input_proj", dim, latent);
  for (int k = 0; k < times_of(config.type); ++k) {
    const std::string time = fmt::format("{}time_embed.{}.", net, k);
    m.time_embed.push_back({.freqs = load.vector(time + "freqs", kTimePairs),
                            .pairs = kTimePairs,
                            .mlp_0 = load.linear(time + "mlp.0", dim, 2 * kTimePairs),
                            .mlp_2 = load.linear(time + "mlp.2", dim, dim),
                            .alpha = load.vector(time + "mlp.3.alpha", dim)});
  }
  for (int i = 0; i < config.depth && !load.error() && !load_wide.error(); ++i) {
    const std::string block = fmt::format("{}res_blocks.{}.", net, i);
    m.res_blocks.push_back(
        {.in_ln = load.layer_norm(block + "in_ln", dim),
         .mlp_0 = load_wide.linear(block + "mlp.0", dim, dim),
         .mlp_2 = load_wide.linear(block + "mlp.2", dim, dim),
         .adaLN_modulation = load_wide.linear(block + "adaLN_modulation.1", 3 * dim, dim)});
    m.res_blocks.back().in_ln.epsilon = kNormEpsilon;
  }
  m.adaLN_modulation = load_wide.linear(net + "final_layer.adaLN_modulation.1", 2 * dim, dim);
  m.linear = load.linear(net + "final_layer.linear", latent, dim);
  const auto constant = [&](float value) {
    return store.vectors.emplace_back(static_cast<size_t>(dim), value).data();
  };
  m.norm_final = {.weight = constant(1), .bias = constant(0), .epsilon = kNormEpsilon};
  return m;
}

}  // namespace sotto::models::pocket_tts
