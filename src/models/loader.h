// Layers out of a checkpoint, tensor by tensor, each checked against the shape that the config
// says, and prepared for a backend.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/matrix.h"
#include "checkpoint/model_folder.h"
#include "device/device.h"
#include "models/layers.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models {

// The first error stays, and everything after it does nothing, so that the code of a network reads
// as a list of what it has.
class Loader {
 public:
  // scheme: what float matrices become, where their columns allow it; quantized ones stay as they
  // are stored (with a warning when that is another scheme), unless a float scheme asks for floats.
  // None: everything as stored.
  // convolutions: what floats become that arranged() takes, where that is not `scheme`: a file may
  // have its matrices in one, and these not.
  // If a shared_ptr owns `weights`, the layers keep them alive; else they must outlive the layers.
  Loader(const checkpoint::Weights& weights, std::optional<quant::Scheme> scheme,
         const device::Backend& backend, std::optional<quant::Scheme> convolutions = {})
      : weights_(weights),
        scheme_(scheme),
        convolutions_(convolutions ? convolutions : scheme),
        backend_(backend) {}

  const std::optional<quant::Scheme>& scheme() const { return scheme_; }

  // Something that no shape of a tensor says; else the error is the file and `sentence`.
  void require(bool holds, const std::string& sentence);

  const std::optional<Error>& error() const { return error_; }
  size_t bytes() const { return bytes_; }  // of what was loaded, as it is computed with

  device::Weight matrix(const std::string& name, int rows, int cols,
                        device::Rows used_with = device::Rows::decode);
  // The same for logits that Device::choose() chooses from.
  device::Weight output_matrix(const std::string& name, int rows, int cols);
  // Matrices that are stored as one, the rows of each below those of the one before.
  std::vector<device::Weight> stacked(const std::string& name, std::span<const int> rows, int cols,
                                      device::Rows used_with = device::Rows::decode);
  // `layer`.weight, [rows, cols], in int8, for activations in the levels that `layer`.input holds:
  // [scale, zero, most]. Floats where the scheme asks for floats.
  device::Weight static_matrix(const std::string& layer, int rows, int cols);
  bool is_static(const std::string& layer) const;
  // int8 with the factor of its activations in the tensor `factor`, [1, 1]; as matrix() where the
  // file has no such tensor, or floats are asked for.
  device::Weight symmetric_matrix(const std::string& name, int rows, int cols,
                                  const std::string& factor) {
    return symmetric_matrix(name, rows, cols, factor, {});
  }
  // The same for logits that Device::choose() chooses from.
  device::Weight output_matrix(const std::string& name, int rows, int cols,
                               const std::string& factor) {
    return symmetric_matrix(name, rows, cols, factor, {.chooses = true});
  }
  static std::string levels_name(const std::string& layer) { return layer + ".input"; }

  bool has(const std::string& name) const { return weights_.find(name) != nullptr; }
  // The shape in the file, for sizes that no config has. All ones after an error, and where it is
  // not there or has another number of dimensions, or some outside 1 to 2^20 or more than 2^31 - 1
  // numbers in all, which is one.
  std::vector<int64_t> shape_of(const std::string& name, size_t dimensions);

  // A tensor's numbers, for who makes something of them: floats, or int8 with a scale for each
  // index of the first dimension. Nothing after an error.
  std::vector<float> numbers(const std::string& name, std::span<const int64_t> shape);
  std::vector<float> numbers(const std::string& name, int size);
  // A matrix [rows, cols] for many rows, of a tensor of that shape whose numbers `arrange` puts
  // into its order: a function that makes a vector of a span, of float or of int8_t. What is stored
  // as int8 stays so where no scheme asks for floats, and floats become int8 where it asks for
  // that. Row i must be of index i of the first dimension.
  template <class Arrange>
  device::Weight arranged(const std::string& name, std::span<const int64_t> shape, int rows,
                          int cols, const Arrange& arrange,
                          device::ActivationQuant activations = device::ActivationQuant::floats) {
    if (!keeps_int8(name)) {
      const std::vector<float> stored = numbers(name, shape);
      if (error_) return {};
      return made_rows(arrange(std::span(stored)), rows, cols, activations);
    }
    const auto scales = row_scales(name, shape);
    if (error_) return {};
    const std::vector<int8_t> q = arrange(integers(name));
    release(name);
    return made_int8({rows, cols, q.data(), scales.data()}, activations);
  }
  // The tensor's own order.
  device::Weight rows_of_tensor(const std::string& name, int rows, int cols);

