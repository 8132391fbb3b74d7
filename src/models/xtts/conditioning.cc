#include "models/xtts/conditioning.h"

#include <fmt/format.h>

#include <array>

#include "models/sound_limits.h"
#include "models/xtts/voice.h"

namespace sotto::models::xtts {
namespace {

using device::Tensor;

constexpr const char* kEncoder = "gpt.conditioning_encoder.";
constexpr const char* kPerceiver = "gpt.conditioning_perceiver.";
constexpr int kPerceiverHeads = 8, kPerceiverHeadSize = 64;  // upstream's code says so
constexpr int kMostBlocks = 64;

// Upstream's: 32, fewer of a narrow network, and as many as divide it.
int groups_of(int channels) {
  int groups = channels <= 16 ? 8 : channels <= 64 ? 16 : 32;
  while (channels % groups != 0) groups /= 2;
  return groups;
}

// Rows of `stored`, [3 d, cols], where q, k and v of a head stand beside each other.
std::vector<float> rows_of_part(std::span<const float> stored, int part, int d, int heads,
                                int cols) {
  const auto size = static_cast<size_t>(d / heads), width = static_cast<size_t>(cols);
  std::vector<float> rows;
  for (size_t h = 0; h < static_cast<size_t>(heads); ++h) {
    const size_t first = (h * 3 + static_cast<size_t>(part)) * size;
    const auto head = stored.subspan(first * width, size * width);
    rows.insert(rows.end(), head.begin(), head.end());
  }
  return rows;
}

HearingBlock load_block(Loader& load, const std::string& name, int d, int heads) {
  HearingBlock block{.weight = load.constant(name + "norm.weight", d),
                     .bias = load.constant(name + "norm.bias", d),
                     .groups = groups_of(d),
                     .attention = {}};
  const std::vector<float> w =
      load.numbers(name + "qkv.weight", std::array<int64_t, 3>{3 * d, d, 1});
  const std::vector<float> b = load.numbers(name + "qkv.bias", 3 * d);
  const std::vector<float> out =
      load.numbers(name + "proj_out.weight", std::array<int64_t, 3>{d, d, 1});
  if (load.error()) return block;
  nn::Attention& attention = block.attention;
  nn::Linear* const parts[] = {&attention.q_proj, &attention.k_proj, &attention.v_proj};
  for (int i = 0; i < 3; ++i)
    *parts[i] = {load.made_matrix(rows_of_part(w, i, d, heads, d), d, d),
                 load.made_constant(rows_of_part(b, i, d, heads, 1))};
  attention.out_proj = {load.made_matrix(out, d, d), load.constant(name + "proj_out.bias", d)};
  attention.heads = heads;
  attention.rows = device::Rows::prefill;
  return block;
}

ResamplerLayer load_layer(Loader& load, const std::string& name, int d) {
  const int inner = kPerceiverHeads * kPerceiverHeadSize;
  const std::array both = {inner, inner};
  const auto kv = load.stacked(name + "0.to_kv.weight", both, d, device::Rows::prefill);
  const auto hidden = static_cast<int>(load.shape_of(name + "1.2.weight", 2)[1]);
  ResamplerLayer layer;
  layer.attention = {.q_proj = {load.matrix(name + "0.to_q.weight", inner, d), {}},
                     .k_proj = {kv[0], {}},
                     .v_proj = {kv[1], {}},
                     .out_proj = {load.matrix(name + "0.to_out.weight", d, inner), {}},
                     .heads = kPerceiverHeads,
                     .rows = device::Rows::prefill};
  layer.gated = load.linear(name + "1.0", 2 * hidden, d);
  layer.down = load.linear(name + "1.2", d, hidden);
  return layer;
}

}  // namespace

Tensor HearingBlock::operator()(device::Device& d, const Tensor& x) const {
  const Tensor n = d.make(x.rows, x.cols);
  d.group_norm(x, groups, weight, bias, 1e-5f, n);
  const device::Frame frame(d);
  const nn::KeysValues kv = {d.make(x.rows, x.cols), d.make(x.rows, x.cols)};
  const Tensor q = attention.project(d, n, kv);
  const Tensor a = attention.attend(d, q, kv, nn::see_all(x.rows, x.rows));
  attention.out_proj.add_to(d, a, n);
  return n;
}

void ResamplerLayer::operator()(device::Device& d, const Tensor& latents,
                                const Tensor& context) const {
  const device::Frame frame(d);
  const Tensor all = d.make(latents.rows + context.rows, latents.cols);
  d.copy(latents, all.part(0, latents.rows));
  d.copy(context, all.part(latents.rows, context.rows));
  const int inner = rows_of(attention.k_proj.w);
  const nn::KeysValues kv = {d.make(all.rows, inner), d.make(all.rows, inner)};
  attention.project_kv(d, all, kv);
  const Tensor q = attention.q_proj(d, latents);
  attention.out_proj.add_to(d, attention.attend(d, q, kv, nn::see_all(q.rows, all.rows)), latents);
  const Tensor both = gated(d, latents);
  const Tensor a = d.make(both.rows, both.cols / 2), b = d.make(both.rows, both.cols / 2);
  d.slice(both, 0, a);
  d.slice(both, both.cols / 2, b);
  d.activate(device::Activation::gelu, b, b);
  d.multiply(a, b);
  down.add_to(d, a, latents);
}

std::vector<float> ConditioningEncoder::operator()(device::Device& d, const Tensor& mel,
                                                   const Sight& see) const {
  const device::Frame frame(d);
  Tensor h = init(d, mel);
  see("conditioning.init", h);
  for (size_t i = 0; i < blocks.size(); ++i) {
    h = blocks[i](d, h);
    if (i == 0) see("conditioning.block0", h);
  }
  see("conditioning.encoder", h);
  const Tensor rows = d.make(latents.tensor.rows, latents.tensor.cols);
  d.copy(latents.tensor, rows);
  for (const ResamplerLayer& layer : layers) layer(d, rows, h);
  d.rms_norm(rows, gamma, 1e-24f, rows);
  const std::span<const float> read = d.read(rows);
  return {read.begin(), read.end()};
}

ConditioningEncoder load_conditioning_encoder(Loader& load, int d, int heads) {
  const std::string encoder = kEncoder, perceiver = kPerceiver;
  const auto bands = static_cast<int>(load.shape_of(encoder + "init.weight", 3)[1]);
  require_bands(load, encoder + "init", bands);
  ConditioningEncoder all;
  all.init = load_padded_conv(load, encoder + "init", bands, d, {.kernel = 1});
  for (int i = 0; i < kMostBlocks && !load.error(); ++i) {
    const std::string name = fmt::format("{}attn.{}.", encoder, i);
    if (!load.has(name + "norm.weight")) break;
    all.blocks.push_back(load_block(load, name, d, heads));
  }
  const auto rows = static_cast<int>(load.shape_of(perceiver + "latents", 2)[0]);
  load.require(rows <= kMostLatents, fmt::format("{}latents has {} rows, expected at most {}",
                                                 perceiver, rows, kMostLatents));
  all.latents = load.table(perceiver + "latents", rows, d);
  all.gamma = load.constant(perceiver + "norm.gamma", d);
  for (int i = 0; i < kMostBlocks && !load.error(); ++i) {
    const std::string name = fmt::format("{}layers.{}.", perceiver, i);
    if (!load.has(name + "0.to_q.weight")) break;
    all.layers.push_back(load_layer(load, name, d));
  }
  return all;
}

}  // namespace sotto::models::xtts
