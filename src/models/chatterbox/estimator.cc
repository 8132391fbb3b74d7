#include "models/chatterbox/estimator.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace sotto::models::chatterbox {

using device::Tensor;

void Streams::clear_gaps(device::Device& d, const Tensor& x) const {
  for (int i = 1; i < count; ++i) d.fill(x.part(i * (rows + kGap) - kGap, kGap), 0);
}

namespace {

// The same conv for all streams: each begins with zeros.
Tensor convolved(device::Device& d, const nn::PaddedConv1d& conv, const Tensor& x,
                 const Streams& streams) {
  streams.clear_gaps(d, x);
  return looking_back(d, conv, x);
}

}  // namespace

Tensor CausalBlock::operator()(device::Device& d, const Tensor& x, const Streams& streams) const {
  const Tensor y = convolved(d, conv, x, streams);
  norm.in_place(d, y);
  d.activate(device::Activation::mish, y, y);
  return y;
}

Tensor ResnetBlock::operator()(device::Device& d, const Tensor& x, const Tensor& time,
                               const Streams& streams) const {
  const Tensor h = block1(d, x, streams);
  d.add(h, time);
  const Tensor y = block2(d, h, streams);
  res_conv.add_to(d, x, y);
  return y;
}

void EstimatorTransformer::operator()(device::Device& d, const Tensor& x,
                                      const Streams& streams) const {
  const device::Frame frame(d);
  {
    const device::Frame inner(d);
    const int width = rows_of(attn1.k_proj.w);
    const nn::KeysValues kv{d.make(x.rows, width), d.make(x.rows, width)};
    const Tensor q = attn1.project(d, norm1(d, x), kv);
    const Tensor y = d.make(x.rows, width);
    const auto all = nn::see_all(streams.rows, streams.rows);
    device::Scoring rounding;
    rounding.rounded = true;
    for (int i = 0; i < streams.count; ++i) {
      const Tensor from = streams.part(q, i), k = streams.part(kv.k, i), v = streams.part(kv.v, i);
      if (rounds())
        d.attention(from, k, v, all, attn1.heads, rounding, streams.part(y, i));
      else
        d.attention(from, k, v, all, attn1.heads, attn1.rows, streams.part(y, i));
    }
    streams.clear_gaps(d, y);
    attn1.out_proj.add_to(d, y, x);
  }
  ff.add_to(d, norm3(d, x), x);
}

// sin | cos of 1000 t e^(-i ln(10000) / (half - 1)), then two layers.
Tensor Estimator::embedded(device::Device& d, std::span<const double> times) const {
  const int half = time_in_ / 2;
  std::vector<float> angles;
  for (const double t : times) {
    for (const bool cosine : {false, true}) {
      for (int i = 0; i < half; ++i) {
        const double angle = 1000 * t * std::exp(-i * std::log(10000.0) / (half - 1));
        angles.push_back(static_cast<float>(cosine ? std::cos(angle) : std::sin(angle)));
      }
    }
  }
  const Tensor h = time_linear1_(d, d.upload(angles, static_cast<int>(times.size()), time_in_));
  d.activate(device::Activation::silu, h, h);
  return time_linear2_(d, h);
}

Estimator::Times Estimator::times(device::Device& d, std::span<const FlowStep> steps,
                                  const Sight& see) const {
  const int count = static_cast<int>(steps.size());
  Times times;
  for (const EstimatorStage& stage : stages_)
    times.push_back(d.make(count, rows_of(stage.resnet.mlp.w)));
  const device::Frame frame(d);
  std::vector<double> from, to;
  for (const FlowStep& step : steps) {
    from.push_back(step.from);
    to.push_back(step.to);
  }
  Tensor time = embedded(d, from);
  if (is_meanflow()) {
    const Tensor both = d.make(count, 2 * time.cols);
    const Tensor parts[] = {time, embedded(d, to)};
    d.concatenate(parts, both);
    time = time_embed_mixer_(d, both);
  }
  see("estimator.time", time);
  d.activate(device::Activation::mish, time, time);
  std::vector<device::Product> products;
  for (size_t i = 0; i < stages_.size(); ++i)
    products.push_back(stages_[i].resnet.mlp.into(times[i]));
  d.linears(time, products);
  return times;
}

Tensor Estimator::operator()(device::Device& d, const Tensor& x, const Times& times, int step,
                             const Streams& streams, const Sight& see) const {
  const Tensor velocity = d.make(x.rows, mel());
  const device::Frame frame(d);
  const Tensor skip = d.make(x.rows, stages_.front().resnet.block1.conv.out());
  const Tensor h = d.make(x.rows, skip.cols), both = d.make(x.rows, 2 * skip.cols);
  for (size_t i = 0; i < stages_.size(); ++i) {
    const device::Frame inner(d);
    const EstimatorStage& stage = stages_[i];
    const bool first = i == 0, last = i + 1 == stages_.size();
    if (last) {
      const Tensor parts[] = {h, skip};
      d.concatenate(parts, both);
    }
    Tensor y = stage.resnet(d, first ? x : last ? both : h, times[i].part(step, 1), streams);
    see(fmt::format("estimator.resnet.{}", i), y);
    for (const EstimatorTransformer& transformer : stage.transformers) transformer(d, y, streams);
    see(fmt::format("estimator.transformers.{}", i), y);
    if (first) d.copy(y, skip);
    if (stage.conv) y = convolved(d, *stage.conv, y, streams);
    d.copy(y, h);
  }
  const Tensor y = final_block_(d, h, streams);
  see("estimator.final_block", y);
  d.linear(y, final_proj_.w, final_proj_.b, velocity);
  return velocity;
}

