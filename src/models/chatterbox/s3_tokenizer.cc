#include "models/chatterbox/s3_tokenizer.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "models/sound_limits.h"
#include "nn/rotary.h"

namespace sotto::models::chatterbox {

using device::Tensor;

void TokenizerBlock::operator()(device::Device& d, const Tensor& x, const Tensor& angles) const {
  const device::Frame frame(d);
  {
    const device::Frame inner(d);
    // v stands within a window of zeros, as the depthwise convolution reads it.
    const int kernel = fsmn.tensor.rows, cols = x.cols;
    const nn::ConvWindow v = nn::ConvWindow::padded(d, x.rows, cols, kernel / 2, kernel / 2);
    const nn::KeysValues kv{d.make(x.rows, cols), v.now};
    const Tensor q = attn.project(d, attn_ln(d, x), kv);
    d.rotate(q, angles, device::Pairs::halves);
    d.rotate(kv.k, angles, device::Pairs::halves);
    attn.out_proj.add_to(d, attn.attend(d, q, kv, nn::see_all(x.rows, x.rows)), x);
    const Tensor memory = d.make(x.rows, cols);
    d.depthwise(v.all, fsmn, {.kernel = kernel}, memory);
    d.add(x, memory);
    d.add(x, v.now);
  }
  mlp.add_to(d, mlp_ln(d, x), x);
}

std::vector<int> S3Tokenizer::operator()(device::Device& d, const Tensor& mel,
                                         const Sight& see) const {
  const device::Frame frame(d);
  Tensor x = conv1(d, mel);
  see("tokenizer.conv1", x);
  d.activate(device::Activation::gelu, x, x);
  x = conv2(d, x);
  see("tokenizer.conv2", x);
  d.activate(device::Activation::gelu, x, x);
  std::vector<float> numbers;
  const int head = blocks.empty() ? 2 : x.cols / blocks.front().attn.heads;
  const Tensor angles = nn::rotary_angles(d, 0, x.rows, head, {}, numbers);
  for (size_t i = 0; i < blocks.size(); ++i) {
    blocks[i](d, x, angles);
    see(fmt::format("tokenizer.block.{}", i), x);
  }
  const Tensor down = project_down(d, x);
  see("tokenizer.project_down", down);
  const std::span<const float> z = d.read(down);
  const auto digits = static_cast<size_t>(down.cols);
  std::vector<int> tokens;
  for (size_t at = 0; at < z.size(); at += digits) {
    int token = 0;
    for (size_t i = digits; i-- > 0;) {
      const float level = std::tanh(z[at + i]) * 0.9990000128746033f;
      const int rounded = level > 0.5f ? 1 : level < -0.5f ? -1 : 0;  // half to even
      token = 3 * token + rounded + 1;
    }
    tokens.push_back(token);
  }
  return tokens;
}

namespace {

constexpr const char* kTokenizer = "tokenizer.";
constexpr int kHeadSize = 64;

TokenizerBlock load_tokenizer_block(Loader& load, const std::string& name, int cols, int heads) {
  const std::string attn = name + ".attn.", fsmn = attn + "fsmn_block.weight";
  const int ffn = size_of(load, name + ".mlp.0.bias");
  const auto kernel = static_cast<int>(load.shape_of(fsmn, 3)[2]);
  const std::array<int64_t, 3> shape = {cols, 1, kernel};
  load.require(kernel % 2 == 1, fmt::format("{} is {} wide, expected an odd number", fsmn, kernel));
  const std::vector<float> memory = load.numbers(fsmn, shape);
  return {.attn_ln = load_norm(load, name + ".attn_ln", cols, 1e-5f),
          .mlp_ln = load_norm(load, name + ".mlp_ln", cols, 1e-5f),
          .attn = {.q_proj = load_rows_linear(load, attn + "query", cols, cols),
                   .k_proj = load_rows_linear(load, attn + "key", cols, cols, false),
                   .v_proj = load_rows_linear(load, attn + "value", cols, cols),
                   .out_proj = load_rows_linear(load, attn + "out", cols, cols),
                   .heads = heads,
                   .rows = device::Rows::prefill},
          .fsmn = load.made_constant(
              memory.empty() ? memory : nn::depthwise_taps(memory, cols, kernel), kernel),
          .mlp = {.fc1 = load_rows_linear(load, name + ".mlp.0", ffn, cols),
                  .fc2 = load_rows_linear(load, name + ".mlp.2", cols, ffn),
                  .activation = device::Activation::gelu}};
}

}  // namespace

S3Tokenizer load_s3_tokenizer(Loader& load, int heads) {
  const std::string name = kTokenizer, encoder = name + "encoder.";
  const auto shape = load.shape_of(encoder + "conv1.weight", 3);
  const int cols = static_cast<int>(shape[0]), mel = static_cast<int>(shape[1]);
  require_bands(load, encoder + "conv1", mel);
  if (heads == 0) heads = std::max(1, cols / kHeadSize);
  load.require(cols % heads == 0 && cols / heads % 2 == 0,
               fmt::format("{}conv1.weight has {} rows for {} heads", encoder, cols, heads));
  const ConvForm half{.kernel = 3, .stride = 2, .padding = 1};
  const std::string down = name + "quantizer._codebook.project_down";
  const int digits = size_of(load, down + ".bias");
  load.require(digits <= 8, fmt::format("{} has {} outputs, expected 8", down, digits));
  S3Tokenizer tokenizer{.conv1 = load_padded_conv(load, encoder + "conv1", mel, cols, half),
                        .conv2 = load_padded_conv(load, encoder + "conv2", cols, cols, half),
                        .blocks = {},
                        .project_down = load_rows_linear(load, down, digits, cols)};
  const int count = count_of(load, encoder + "blocks", "attn.key.weight");
  for (int i = 0; i < count && !load.error(); ++i) {
    tokenizer.blocks.push_back(
        load_tokenizer_block(load, fmt::format("{}blocks.{}", encoder, i), cols, heads));
  }
  return tokenizer;
}

}  // namespace sotto::models::chatterbox
