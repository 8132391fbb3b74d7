#include "models/loader.h"

#include <fmt/format.h>

#include <array>

namespace sotto::models {
namespace {

// Which of the four tied names the file has. Matrices in 16 bits or fewer are widened by the
// reader.
constexpr std::array kSharedNames = {"model.shared.weight", "model.encoder.embed_tokens.weight",
                                     "model.decoder.embed_tokens.weight", "lm_head.weight"};

checkpoint::FloatMatrix as_floats(const quant::AffineMatrix& m) {
  checkpoint::FloatMatrix wide{m.rows, m.cols, {}};
  wide.values.resize(static_cast<size_t>(m.rows) * static_cast<size_t>(m.cols));
  quant::dequantize(m.view(), wide.values);
  return wide;
}

device::Weight view_of(const checkpoint::Matrix& m) {
  if (const auto* f = std::get_if<checkpoint::FloatMatrix>(&m)) {
    return device::F32Matrix{f->values.data(), f->rows, f->cols};
  }
  return std::get<quant::AffineMatrix>(m).view();
}

size_t bytes_of(const checkpoint::Matrix& m) {
  if (const auto* f = std::get_if<checkpoint::FloatMatrix>(&m)) {
    return f->values.size() * sizeof(float);
  }
  const auto& q = std::get<quant::AffineMatrix>(m);
  return q.packed.size() * sizeof(uint32_t) + (q.scales.size() + q.biases.size()) * sizeof(float);
}

}  // namespace

size_t WeightStore::bytes() const {
  size_t bytes = 0;
  for (const checkpoint::Matrix& m : matrices) bytes += bytes_of(m);
  for (const std::vector<float>& v : vectors) bytes += v.size() * sizeof(float);
  return bytes;
}

Result<void> check_scheme(const checkpoint::ModelFolder& folder,
                          const std::optional<quant::Scheme>& scheme) {
  if (!scheme || scheme->is_affine() || scheme->kind == quant::Scheme::Kind::f32) return {};
  return Error{Errc::unsupported,
               fmt::format("{}: weights cannot be computed with as {}, expected f32, q8, q6 or q4",
                           folder.path.string(), quant::name_of(*scheme))};
}

device::Weight Loader::matrix(const std::string& name, int rows, int cols) {
  if (error_) return {};
  checkpoint::MatrixOptions options;
  if (scheme_ && scheme_->is_affine() && quant::fits(*scheme_, cols)) {
    options.quantize = {.group = scheme_->group, .bits = scheme_->bits()};
  }
  Result<checkpoint::Matrix> read = checkpoint::read_matrix(weights_, name, rows, cols, options);
  if (!read) return fail(read.error()), device::Weight{};
  if (const auto* affine = std::get_if<quant::AffineMatrix>(&*read)) {
    if (scheme_ && scheme_->is_float()) *read = as_floats(*affine);
  }
  store_.matrices.push_back(*std::move(read));
  return view_of(store_.matrices.back());
}

const float* Loader::vector(const std::string& name, std::span<const int64_t> shape) {
  if (error_) return nullptr;
  Result<std::vector<float>> read = checkpoint::read_f32(weights_, name, shape);
  if (!read) return fail(read.error()), nullptr;
  store_.vectors.push_back(*std::move(read));
  return store_.vectors.back().data();
}

const float* Loader::vector(const std::string& name, int size) {
  const std::array<int64_t, 1> shape = {size};
  return vector(name, shape);
}

nn::Linear Loader::linear(const std::string& name, int rows, int cols) {
  return {matrix(name + ".weight", rows, cols), vector(name + ".bias", rows)};
}

nn::LayerNorm Loader::layer_norm(const std::string& name, int size) {
  return {.weight = vector(name + ".weight", size), .bias = vector(name + ".bias", size)};
}

nn::Attention Loader::attention(const std::string& name, int d, int heads) {
  return {.q_proj = linear(name + ".q_proj", d, d),
          .k_proj = linear(name + ".k_proj", d, d),
          .v_proj = linear(name + ".v_proj", d, d),
          .out_proj = linear(name + ".out_proj", d, d),
          .heads = heads};
}

nn::FeedForward Loader::feed_forward(const std::string& layer, int d, int ffn) {
  return {.fc1 = linear(layer + ".fc1", ffn, d), .fc2 = linear(layer + ".fc2", d, ffn)};
}

EncoderLayer Loader::encoder_layer(int i, int d, int heads, int ffn) {
  const std::string layer = fmt::format("model.encoder.layers.{}", i);
  return {
      .self_attn = attention(layer + ".self_attn", d, heads),
      .self_attn_layer_norm = layer_norm(layer + ".self_attn_layer_norm", d),
      .fc = feed_forward(layer, d, ffn),
      .final_layer_norm = layer_norm(layer + ".final_layer_norm", d),
  };
}

DecoderLayer Loader::decoder_layer(int i, int d, int heads, int ffn) {
  const std::string layer = fmt::format("model.decoder.layers.{}", i);
  return {
      .self_attn = attention(layer + ".self_attn", d, heads),
      .self_attn_layer_norm = layer_norm(layer + ".self_attn_layer_norm", d),
      .encoder_attn = attention(layer + ".encoder_attn", d, heads),
      .encoder_attn_layer_norm = layer_norm(layer + ".encoder_attn_layer_norm", d),
      .fc = feed_forward(layer, d, ffn),
      .final_layer_norm = layer_norm(layer + ".final_layer_norm", d),
  };
}

device::Weight Loader::shared(int d, int& vocab_size) {
  if (error_) return {};
  for (const std::string name : kSharedNames) {
    const checkpoint::StoredTensor* found = weights_.find(name);
    if (found == nullptr) continue;
    if (found->shape.size() == 2 && found->shape[0] >= 4 && found->shape[0] <= (1 << 24)) {
      vocab_size = static_cast<int>(found->shape[0]);
    }
    return matrix(name, vocab_size, d);
  }
  fail({Errc::bad_format, fmt::format("{}: no tensor model.shared.weight, nor one of the names "
                                      "that are tied to it",
                                      weights_.source())});
  return {};
}

}  // namespace sotto::models
