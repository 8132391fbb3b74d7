#include "models/loader.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/log.h"
#include "checkpoint/quantize.h"

namespace sotto::models {
namespace {

// Which of the four tied names the file has.
constexpr std::array kSharedNames = {"model.shared.weight", "model.encoder.embed_tokens.weight",
                                     "model.decoder.embed_tokens.weight", "lm_head.weight"};

}  // namespace

size_t WeightStore::bytes() const {
  size_t bytes = 0;
  for (const checkpoint::Matrix& m : matrices) bytes += device::bytes_of(m.weight);
  for (const std::vector<float>& v : vectors) bytes += v.size() * sizeof(float);
  for (const device::Panels& p : panels) bytes += device::bytes_of(p.view());
  for (const device::Int8Panels& p : int8_panels) bytes += device::bytes_of(p.view());
  return bytes;
}

device::Weight WeightStore::packed(std::span<const float> w, int rows, int cols) {
  panels.emplace_back(w, rows, cols);
  return panels.back().view();
}

device::Weight WeightStore::packed(const quant::Sym8View& w, const quant::Levels& levels) {
  int8_panels.emplace_back(w, levels);
  return int8_panels.back().view();
}

device::Weight Loader::matrix(const std::string& name, int rows, int cols) {
  if (error_) return {};
  Result<checkpoint::Matrix> read =
      checkpoint::read_matrix(weights_, name, rows, cols, {.scheme = scheme_});
  if (!read) return fail(read.error()), device::Weight{};
  store_.matrices.push_back(*std::move(read));
  const device::Weight& weight = store_.matrices.back().weight;
  const quant::Scheme found = checkpoint::scheme_of(weight);
  if (scheme_ && !found.is_float() && found != *scheme_ && !warned_) {
    warned_ = true;
    log::warn("{}: {} is stored as {} and stays so; {} is for weights stored as floats",
              weights_.source(), name, quant::name_of(found), quant::name_of(*scheme_));
  }
  return weight;
}

device::Weight Loader::packed_matrix(const std::string& name, int rows, int cols) {
  const device::Weight stored = matrix(name, rows, cols);
  if (error_ || !checkpoint::scheme_of(stored).is_float()) return stored;
  const std::vector<float> w = checkpoint::floats_of(stored);
  store_.matrices.pop_back();
  return store_.packed(w, rows, cols);
}

bool Loader::is_static(const std::string& layer) const {
  return weights_.find(levels_name(layer)) != nullptr;
}

std::optional<quant::Levels> Loader::levels(const std::string& name, int cols) {
  const std::array<int64_t, 1> shape = {3};
  const auto stored = checkpoint::read_f32(weights_, name, shape);
  if (!stored) return fail(stored.error()), std::nullopt;
  const float scale = stored->at(0), zero = stored->at(1), most = stored->at(2);
  const bool known = most == quant::Levels::kBytes || most == quant::Levels::kTwoBytes;
  // Scales whose inverse is a number, too.
  const bool usable = scale >= 0x1p-100f && scale <= 0x1p100f;
  if (usable && known && zero >= 0 && zero <= most && zero == std::floor(zero) &&
      cols <= quant::most_columns(static_cast<int>(most))) {
    return quant::Levels{scale, static_cast<int>(zero), static_cast<int>(most)};
  }
  fail(
      {Errc::bad_format,
       fmt::format("{}: {} is {}, {}, {} for {} columns, expected a scale, a zero point and 255 or "
                   "4095 levels for at most {} or {} columns",
                   weights_.source(), name, scale, zero, most, cols,
                   quant::most_columns(quant::Levels::kBytes),
                   quant::most_columns(quant::Levels::kTwoBytes))});
  return std::nullopt;
}

device::Weight Loader::static_matrix(const std::string& layer, int rows, int cols) {
  const device::Weight stored = matrix(layer + ".weight", rows, cols);
  if (error_) return {};
  device::Weight packed;
  const auto found = levels(levels_name(layer), cols);
  if (!found) return {};
  if (const auto* rows8 = std::get_if<quant::Sym8View>(&stored)) {
    packed = store_.packed(*rows8, *found);
  } else {
    packed = store_.packed(checkpoint::floats_of(stored), rows, cols);
  }
  store_.matrices.pop_back();
  return packed;
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

device::Weight Loader::shortlist(int d) {
  const checkpoint::StoredTensor* found = weights_.find(checkpoint::kShortlist);
  if (error_ || found == nullptr) return {};
  const bool fits = found->shape.size() == 2 && found->shape[0] > 0 && found->shape[0] <= 1 << 24;
  return matrix(found->name, fits ? static_cast<int>(found->shape[0]) : 0, d);
}

}  // namespace sotto::models
