#include "checkpoint/encode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstring>
#include <mutex>
#include <optional>

#include "base/thread_pool.h"
#include "quant/affine.h"
#include "quant/half.h"
#include "quant/sym8.h"

namespace sotto::checkpoint {
namespace {

using quant::Scheme;

constexpr size_t kPieceFloats = size_t{1} << 18;  // 1 MB a thread

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

// A product with zero is zero, or not a number; so is the sum.
bool all_finite(std::span<const float> values) {
  constexpr int kLanes = 8;
  float lanes[kLanes] = {};
  size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) {
    for (int j = 0; j < kLanes; ++j) lanes[j] += values[i + j] * 0.0f;
  }
  for (; i < values.size(); ++i) lanes[0] += values[i] * 0.0f;
  return std::all_of(lanes, lanes + kLanes, [](float x) { return x == 0.0f; });
}

std::vector<uint16_t> to_halves(std::span<const float> values, uint16_t (*convert)(float)) {
  std::vector<uint16_t> halves(values.size());
  std::transform(values.begin(), values.end(), halves.begin(), convert);
  return halves;
}

bool finite_f16(std::span<const uint16_t> values) {
  return std::none_of(values.begin(), values.end(),
                      [](uint16_t h) { return (h & 0x7c00) == 0x7c00; });
}

// One thread's work: some rows of a matrix, encoded, and what that lost.
class Piece {
 public:
  Piece(const Scheme& scheme, int cols) : scheme_(scheme), cols_(cols) {}

  std::vector<float> floats;  // whole rows, the input

  // False: a number does not fit the scheme.
  bool encode() {
    if (!all_finite(floats)) return false;
    if (scheme_.is_affine()) return encode_affine();
    if (scheme_.kind == Scheme::Kind::int8) return encode_int8();
    if (scheme_.kind == Scheme::Kind::f32) return true;
    const bool f16 = scheme_.kind == Scheme::Kind::f16;
    scales_ = to_halves(floats, f16 ? quant::to_f16 : quant::to_bf16);
    return f16 ? finite_f16(scales_) : true;
  }

  std::span<const std::byte> part(size_t i) const {
    if (scheme_.is_affine()) {
      if (i == 0) return bytes_of(affine_.packed);
      return bytes_of(i == 1 ? scales_ : biases_);
    }
    if (scheme_.kind == Scheme::Kind::int8) {
      return i == 0 ? bytes_of(rows_.q) : bytes_of(rows_.scales);
    }
    return scheme_.kind == Scheme::Kind::f32 ? bytes_of(floats) : bytes_of(scales_);
  }

  // After encode(): decodes, and compares with the floats.
  EncodingError error() {
    decoded_.resize(floats.size());
    decode();
    EncodingError e;
    for (size_t i = 0; i < floats.size(); ++i) {
      const double difference = double{decoded_[i]} - double{floats[i]};
      e.squares += double{floats[i]} * double{floats[i]};
      e.error_squares += difference * difference;
      e.largest = std::max(e.largest, std::fabs(difference));
    }
    return e;
  }

 private:
  bool encode_affine() {
    const int rows = static_cast<int>(floats.size()) / cols_;
    affine_ = quant::quantize_affine(floats, rows, cols_, scheme_.group, scheme_.bits());
    scales_ = to_halves(affine_.scales, quant::to_f16);
    biases_ = to_halves(affine_.biases, quant::to_f16);
    return finite_f16(scales_) && finite_f16(biases_);
  }

  bool encode_int8() {
    const int rows = static_cast<int>(floats.size()) / cols_;
    rows_ = quant::quantize_sym8(floats, rows, cols_);
    return true;
  }

  void decode() {
    if (scheme_.is_affine()) {
      quant::AffineView view = affine_.view();
      view.scales = scales_.data();
      view.biases = biases_.data();
      quant::dequantize(view, decoded_);
    } else if (scheme_.kind == Scheme::Kind::int8) {
      quant::dequantize(rows_, decoded_);
    } else if (scheme_.kind == Scheme::Kind::f32) {
      decoded_ = floats;
    } else {
      const bool f16 = scheme_.kind == Scheme::Kind::f16;
      std::transform(scales_.begin(), scales_.end(), decoded_.begin(),
                     f16 ? quant::from_f16 : quant::from_bf16);
    }
  }

  Scheme scheme_;
  int cols_;
  quant::AffineMatrix affine_;
  quant::Sym8Matrix rows_;
  std::vector<uint16_t> scales_, biases_;  // scales_: all numbers of f16 and bf16
  std::vector<float> decoded_;
};

// The first error of many threads; the others stop at it.
class FirstError {
 public:
  void set(Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
    is_set_ = true;
  }
  bool is_set() const { return is_set_; }
  const std::optional<Error>& get() const { return error_; }  // when all threads are done

