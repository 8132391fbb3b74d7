#include "models/chatterbox/conformer.h"
#include "nn/attention.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace sotto::models::chatterbox {

using device::Tensor;

Tensor RelativePositions::rows(int n) {
  const int cols = table_->cols();
  int most = (table_->rows() + 1) / 2;
  if (most < n) {
    most = n;
    std::vector<float> numbers(static_cast<size_t>(2 * most - 1) * static_cast<size_t>(cols));
    float* to = numbers.data();
    for (int p = most - 1; p > -most; --p) {
      for (int c = 0; c < cols; ++c) {
        const double angle = p * std::pow(10000.0, -static_cast<double>(c / 2 * 2) / cols);
        *to++ = static_cast<float>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
      }
    }
    table_->truncate(0);
    device_.upload(numbers, table_->append(2 * most - 1));
  }
  return table_->all().part(most - n, 2 * n - 1);
}

void ConformerBlock::attend(device::Device& d, const Tensor& x, const Tensor& positions) const {
  const Tensor h = norm_mha(d, x);
  const Tensor queries = d.make(x.rows, x.cols), keys = d.make(x.rows, x.cols),
               values = d.make(x.rows, x.cols);
  const device::Product products[] = {q.into(queries), k.into(keys), v.into(values)};
  d.linears(h, products);
  const Tensor bias = d.make(heads * x.rows, positions.rows);
  {
    const device::Frame frame(d);
    const Tensor moved = d.make(x.rows, x.cols);
    d.copy(queries, moved);
    d.add(moved, pos_bias_v.tensor);
    d.scores(moved, pos(d, positions), heads, bias);
  }
  d.add(queries, pos_bias_u.tensor);
  const Tensor y = d.make(x.rows, x.cols);
  device::Scoring relative;
  relative.bias = bias;
  relative.relative = true;
  d.attention(queries, keys, values, nn::see_all(x.rows, x.rows), heads, relative, y);
  out.add_to(d, y, x);
}

void ConformerBlock::operator()(device::Device& d, const Tensor& x, const Tensor& positions) const {
  {
    const device::Frame frame(d);
    attend(d, x, positions);
  }
  const device::Frame frame(d);
  ff.add_to(d, norm_ff(d, x), x);
}

Tensor ConformerEncoder::Embed::operator()(device::Device& d, const Tensor& x) const {
  const Tensor y = linear(d, x);
  norm.in_place(d, y);
  return y;
}

Tensor ConformerEncoder::operator()(device::Device& d, std::span<const int> ids,
                                    RelativePositions& positions, const Sight& see) const {
  const Tensor mu = d.make(2 * static_cast<int>(ids.size()), device::rows_of(proj.w));
  const device::Frame frame(d);
  Tensor x = embed(d, d.embed(tokens, ids, 1));
  see("encoder.embed", x);
  const Tensor seen = looking_ahead(d, ahead, x);
  d.leaky_relu(0.01f, seen, seen);
  d.add(x, looking_back(d, back, seen));
  see("encoder.pre_lookahead", x);
  const Tensor near = positions.rows(x.rows);
  for (size_t i = 0; i < blocks.size(); ++i) {
    blocks[i](d, x, near);
    see(fmt::format("encoder.block.{}", i), x);
  }
  std::vector<int> twice;
  for (int i = 0; i < mu.rows; ++i) twice.push_back(i / 2);
  x = looking_back(d, up, d.gather(x, twice));
  see("encoder.up", x);
  x = up_embed(d, x);
  see("encoder.up_embed", x);
  const Tensor far = positions.rows(x.rows);
  for (const ConformerBlock& block : up_blocks) block(d, x, far);
  after_norm.in_place(d, x);
  see("encoder.out", x);
  d.linear(x, proj.w, proj.b, mu);
  see("mu", mu);
  return mu;
}

