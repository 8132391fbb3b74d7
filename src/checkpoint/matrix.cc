#include "checkpoint/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "base/thread_pool.h"
#include "checkpoint/config.h"

namespace sotto::checkpoint {
namespace {

std::string beside(std::string_view name, std::string_view what) {
  constexpr std::string_view kSuffix = ".weight";
  if (name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
  return fmt::format("{}.{}", name, what);
}

Error wrong(const Weights& weights, const StoredTensor& tensor, std::string_view expected) {
  return {Errc::bad_format,
          fmt::format("{}: {} is {} {}, expected {}", weights.source(), tensor.name,
                      name_of(tensor.dtype), shape_text(tensor.shape), expected)};
}

// Bits and group of stored words and scales; the shapes are those of a file, so nothing is known.
std::optional<Quantization> quantization_of(const StoredTensor& words, const StoredTensor& scales,
                                            int rows, int cols) {
  if (words.shape.size() != 2 || scales.shape.size() != 2) return std::nullopt;
  if (words.shape[0] != rows || scales.shape[0] != rows) return std::nullopt;
  for (const int bits : {8, 6, 4}) {
    for (const int group : {32, 64, 128}) {
      if (!quant::affine_fits(cols, group, bits)) continue;
      if (words.shape[1] * 32 == int64_t{cols} * bits && scales.shape[1] == cols / group) {
        return Quantization{group, bits};
      }
    }
  }
  return std::nullopt;
}

Result<Matrix> read_affine(const Weights& weights, const StoredTensor& words, int rows, int cols) {
  const std::string scales_name = beside(words.name, "scales");
  const StoredTensor* scales = weights.find(scales_name);
  if (scales == nullptr) {
    return wrong(weights, words, fmt::format("{} beside a U32 tensor", scales_name));
  }
  const auto found = quantization_of(words, *scales, rows, cols);
  if (!found) {
    return wrong(
        weights, words,
        fmt::format("8, 6 or 4 bits for {} x {} values with a scale for every 32, 64 or 128 "
                    "(scales are {})",
                    rows, cols, shape_text(scales->shape)));
  }
  quant::AffineMatrix matrix = quant::make_affine(rows, cols, found->group, found->bits);
  if (words.bytes.size() != matrix.packed.size() * sizeof(uint32_t)) {
    return wrong(weights, words, fmt::format("{} bytes", matrix.packed.size() * sizeof(uint32_t)));
  }
  if (!words.bytes.empty()) {
    std::memcpy(matrix.packed.data(), words.bytes.data(), words.bytes.size());
  }
  Result<std::vector<float>> s = read_f32(weights, scales_name, scales->shape);
  if (!s) return s.error();
  Result<std::vector<float>> b = read_f32(weights, beside(words.name, "biases"), scales->shape);
  if (!b) return b.error();
  matrix.scales = *std::move(s);
  matrix.biases = *std::move(b);
  return Matrix(std::move(matrix));
}

quant::AffineMatrix quantize(const StoredTensor& tensor, int rows, int cols, Quantization how,
                             ThreadPool* pool) {
  quant::AffineMatrix matrix = quant::make_affine(rows, cols, how.group, how.bits);
  const int workers = pool != nullptr ? pool->threads() : 1;
  const auto work = [&](int worker) {
    const auto end = static_cast<int>(int64_t{rows} * (worker + 1) / workers);
    auto row = static_cast<int>(int64_t{rows} * worker / workers);
    std::vector<float> floats(cols);
    for (; row < end; ++row) {
      to_f32(tensor, int64_t{row} * cols, floats);
      quant::quantize_affine_rows(floats, row, matrix);
    }
  };
  if (pool != nullptr) {
    pool->run(work);
  } else {
    work(0);
  }
  return matrix;
}

}  // namespace

Result<std::optional<Quantization>> stored_quantization(const nlohmann::json& config,
                                                        std::string_view file) {
  const auto it = config.find("quantization");
  if (it == config.end() || it->is_null()) return std::optional<Quantization>();
  const Result<int> group = get_int(*it, file, "group_size", 1, 1024);
  if (!group) return group.error();
  const Result<int> bits = get_int(*it, file, "bits", 1, 32);
  if (!bits) return bits.error();
  if (!quant::affine_fits(*group, *group, *bits)) {
    return Error{Errc::unsupported,
                 fmt::format("{}: quantization is {} bits in groups of {}, expected 8, 6 or 4 bits "
                             "in groups of 32, 64 or 128",
                             file, *bits, *group)};
  }
  return std::optional(Quantization{*group, *bits});
}

Result<Matrix> read_matrix(const Weights& weights, std::string_view name, int rows, int cols,
                           const MatrixOptions& options) {
  const StoredTensor* stored = weights.find(name);
  if (stored != nullptr && stored->dtype == DType::u32) {
    return read_affine(weights, *stored, rows, cols);
  }
  const std::array<int64_t, 2> shape = {rows, cols};
  const Result<const StoredTensor*> tensor = expect(weights, name, shape);
  if (!tensor) return tensor.error();
  if (!is_float((*tensor)->dtype))
    return wrong(weights, **tensor, "floats or quantized words (U32)");
  if (options.quantize) {
    if (!quant::affine_fits(cols, options.quantize->group, options.quantize->bits)) {
      return Error{
          Errc::unsupported,
          fmt::format("{}: {} has {} columns, expected a multiple of the group of {} for {} "
                      "bits",
                      weights.source(), name, cols, options.quantize->group,
                      options.quantize->bits)};
    }
    return Matrix(quantize(**tensor, rows, cols, *options.quantize, options.pool));
  }
  FloatMatrix matrix{rows, cols, std::vector<float>(static_cast<size_t>(rows) * cols)};
  to_f32(**tensor, 0, matrix.values);
  return Matrix(std::move(matrix));
}

}  // namespace sotto::checkpoint
