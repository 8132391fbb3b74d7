// Layers out of a checkpoint, tensor by tensor, each checked against the shape that the config
// says.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checkpoint/matrix.h"
#include "checkpoint/model_folder.h"
#include "device/int8_panels.h"
#include "device/panels.h"
#include "models/layers.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models {

// Owns the numbers that layers are views of: most lie in the mapped file, which is kept here. A
// deque, so that vectors stay where they are.
struct WeightStore {
  std::shared_ptr<const checkpoint::Weights> file;
  std::vector<checkpoint::Matrix> matrices;
  std::deque<std::vector<float>> vectors;
  std::vector<device::Panels> panels;
  std::vector<device::Int8Panels> int8_panels;

  // Keeps w, [rows, cols], packed.
  device::Weight packed(std::span<const float> w, int rows, int cols);
  device::Weight packed(const quant::Sym8View& w, const quant::Levels& levels);

  size_t bytes() const;  // as they are computed with, in the file or beside it
};

// The first error stays, and everything after it does nothing, so that the code of a network reads
// as a list of what it has.
class Loader {
 public:
  // scheme: what float matrices become, where their columns allow it; quantized ones stay as they
  // are stored (with a warning when that is another scheme), unless a float scheme asks for floats.
  // None: everything as stored.
  // The store keeps weights that someone shares; others must outlive it.
  Loader(const checkpoint::Weights& weights, std::optional<quant::Scheme> scheme,
         WeightStore& store)
      : weights_(weights), scheme_(scheme), store_(store) {
    store_.file = weights.weak_from_this().lock();
  }

  const std::optional<Error>& error() const { return error_; }

  device::Weight matrix(const std::string& name, int rows, int cols);
  // For products with many rows: floats are packed, which takes a copy.
  device::Weight packed_matrix(const std::string& name, int rows, int cols);
  // `layer`.weight, [rows, cols], in int8, for activations in the levels that `layer`.input holds:
  // [scale, zero, most]. Floats where the scheme asks for floats.
  device::Weight static_matrix(const std::string& layer, int rows, int cols);
  bool is_static(const std::string& layer) const;
  static std::string levels_name(const std::string& layer) { return layer + ".input"; }

  const float* vector(const std::string& name, std::span<const int64_t> shape);
  const float* vector(const std::string& name, int size);

  nn::Linear linear(const std::string& name, int rows, int cols);
  nn::LayerNorm layer_norm(const std::string& name, int size);
  nn::Attention attention(const std::string& name, int d, int heads);
  nn::FeedForward feed_forward(const std::string& layer, int d, int ffn);
  EncoderLayer encoder_layer(int i, int d, int heads, int ffn);
  DecoderLayer decoder_layer(int i, int d, int heads, int ffn);

  // model.shared.weight, or one of the names that are tied to it. The embedding has as many rows as
  // it has, whatever the config says: that becomes vocab_size.
  device::Weight shared(int d, int& vocab_size);

  // checkpoint::kShortlist, or a matrix of no rows where the file has none.
  device::Weight shortlist(int d);

 private:
  void fail(Error error) { error_ = std::move(error); }
  std::optional<quant::Levels> levels(const std::string& name, int cols);

  const checkpoint::Weights& weights_;
  std::optional<quant::Scheme> scheme_;
  WeightStore& store_;
  std::optional<Error> error_;
  bool warned_ = false;
};

}  // namespace sotto::models