 private:
  std::mutex mutex_;
  std::optional<Error> error_;
  std::atomic<bool> is_set_ = false;
};

EncodingError sum_of(std::span<const EncodingError> pieces) {
  EncodingError sum;
  for (const EncodingError& e : pieces) {
    sum.squares += e.squares;
    sum.error_squares += e.error_squares;
    sum.largest = std::max(sum.largest, e.largest);
  }
  return sum;
}

}  // namespace

double EncodingError::relative_rms() const {
  return squares > 0 ? std::sqrt(error_squares / squares) : 0;
}

std::string name_beside(std::string_view name, std::string_view suffix) {
  constexpr std::string_view kWeight = ".weight";
  if (name.ends_with(kWeight)) name.remove_suffix(kWeight.size());
  return fmt::format("{}.{}", name, suffix);
}

std::vector<EncodedPart> parts_of(const Scheme& scheme, int rows, int cols) {
  assert(quant::fits(scheme, cols));
  const auto part = [&](std::string_view suffix, DType dtype, int64_t width) {
    return EncodedPart{suffix, dtype, {rows, width}, static_cast<size_t>(width) * size_of(dtype)};
  };
  if (scheme.is_affine()) {
    const int64_t words = int64_t{cols} * scheme.bits() / 32, groups = cols / scheme.group;
    return {part("weight", DType::u32, words), part("scales", DType::f16, groups),
            part("biases", DType::f16, groups)};
  }
  if (scheme.kind == Scheme::Kind::int8) {
    return {part("weight", DType::i8, cols), {"scales", DType::f32, {rows}, sizeof(float)}};
  }
  const bool f16 = scheme.kind == Scheme::Kind::f16, f32 = scheme.kind == Scheme::Kind::f32;
  return {part("weight", f32 ? DType::f32 : (f16 ? DType::f16 : DType::bf16), cols)};
}

std::vector<EncodedPart> column_parts(int rows, int cols) {
  return {{kColumns, DType::i8, {cols, rows}, static_cast<size_t>(rows)},
          {"scales", DType::f32, {rows}, sizeof(float)}};
}

bool is_by_columns(const StoredTensor& tensor) {
  return tensor.name.ends_with(fmt::format(".{}", kColumns));
}

std::string matrix_of_columns(std::string_view columns_name) {
  columns_name.remove_suffix(kColumns.size());
  return fmt::format("{}weight", columns_name);
}

Result<EncodingError> encode_matrix(std::string_view name, int rows, int cols, const Scheme& scheme,
                                    const RowSource& source, const PartSink& sink,
                                    const EncodeOptions& options) {
  const std::vector<EncodedPart> parts = parts_of(scheme, rows, cols);
  const int piece_rows = std::clamp<int>(static_cast<int>(kPieceFloats / cols), 1, rows);
  const int pieces = (rows + piece_rows - 1) / piece_rows;
  std::vector<EncodingError> errors(options.measure ? pieces : 0);
  std::atomic<int> next = 0;
  std::mutex progress;
  FirstError failed;
  const auto do_piece = [&](int index, Piece& piece) -> Result<void> {
    const int first = index * piece_rows, count = std::min(piece_rows, rows - first);
    piece.floats.resize(static_cast<size_t>(count) * cols);
    source(first, piece.floats);
    if (!piece.encode()) {
      return Error{Errc::bad_format,
                   fmt::format("{}: rows {} to {} hold a number that is not finite or too large, "
                               "expected numbers that {} can store",
                               name, first, first + count - 1, quant::name_of(scheme))};
    }
    for (size_t p = 0; p < parts.size(); ++p) {
      const Result<void> taken = sink(p, parts[p].row_bytes * first, piece.part(p));
      if (!taken) return taken.error();
    }
    if (options.measure) errors[index] = piece.error();
    if (options.progress) {
      const std::lock_guard lock(progress);
      options.progress(count);
    }
    return {};
  };
  const auto work = [&](int) {
    Piece piece(scheme, cols);
    for (int index; (index = next++) < pieces && !failed.is_set();) {
      if (options.stop.stop_requested()) return failed.set({Errc::cancelled, "stopped"});
      if (const Result<void> done = do_piece(index, piece); !done) failed.set(done.error());
    }
  };
  if (options.pool != nullptr) {
    options.pool->run(work);
  } else {
    work(0);
  }
  if (failed.get()) return *failed.get();
  return sum_of(errors);
}

}  // namespace sotto::checkpoint