  // A table of numbers that rows are added from.
  device::Constant table(const std::string& name, int rows, int cols);

  // Prepare weights that were computed: [rows, cols], for many rows, in floats, or in the scheme of
  // arranged(); and a vector or a table.
  device::Weight made_matrix(std::span<const float> w, int rows, int cols);
  device::Weight made_rows(const std::vector<float>& w, int rows, int cols,
                           device::ActivationQuant activations = device::ActivationQuant::floats);
  device::Constant made_constant(std::span<const float> numbers, int rows = 1);

  device::Constant constant(const std::string& name, std::span<const int64_t> shape);
  device::Constant constant(const std::string& name, int size);

  nn::Linear linear(const std::string& name, int rows, int cols,
                    device::Rows used_with = device::Rows::decode);
  std::vector<nn::Linear> stacked_linears(const std::string& name, std::span<const int> rows,
                                          int cols);
  // The same of weights that are stored as [cols, rows], in floats: GPT-2's "Conv1D".
  std::vector<nn::Linear> transposed_linears(const std::string& name, std::span<const int> rows,
                                             int cols, device::Rows used_with);
  nn::LayerNorm layer_norm(const std::string& name, int size);
  nn::Attention attention(const std::string& name, int d, int heads);
  nn::FeedForward feed_forward(const std::string& layer, int d, int ffn);
  EncoderLayer encoder_layer(int i, int d, int heads, int ffn);
  DecoderLayer decoder_layer(int i, int d, int heads, int ffn);

  // model.shared.weight, or one of the names that are tied to it. The embedding has as many rows as
  // it has, whatever the config says: that becomes vocab_size.
  device::Weight shared(int d, int& vocab_size);

  // checkpoint::kShortlist, or none where the file has none.
  device::Weight shortlist(int d);

 private:
  device::Weight symmetric_matrix(const std::string& name, int rows, int cols,
                                  const std::string& factor, device::Use use);
  device::Weight matrix(const std::string& name, int rows, int cols, device::Use use);
  struct Stored;  // a matrix, and what keeps its numbers
  void fail(Error error) { error_ = std::move(error); }
  std::shared_ptr<const Stored> read(const std::string& name, int rows, int cols);
  std::shared_ptr<const Stored> read_transposed(const std::string& name, int rows, int cols);
  // The rows of each part below those of the one before.
  std::vector<device::Weight> parts_of(const std::shared_ptr<const Stored>& stored,
                                       const std::string& name, std::span<const int> rows,
                                       device::Rows used_with);
  std::vector<nn::Linear> with_biases(const std::vector<device::Weight>& weights,
                                      const std::string& name, std::span<const int> rows);
  device::Weight counted(device::Weight w);
  bool keeps_int8(const std::string& name) const;
  std::span<const int8_t> integers(const std::string& name) const;
  void release(const std::string& name) const;  // of what was copied
  std::vector<float> row_scales(const std::string& name, std::span<const int64_t> shape);
  device::Weight made_int8(const quant::Sym8View& w, device::ActivationQuant activations);
  std::optional<quant::QuantParams> levels(const std::string& name, int cols);

  const checkpoint::Weights& weights_;
  const std::optional<quant::Scheme> scheme_, convolutions_;
  const device::Backend& backend_;
  std::optional<Error> error_;
  size_t bytes_ = 0;
  bool warned_ = false;
};

}  // namespace sotto::models
