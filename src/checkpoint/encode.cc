#include "checkpoint/encode.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <iterator>
#include <mutex>
#include <optional>

#include "base/aligned_bytes.h"
#include "base/thread_pool.h"
#include "quant/codec.h"
#include "quant/stored_matrix.h"

namespace sotto::checkpoint {
namespace {

using quant::Scheme;

constexpr size_t kPieceFloats = size_t{1} << 18;  // 1 MB a thread

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

constexpr DType kElements[] = {DType::f32, DType::f16, DType::bf16, DType::i8,
                               DType::u32};  // as quant::Element
static_assert(std::size(kElements) == static_cast<size_t>(quant::Element::u32) + 1);

// One thread's work: some rows of a matrix, encoded, and what that lost.
class Piece {
 public:
  Piece(const Scheme& scheme, int cols, const std::vector<EncodedPart>& parts, int most_rows)
      : scheme_(scheme), cols_(cols) {
    for (const EncodedPart& part : parts)
      pointers_.push_back(
          bytes_.emplace_back(part.row_bytes * static_cast<size_t>(most_rows)).data());
  }

  std::vector<float> floats;  // whole rows, the input

  // False: a number does not fit the scheme.
  bool encode() {
    return all_finite(floats) &&
           quant::codec_of(scheme_.kind).encode(scheme_, floats, cols_, pointers_);
  }
  const std::byte* part(size_t i) const { return pointers_[i]; }

  // After encode(): decodes, and compares with the floats.
  EncodingError error() {
    const int rows = static_cast<int>(floats.size()) / cols_;
    const quant::StoredMatrix encoded =
        quant::codec_of(scheme_.kind).view(scheme_, rows, cols_, pointers_);
    const std::vector<float> decoded = quant::floats_of(encoded);
    EncodingError e;
    for (size_t i = 0; i < floats.size(); ++i) {
      const double difference = double{decoded[i]} - double{floats[i]};
      e.squares += double{floats[i]} * double{floats[i]};
      e.error_squares += difference * difference;
      e.largest = std::max(e.largest, std::fabs(difference));
    }
    return e;
  }

 private:
  Scheme scheme_;
  int cols_;
  std::vector<AlignedBytes> bytes_;
  std::vector<std::byte*> pointers_;  // to them
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
  std::vector<EncodedPart> parts;
  for (const quant::Part& part : quant::codec_of(scheme.kind).parts(scheme, cols)) {
    const DType dtype = kElements[static_cast<size_t>(part.element)];
    std::vector<int64_t> shape{rows};
    if (!part.is_vector) shape.push_back(part.width);
    parts.push_back(
        {part.suffix, dtype, std::move(shape), static_cast<size_t>(part.width) * size_of(dtype)});
  }
  return parts;
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
      const size_t bytes = parts[p].row_bytes * static_cast<size_t>(count);
      const Result<void> taken = sink(p, parts[p].row_bytes * first, {piece.part(p), bytes});
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
    Piece piece(scheme, cols, parts, piece_rows);
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