namespace {

constexpr const char* kEncoder = "flow.encoder.";
constexpr float kConformerEpsilon = 1e-12f;

// sqrt(d) LN(x): both the weight and the bias of the norm are scaled.
ConformerEncoder::Embed load_embed(Loader& load, const std::string& name, int cols) {
  ConformerEncoder::Embed embed{.linear = load_rows_linear(load, name + ".out.0", cols, cols),
                                .norm = {}};
  std::vector<float> weight = load.numbers(name + ".out.1.weight", cols);
  std::vector<float> bias = load.numbers(name + ".out.1.bias", cols);
  const auto scale = static_cast<float>(std::sqrt(static_cast<double>(cols)));
  for (std::vector<float>* numbers : {&weight, &bias})
    for (float& x : *numbers) x *= scale;
  embed.norm = {.weight = load.made_constant(weight), .bias = load.made_constant(bias)};
  return embed;
}

ConformerBlock load_conformer_block(Loader& load, const std::string& name, int cols) {
  const std::string attention = name + ".self_attn.";
  const auto linear = [&](const char* part, bool bias) {
    return load_rows_linear(load, attention + part, cols, cols, bias);
  };
  const auto heads = load.shape_of(attention + "pos_bias_u", 2);
  const int ffn = size_of(load, name + ".feed_forward.w_1.bias");
  const std::array<int64_t, 2> bias = {heads[0], cols / heads[0]};
  load.require(cols % heads[0] == 0,
               fmt::format("{}pos_bias_u has {} heads for {} columns", attention, heads[0], cols));
  return {.norm_mha = load_norm(load, name + ".norm_mha", cols, kConformerEpsilon),
          .q = linear("linear_q", true),
          .k = linear("linear_k", true),
          .v = linear("linear_v", true),
          .pos = linear("linear_pos", false),
          .out = linear("linear_out", true),
          .pos_bias_u = load.constant(attention + "pos_bias_u", bias),
          .pos_bias_v = load.constant(attention + "pos_bias_v", bias),
          .norm_ff = load_norm(load, name + ".norm_ff", cols, kConformerEpsilon),
          .ff = {.fc1 = load_rows_linear(load, name + ".feed_forward.w_1", ffn, cols),
                 .fc2 = load_rows_linear(load, name + ".feed_forward.w_2", cols, ffn),
                 .activation = device::Activation::silu},
          .heads = static_cast<int>(heads[0])};
}

std::vector<ConformerBlock> load_conformer_blocks(Loader& load, const std::string& name, int cols) {
  std::vector<ConformerBlock> blocks;
  const int count = count_of(load, name, "norm_ff.weight");
  for (int i = 0; i < count && !load.error(); ++i)
    blocks.push_back(load_conformer_block(load, fmt::format("{}.{}", name, i), cols));
  return blocks;
}

}  // namespace

ConformerEncoder load_encoder(Loader& load) {
  const std::string name = kEncoder, table = "flow.input_embedding.weight";
  const auto vocabulary = static_cast<int>(load.shape_of(table, 2)[0]);
  const int cols = size_of(load, name + "after_norm.weight");
  const int mel = size_of(load, "flow.encoder_proj.bias");
  const auto conv = [&](const char* part) {
    return load_conv(load, name + part, cols, device::ActivationQuant::dynamic_per_token);
  };
  return {.tokens = load.matrix(table, vocabulary, cols),
          .embed = load_embed(load, name + "embed", cols),
          .up_embed = load_embed(load, name + "up_embed", cols),
          .ahead = conv("pre_lookahead_layer.conv1"),
          .back = conv("pre_lookahead_layer.conv2"),
          .up = conv("up_layer.conv"),
          .blocks = load_conformer_blocks(load, name + "encoders", cols),
          .up_blocks = load_conformer_blocks(load, name + "up_encoders", cols),
          .after_norm = load_norm(load, name + "after_norm", cols, 1e-5f),
          .proj = load_rows_linear(load, "flow.encoder_proj", mel, cols)};
}

}  // namespace sotto::models::chatterbox
