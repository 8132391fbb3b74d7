#include "models/nllb/network.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

namespace sotto::models::nllb {
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

// Fills a network tensor by tensor. The first error stays, and everything after it does nothing, so
// that the code below reads as a list of what a network has.
class Loader {
 public:
  Loader(const checkpoint::Weights& weights, std::optional<quant::Scheme> scheme, Network& into)
      : weights_(weights), scheme_(scheme), network_(into) {}

  const std::optional<Error>& error() const { return error_; }

  device::Weight matrix(const std::string& name, int rows, int cols) {
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
    network_.matrices.push_back(*std::move(read));
    return view_of(network_.matrices.back());
  }

  const float* vector(const std::string& name, int size) {
    if (error_) return nullptr;
    const std::array<int64_t, 1> shape = {size};
    Result<std::vector<float>> read = checkpoint::read_f32(weights_, name, shape);
    if (!read) return fail(read.error()), nullptr;
    network_.vectors.push_back(*std::move(read));
    return network_.vectors.back().data();
  }

  nn::Linear linear(const std::string& name, int rows, int cols) {
    return {matrix(name + ".weight", rows, cols), vector(name + ".bias", rows)};
  }

  nn::LayerNorm layer_norm(const std::string& name, int size) {
    return {.weight = vector(name + ".weight", size), .bias = vector(name + ".bias", size)};
  }

  nn::Attention attention(const std::string& name, int d, int heads) {
    return {.q_proj = linear(name + ".q_proj", d, d),
            .k_proj = linear(name + ".k_proj", d, d),
            .v_proj = linear(name + ".v_proj", d, d),
            .out_proj = linear(name + ".out_proj", d, d),
            .heads = heads};
  }

  nn::FeedForward feed_forward(const std::string& layer, int d, int ffn) {
    return {.fc1 = linear(layer + ".fc1", ffn, d), .fc2 = linear(layer + ".fc2", d, ffn)};
  }

  // The embedding has as many rows as it has, whatever the config says.
  device::Weight shared(int d, int& vocab_size) {
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

 private:
  void fail(Error error) { error_ = std::move(error); }

  const checkpoint::Weights& weights_;
  std::optional<quant::Scheme> scheme_;
  Network& network_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::unique_ptr<const Network>> load_network(const checkpoint::ModelFolder& folder,
                                                    std::optional<quant::Scheme> scheme,
                                                    Config& config) {
  if (scheme && !scheme->is_affine() && scheme->kind != quant::Scheme::Kind::f32) {
    return Error{
        Errc::unsupported,
        fmt::format("{}: weights cannot be computed with as {}, expected f32, q8, q6 or q4",
                    folder.path.string(), quant::name_of(*scheme))};
  }
  auto network = std::make_unique<Network>();
  Loader load(*folder.weights, scheme, *network);
  const int d = config.d_model;
  network->shared.w = load.shared(d, config.vocab_size);
  network->embedding_scale = config.scale_embedding ? std::sqrt(static_cast<float>(d)) : 1.0f;
  for (int i = 0; i < config.encoder_layers && !load.error(); ++i) {
    const std::string layer = fmt::format("model.encoder.layers.{}", i);
    network->encoder.push_back({
        .self_attn = load.attention(layer + ".self_attn", d, config.encoder_heads),
        .self_attn_layer_norm = load.layer_norm(layer + ".self_attn_layer_norm", d),
        .fc = load.feed_forward(layer, d, config.encoder_ffn),
        .final_layer_norm = load.layer_norm(layer + ".final_layer_norm", d),
    });
  }
  network->encoder_layer_norm = load.layer_norm("model.encoder.layer_norm", d);
  for (int i = 0; i < config.decoder_layers && !load.error(); ++i) {
    const std::string layer = fmt::format("model.decoder.layers.{}", i);
    network->decoder.push_back({
        .self_attn = load.attention(layer + ".self_attn", d, config.decoder_heads),
        .self_attn_layer_norm = load.layer_norm(layer + ".self_attn_layer_norm", d),
        .encoder_attn = load.attention(layer + ".encoder_attn", d, config.decoder_heads),
        .encoder_attn_layer_norm = load.layer_norm(layer + ".encoder_attn_layer_norm", d),
        .fc = load.feed_forward(layer, d, config.decoder_ffn),
        .final_layer_norm = load.layer_norm(layer + ".final_layer_norm", d),
    });
  }
  network->decoder_layer_norm = load.layer_norm("model.decoder.layer_norm", d);
  if (load.error()) return *load.error();
  return std::unique_ptr<const Network>(std::move(network));
}

}  // namespace sotto::models::nllb
