// Layers out of a checkpoint, tensor by tensor, each checked against the shape that the config
// says.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checkpoint/matrix.h"
#include "checkpoint/model_folder.h"
#include "models/layers.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models {

// Owns the numbers that layers are views of; deques, so that they stay where they are.
struct WeightStore {
  std::deque<checkpoint::Matrix> matrices;
  std::deque<std::vector<float>> vectors;

  size_t bytes() const;  // in memory, as they are computed with
};

// Whether weights can become that at load, and be computed with.
Result<void> check_scheme(const checkpoint::ModelFolder& folder,
                          const std::optional<quant::Scheme>& scheme);

// The first error stays, and everything after it does nothing, so that the code of a network reads
// as a list of what it has.
class Loader {
 public:
  // scheme: what float matrices become, where their columns allow it; quantized ones stay as they
  // are stored, unless a float scheme asks for floats. None: everything as stored.
  Loader(const checkpoint::Weights& weights, std::optional<quant::Scheme> scheme,
         WeightStore& store)
      : weights_(weights), scheme_(scheme), store_(store) {}

  const std::optional<Error>& error() const { return error_; }

  device::Weight matrix(const std::string& name, int rows, int cols);
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

 private:
  void fail(Error error) { error_ = std::move(error); }

  const checkpoint::Weights& weights_;
  std::optional<quant::Scheme> scheme_;
  WeightStore& store_;
  std::optional<Error> error_;
};

}  // namespace sotto::models