namespace {

constexpr const char* kEstimator = "flow.decoder.estimator.";
constexpr float kEstimatorEpsilon = 1e-5f;

// A convolution of one row as a product.
nn::Linear load_1x1(Loader& load, const std::string& name, int out, int in,
                    device::ActivationQuant activations = device::ActivationQuant::floats) {
  const std::array<int64_t, 3> shape = {out, in, 1};
  return {load.arranged(
              name + ".weight", shape, out, in,
              [](auto w) { return std::vector(w.begin(), w.end()); }, activations),
          load.constant(name + ".bias", out)};
}

nn::PaddedConv1d load_causal_conv(Loader& load, const std::string& name, int in, int out) {
  return load_padded_conv(
      load, name, in, out,
      {.kernel = Streams::kGap + 1, .activations = device::ActivationQuant::dynamic_per_token});
}

CausalBlock load_causal_block(Loader& load, const std::string& name, int in, int out) {
  return {.conv = load_causal_conv(load, name + ".block.0", in, out),
          .norm = load_norm(load, name + ".block.2", out, kEstimatorEpsilon)};
}

EstimatorTransformer load_estimator_transformer(Loader& load, const std::string& name, int cols,
                                                int heads) {
  const int ffn = size_of(load, name + ".ff.net.0.proj.bias");
  const int width = static_cast<int>(load.shape_of(name + ".attn1.to_q.weight", 2)[0]);
  load.require(width % heads == 0,
               fmt::format("{}.attn1.to_q.weight has {} rows, expected a multiple of the {} heads",
                           name, width, heads));
  const auto linear = [&](const char* part) {
    return load_rows_linear(load, name + part, width, cols, false);
  };
  const nn::Linear down = load_rows_linear(load, name + ".ff.net.2", cols, ffn);
  const bool rounded = down.w && !down.w->scheme.is_float();
  return {.norm1 = load_norm(load, name + ".norm1", cols, kEstimatorEpsilon),
          .norm3 = load_norm(load, name + ".norm3", cols, kEstimatorEpsilon),
          .attn1 = {.q_proj = linear(".attn1.to_q"),
                    .k_proj = linear(".attn1.to_k"),
                    .v_proj = linear(".attn1.to_v"),
                    .out_proj = load_rows_linear(load, name + ".attn1.to_out.0", cols, width),
                    .heads = heads,
                    .rows = device::Rows::prefill},
          .ff = {.fc1 = load_rows_linear(load, name + ".ff.net.0.proj", ffn, cols),
                 .fc2 = down,
                 .activation = rounded ? device::Activation::gelu_near : device::Activation::gelu}};
}

EstimatorStage load_estimator_stage(Loader& load, const std::string& name, int in, int cols,
                                    int heads, bool conv) {
  const std::string resnet = name + ".0";
  const int time = size_of(load, std::string(kEstimator) + "time_mlp.linear_2.bias");
  EstimatorStage stage{.resnet = {.block1 = load_causal_block(load, resnet + ".block1", in, cols),
                                  .block2 = load_causal_block(load, resnet + ".block2", cols, cols),
                                  .mlp = load_rows_linear(load, resnet + ".mlp.1", cols, time),
                                  .res_conv = load_1x1(load, resnet + ".res_conv", cols, in,
                                                       device::ActivationQuant::dynamic_per_token)},
                       .transformers = {},
                       .conv = {}};
  const int count = count_of(load, name + ".1", "norm1.weight");
  for (int i = 0; i < count && !load.error(); ++i) {
    stage.transformers.push_back(
        load_estimator_transformer(load, fmt::format("{}.1.{}", name, i), cols, heads));
  }
  if (conv) stage.conv = load_causal_conv(load, name + ".2", cols, cols);
  return stage;
}

}  // namespace

Estimator load_estimator(Loader& load, int mel, int heads) {
  const std::string name = kEstimator, mixer = name + "time_embed_mixer";
  Estimator e;
  const int time = size_of(load, name + "time_mlp.linear_1.bias");
  e.time_in_ = 4 * mel;  // as wide as its input
  e.time_linear1_ = load_rows_linear(load, name + "time_mlp.linear_1", time, e.time_in_);
  e.time_linear2_ = load_rows_linear(load, name + "time_mlp.linear_2", time, time);
  if (load.has(mixer + ".weight"))
    e.time_embed_mixer_ = load_rows_linear(load, mixer, time, 2 * time, false);
  const int cols = size_of(load, name + "final_block.block.0.bias");
  e.stages_.push_back(
      load_estimator_stage(load, name + "down_blocks.0", 4 * mel, cols, heads, true));
  const int count = count_of(load, name + "mid_blocks", "0.mlp.1.weight");
  for (int i = 0; i < count && !load.error(); ++i) {
    e.stages_.push_back(load_estimator_stage(load, fmt::format("{}mid_blocks.{}", name, i), cols,
                                             cols, heads, false));
  }
  e.stages_.push_back(
      load_estimator_stage(load, name + "up_blocks.0", 2 * cols, cols, heads, true));
  e.final_block_ = load_causal_block(load, name + "final_block", cols, cols);
  e.final_proj_ = load_1x1(load, name + "final_proj", mel, cols);
  return e;
}

}  // namespace sotto::models::chatterbox
