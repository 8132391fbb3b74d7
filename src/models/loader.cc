#include "models/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/bounded.h"
#include "base/log.h"
#include "checkpoint/encode.h"
#include "checkpoint/quantize.h"
#include "checkpoint/tensor_table.h"
#include "quant/stored_matrix.h"

namespace sotto::models {
namespace {

// Names of the shared embedding: a file has one of the four tied ones.
constexpr std::array kSharedNames = {"model.shared.weight", "model.encoder.embed_tokens.weight",
                                     "model.decoder.embed_tokens.weight", "lm_head.weight"};

}  // namespace

// Owner of a matrix in use. If the backend copied it, destroying this releases the file's pages.
struct Loader::Stored {
  checkpoint::Matrix matrix;
  std::shared_ptr<const checkpoint::Weights> file;
  std::span<const std::byte> bytes;  // in the file

  Stored(checkpoint::Matrix matrix, std::shared_ptr<const checkpoint::Weights> file,
         std::span<const std::byte> bytes)
      : matrix(std::move(matrix)), file(std::move(file)), bytes(bytes) {}
  Stored(const Stored&) = delete;
  ~Stored() {
    if (file != nullptr) file->release(bytes);
  }

  device::Use use(device::Rows rows) const {
    return {.rows = rows, .is_transient = !matrix.made.empty()};
  }
};

std::shared_ptr<const Loader::Stored> Loader::read(const std::string& name, int rows, int cols) {
  if (error_) return nullptr;
  Result<checkpoint::Matrix> read =
      checkpoint::read_matrix(weights_, name, rows, cols, {.scheme = scheme_});
  if (!read) return fail(read.error()), nullptr;
  const quant::Scheme found = quant::scheme_of(read->weight);
  if (scheme_ && !found.is_float() && found != *scheme_ && !warned_) {
    warned_ = true;
    log::warn("{}: {} is stored as {} and stays so; {} is for weights stored as floats",
              weights_.source(), name, quant::name_of(found), quant::name_of(*scheme_));
  }
  const checkpoint::StoredTensor* tensor = weights_.find(name);
  return std::make_shared<const Stored>(
      *std::move(read), weights_.weak_from_this().lock(),
      tensor != nullptr ? tensor->bytes : std::span<const std::byte>());
}

void Loader::require(bool holds, const std::string& sentence) {
  if (error_ || holds) return;
  fail({Errc::bad_format, fmt::format("{}: {}", weights_.source(), sentence)});
}

device::Weight Loader::counted(device::Weight w) {
  bytes_ += w->bytes + w->coarse_bytes;
  return w;
}

device::Weight Loader::matrix(const std::string& name, int rows, int cols, device::Use use) {
  const auto stored = read(name, rows, cols);
  if (stored == nullptr) return {};
  use.is_transient = stored->use(use.rows).is_transient;
  return counted(backend_.prepare(stored->matrix.weight, stored, use));
}

device::Weight Loader::matrix(const std::string& name, int rows, int cols, device::Rows used_with) {
  return matrix(name, rows, cols, device::Use{.rows = used_with});
}

device::Weight Loader::output_matrix(const std::string& name, int rows, int cols) {
  return matrix(name, rows, cols, device::Use{.chooses = true});
}

std::vector<device::Weight> Loader::stacked(const std::string& name, std::span<const int> rows,
                                            int cols, device::Rows used_with) {
  const auto stored = read(name, std::accumulate(rows.begin(), rows.end(), 0), cols);
  return parts_of(stored, name, rows, used_with);
}

std::vector<device::Weight> Loader::parts_of(const std::shared_ptr<const Stored>& stored,
                                             const std::string& name, std::span<const int> rows,
                                             device::Rows used_with) {
  std::vector<device::Weight> parts(rows.size());
  if (stored == nullptr) return parts;
  const quant::StoredMatrix& whole = stored->matrix.weight;
  if (std::holds_alternative<quant::Sym8Columns>(whole)) {
    fail({Errc::unsupported,
          fmt::format("{}: {} is stored by columns, expected rows", weights_.source(), name)});
    return parts;
  }
  int first = 0;
  for (size_t i = 0; i < rows.size(); first += rows[i++])
    parts[i] = counted(backend_.prepare(quant::rows_between(whole, first, rows[i]), stored,
                                        stored->use(used_with)));
  return parts;
}

// A file of its own, of that one matrix in order: it becomes what the scheme says as any other, and
// is let go of where that is a copy.
std::shared_ptr<const Loader::Stored> Loader::read_transposed(const std::string& name, int rows,
                                                              int cols) {
  const checkpoint::StoredTensor* found = weights_.find(name);
  if (!error_ && found != nullptr && checkpoint::is_quantized(weights_, *found))
    return read(name, rows, cols);  // brought into order when it was made
  const std::array<int64_t, 2> shape = {cols, rows};
  const std::vector<float> columns = numbers(name, shape);
  if (error_) return nullptr;
  const auto order =
      std::make_shared<const std::vector<float>>(checkpoint::transposed(columns, cols));
  const auto file = std::make_shared<checkpoint::TensorTable>(std::string(weights_.source()));
  file->keep(std::shared_ptr<const void>(order));
  file->add({name, checkpoint::DType::f32, {rows, cols}, std::as_bytes(std::span(*order))});
  Result<checkpoint::Matrix> read =
      checkpoint::read_matrix(*file, name, rows, cols, {.scheme = scheme_});
  if (!read) return fail(read.error()), nullptr;
  const bool copied = !read->made.empty();
  return std::make_shared<const Stored>(*std::move(read), copied ? nullptr : file,
                                        std::span<const std::byte>());
}

bool Loader::is_static(const std::string& layer) const {
  return weights_.find(levels_name(layer)) != nullptr;
}

std::optional<quant::QuantParams> Loader::levels(const std::string& name, int cols) {
  const std::array<int64_t, 1> shape = {3};
  const auto stored = checkpoint::read_f32(weights_, name, shape);
  if (!stored) return fail(stored.error()), std::nullopt;
  const float scale = stored->at(0), zero = stored->at(1), most = stored->at(2);
  const bool known = most == quant::QuantParams::kBytes || most == quant::QuantParams::kTwoBytes;
  // Scales whose inverse is a number, too.
  const bool usable = scale >= 0x1p-100f && scale <= 0x1p100f;
  if (usable && known && zero >= 0 && zero <= most && zero == std::floor(zero) &&
      cols <= quant::most_columns(static_cast<int>(most))) {
    return quant::QuantParams{scale, static_cast<int>(zero), static_cast<int>(most)};
  }
  fail(
      {Errc::bad_format,
       fmt::format("{}: {} is {}, {}, {} for {} columns, expected a scale, a zero point and 255 or "
                   "4095 levels for at most {} or {} columns",
                   weights_.source(), name, scale, zero, most, cols,
                   quant::most_columns(quant::QuantParams::kBytes),
                   quant::most_columns(quant::QuantParams::kTwoBytes))});
  return std::nullopt;
}

device::Weight Loader::static_matrix(const std::string& layer, int rows, int cols) {
  const auto stored = read(layer + ".weight", rows, cols);
  if (stored == nullptr) return {};
  const auto found = levels(levels_name(layer), cols);
  if (!found) return {};
  return counted(backend_.prepare(stored->matrix.weight, stored,
                                  {device::Rows::prefill, device::ActivationQuant::known, *found}));
}

device::Weight Loader::symmetric_matrix(const std::string& name, int rows, int cols,
                                        const std::string& factor, device::Use use) {
  const auto stored = read(name, rows, cols);
  if (stored == nullptr) return {};
  const quant::StoredMatrix& matrix = stored->matrix.weight;
  if (!std::holds_alternative<quant::Sym8View>(matrix) || !has(factor))
    return counted(backend_.prepare(matrix, stored, {}));
  const std::vector<float> value = numbers(factor, std::array<int64_t, 2>{1, 1});
  if (error_) return {};
  if (!(value[0] >= 0x1p-100f && value[0] <= 0x1p100f)) {
    fail({Errc::bad_format, fmt::format("{}: {} is {}, expected a factor of 2^-100 to 2^100",
                                        weights_.source(), factor, value[0])});
    return {};
  }
  use.activations = device::ActivationQuant::known;
  use.parameters.factor = value[0];
  return counted(backend_.prepare(matrix, stored, use));
}

std::vector<int64_t> Loader::shape_of(const std::string& name, size_t dimensions) {
  constexpr int64_t kMost = 1 << 20, kMostNumbers = INT32_MAX;
  const std::vector<int64_t> none(dimensions, 1);
  if (error_) return none;
  const checkpoint::StoredTensor* found = weights_.find(name);
  if (found != nullptr && found->shape.size() == dimensions &&
      std::ranges::all_of(found->shape, [](int64_t n) { return n >= 1 && n <= kMost; })) {
    if (bounded_product(found->shape, kMostNumbers) <= kMostNumbers) return found->shape;
    fail({Errc::bad_format,
          fmt::format("{}: {} is {}, expected at most {} numbers", weights_.source(), name,
                      checkpoint::shape_text(found->shape), kMostNumbers)});
    return none;
  }
  fail({Errc::bad_format,
        found == nullptr
            ? fmt::format("{}: no tensor {}", weights_.source(), name)
            : fmt::format("{}: {} is {}, expected {} dimensions of 1 to {}", weights_.source(),
                          name, checkpoint::shape_text(found->shape), dimensions, kMost)});
  return none;
}

bool Loader::keeps_int8(const std::string& name) const {
  const checkpoint::StoredTensor* found = weights_.find(name);
  return found != nullptr && found->dtype == checkpoint::DType::i8 &&
         !(scheme_ && scheme_->is_float());
}

std::span<const int8_t> Loader::integers(const std::string& name) const {
  const std::span<const std::byte> bytes = weights_.find(name)->bytes;
  return {reinterpret_cast<const int8_t*>(bytes.data()), bytes.size()};
}

void Loader::release(const std::string& name) const {
  weights_.release(weights_.find(name)->bytes);
}

std::vector<float> Loader::row_scales(const std::string& name, std::span<const int64_t> shape) {
  if (error_) return {};
  const auto found = checkpoint::expect(weights_, name, shape);
  if (!found) return fail(found.error()), std::vector<float>();
  return numbers(checkpoint::name_beside(name, "scales"), shape.first(1));
}

device::Weight Loader::rows_of_tensor(const std::string& name, int rows, int cols) {
  const std::array<int64_t, 2> shape = {rows, cols};
  return arranged(name, shape, rows, cols, [](auto w) { return std::vector(w.begin(), w.end()); });
}

device::Weight Loader::made_rows(const std::vector<float>& w, int rows, int cols,
                                 device::ActivationQuant activations) {
  if (error_) return {};
  if (!convolutions_ || convolutions_->kind != quant::Scheme::Kind::int8)
    return made_matrix(w, rows, cols);
  return made_int8(quant::quantize_sym8(w, rows, cols).view(), activations);
}

device::Weight Loader::made_int8(const quant::Sym8View& w, device::ActivationQuant activations) {
  return counted(backend_.prepare(w, nullptr, {device::Rows::prefill, activations}));
}

std::vector<float> Loader::numbers(const std::string& name, std::span<const int64_t> shape) {
  if (error_) return {};
  const auto found = checkpoint::expect(weights_, name, shape);
  if (!found) return fail(found.error()), std::vector<float>();
  if ((*found)->dtype == checkpoint::DType::i8 && !shape.empty()) {
    const std::vector<float> scales = row_scales(name, shape);
    const std::span<const int8_t> q = integers(name);
    std::vector<float> values(scales.empty() ? 0 : q.size());
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = scales[i / (q.size() / scales.size())] * static_cast<float>(q[i]);
    release(name);
    return values;
  }
  Result<std::vector<float>> read = checkpoint::read_f32(weights_, name, shape);
  if (!read) return fail(read.error()), std::vector<float>();
  release(name);
  return *std::move(read);
}

std::vector<float> Loader::numbers(const std::string& name, int size) {
  const std::array<int64_t, 1> shape = {size};
  return numbers(name, shape);
}

device::Weight Loader::made_matrix(std::span<const float> w, int rows, int cols) {
  if (error_) return {};
  return counted(
      backend_.prepare(quant::F32Matrix{w.data(), rows, cols}, nullptr, {device::Rows::prefill}));
}

device::Constant Loader::made_constant(std::span<const float> numbers, int rows) {
  if (error_) return {};
  bytes_ += numbers.size_bytes();
  return backend_.prepare(numbers, rows);
}

device::Constant Loader::table(const std::string& name, int rows, int cols) {
  const std::array<int64_t, 2> shape = {rows, cols};
  return made_constant(numbers(name, shape), rows);
}

device::Constant Loader::constant(const std::string& name, std::span<const int64_t> shape) {
  return made_constant(numbers(name, shape));
}

device::Constant Loader::constant(const std::string& name, int size) {
  return made_constant(numbers(name, size));
}

nn::Linear Loader::linear(const std::string& name, int rows, int cols, device::Rows used_with) {
  return {matrix(name + ".weight", rows, cols, used_with), constant(name + ".bias", rows)};
}

std::vector<nn::Linear> Loader::stacked_linears(const std::string& name, std::span<const int> rows,
                                                int cols) {
  return with_biases(stacked(name + ".weight", rows, cols), name, rows);
}

std::vector<nn::Linear> Loader::transposed_linears(const std::string& name,
                                                   std::span<const int> rows, int cols,
                                                   device::Rows used_with) {
  const int all = std::accumulate(rows.begin(), rows.end(), 0);
  const auto stored = read_transposed(name + ".weight", all, cols);
  return with_biases(parts_of(stored, name + ".weight", rows, used_with), name, rows);
}

std::vector<nn::Linear> Loader::with_biases(const std::vector<device::Weight>& weights,
                                            const std::string& name, std::span<const int> rows) {
  const int all = std::accumulate(rows.begin(), rows.end(), 0);
  const std::vector<float> bias = numbers(name + ".bias", all);
  std::vector<nn::Linear> parts(rows.size());
  size_t first = 0;
  for (size_t i = 0; i < rows.size() && !error_; first += static_cast<size_t>(rows[i++]))
    parts[i] = {weights[i],
                made_constant(std::span(bias).subspan(first, static_cast<size_t>(rows[i])))};
  return parts;
}

nn::LayerNorm Loader::layer_norm(const std::string& name, int size) {
  return {.weight = constant(name + ".weight", size), .bias = constant(name + ".bias", size)};
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
