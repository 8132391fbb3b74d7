#include "checkpoint/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "checkpoint/encode.h"
#include "quant/blocks.h"
#include "quant/codec.h"

namespace sotto::checkpoint {
namespace {

using quant::Scheme;

Error wrong(const Weights& weights, const StoredTensor& tensor, std::string_view expected) {
  return {Errc::bad_format,
          fmt::format("{}: {} is {} {}, expected {}", weights.source(), tensor.name,
                      name_of(tensor.dtype), shape_text(tensor.shape), expected)};
}

// Whether elements of `size` bytes can be read in place.
bool is_aligned(std::span<const std::byte> bytes, size_t size) {
  return reinterpret_cast<uintptr_t>(bytes.data()) % size == 0;
}

// Reads one matrix; `made` collects what cannot be used in place.
class MatrixReader {
 public:
  MatrixReader(const Weights& weights, const StoredTensor& stored, int rows, int cols)
      : weights_(weights), stored_(stored), rows_(rows), cols_(cols) {}

  Result<Matrix> read(const MatrixOptions& options) {
    if (const auto blocks = blocks_of(stored_.dtype)) return read_blocks(*blocks, options);
    Result<quant::StoredMatrix> weight = is_by_columns(stored_) ? read_columns() : read_stored();
    if (!weight) return weight.error();
    if (options.scheme && becomes(*weight, *options.scheme)) {
      const auto row = [&](int r, std::span<float> out) { quant::copy_row(*weight, r, out); };
      Result<quant::StoredMatrix> other = convert(row, *options.scheme);
      if (!other) return other.error();
      return Matrix{*other, std::move(converted_)};
    }
    return Matrix{*weight, std::move(made_)};
  }

 private:
  Result<quant::StoredMatrix> read_stored() {
    if (stored_.dtype == DType::u32) return read_affine();
    const std::array<int64_t, 2> shape = {rows_, cols_};
    if (!std::equal(shape.begin(), shape.end(), stored_.shape.begin(), stored_.shape.end())) {
      return expect(weights_, stored_.name, shape).error();
    }
    switch (stored_.dtype) {
      case DType::i8:
        return read_int8();
      case DType::f16:
        return quant::StoredMatrix(quant::F16Matrix{in_place<uint16_t>(stored_), rows_, cols_});
      case DType::bf16:
        return quant::StoredMatrix(quant::Bf16Matrix{in_place<uint16_t>(stored_), rows_, cols_});
      case DType::f32:
        return quant::StoredMatrix(quant::F32Matrix{in_place<float>(stored_), rows_, cols_});
      case DType::f64:
        return quant::StoredMatrix(quant::F32Matrix{widened(stored_), rows_, cols_});
      default:
        return wrong(weights_, stored_, "floats or quantized numbers (U32 or I8)");
    }
  }

  // Reads blocks as affine groups, which hold them nearly or exactly (quant/blocks.h), or as floats
  // exactly.
  Result<Matrix> read_blocks(quant::BlockType type, const MatrixOptions& options) {
    const std::array<int64_t, 2> shape = {rows_, cols_};
    if (const auto fits = expect(weights_, stored_.name, shape); !fits) return fits.error();
    const size_t row_bytes = stored_.bytes.size() / static_cast<size_t>(rows_);
    if (options.scheme && options.scheme->is_float()) {
      const auto row = [&](int r, std::span<float> out) {
        quant::dequantize_blocks(type, stored_.bytes.subspan(size_t(r) * row_bytes, row_bytes),
                                 out);
      };
      Result<quant::StoredMatrix> floats = convert(row, *options.scheme);
      if (!floats) return floats.error();
      return Matrix{*floats, std::move(converted_)};
    }
    const Scheme& scheme = quant::layout_of(type).scheme;
    std::vector<EncodedPart> layout = parts_of(scheme, rows_, cols_);
    if (quant::has_zero_of_all(type)) layout.pop_back();  // biases
    std::vector<std::byte*> parts = room_for(layout);
    const quant::StoredMatrix matrix = quant::view_of_blocks(type, rows_, cols_, parts);
    for (int r = 0; r < rows_; ++r) {
      const auto row = stored_.bytes.subspan(static_cast<size_t>(r) * row_bytes, row_bytes);
      if (!quant::repack_blocks(type, row, parts))
        return wrong(weights_, stored_, "scales that are finite, and that binary16 can hold");
      for (size_t p = 0; p < parts.size(); ++p) parts[p] += layout[p].row_bytes;
    }
    weights_.release(stored_.bytes);
    return Matrix{matrix, std::move(converted_)};
  }

  Result<quant::StoredMatrix> read_affine() {
    const std::string scales_name = name_beside(stored_.name, "scales");
    const StoredTensor* scales = weights_.find(scales_name);
    if (scales == nullptr) {
      return wrong(weights_, stored_, fmt::format("{} beside a U32 tensor", scales_name));
    }
    const auto scheme = affine_scheme(*scales);
    if (!scheme) {
      return wrong(
          weights_, stored_,
          fmt::format("8, 6 or 4 bits for {} x {} values with a scale for every 32, 64 or 128 "
                      "(scales are {})",
                      rows_, cols_, shape_text(scales->shape)));
    }
    const Result<const StoredTensor*> biases =
        expect(weights_, name_beside(stored_.name, "biases"), scales->shape);
    if (!biases) return biases.error();
    for (const StoredTensor* t : {scales, *biases}) {
      if (!is_float(t->dtype)) return wrong(weights_, *t, "floats");
    }
    quant::AffineView view{rows_, cols_, scheme->group, scheme->bits(), in_place<uint32_t>(stored_),
                           {},    {}};
    if (scales->dtype == DType::f16 && (*biases)->dtype == DType::f16) {
      view.scales = in_place<uint16_t>(*scales);
      view.biases = in_place<uint16_t>(**biases);
    } else {
      view.scales = floats(*scales);
      view.biases = floats(**biases);
    }
    return quant::StoredMatrix(view);
  }

  // Bits and group of stored words and scales; the shapes are those of a file: nothing is known.
  std::optional<Scheme> affine_scheme(const StoredTensor& scales) const {
    const auto& words = stored_.shape;
    if (words.size() != 2 || scales.shape.size() != 2) return std::nullopt;
    if (words[0] != rows_ || scales.shape[0] != rows_) return std::nullopt;
    for (const Scheme::Kind kind : {Scheme::Kind::q8, Scheme::Kind::q6, Scheme::Kind::q4}) {
      for (const int group : {32, 64, 128}) {
        const Scheme scheme{kind, group};
        if (!quant::fits(scheme, cols_) || scales.shape[1] != cols_ / group) continue;
        if (words[1] == int64_t{cols_} * scheme.bits() / 32) return scheme;
      }
    }
    return std::nullopt;
  }

  Result<quant::StoredMatrix> read_int8() {
    if (!quant::fits({Scheme::Kind::int8}, cols_)) {
      return wrong(weights_, stored_, fmt::format("at most {} columns", quant::kSym8MostCols));
    }
    const Result<const float*> scales = row_scales(stored_.name);
    if (!scales) return scales.error();
    return quant::StoredMatrix(quant::Sym8View{rows_, cols_, in_place<int8_t>(stored_), *scales});
  }

  Result<quant::StoredMatrix> read_columns() {
    if (stored_.dtype != DType::i8) return wrong(weights_, stored_, "I8");
    if (!quant::fits({Scheme::Kind::int8}, cols_)) {
      return wrong(weights_, stored_, fmt::format("at most {} columns", quant::kSym8MostCols));
    }
    const std::array<int64_t, 2> shape = {cols_, rows_};
    if (const auto fits = expect(weights_, stored_.name, shape); !fits) return fits.error();
    const Result<const float*> scales = row_scales(matrix_of_columns(stored_.name));
    if (!scales) return scales.error();
    return quant::StoredMatrix(
        quant::Sym8Columns{rows_, cols_, in_place<int8_t>(stored_), *scales});
  }

  // The scales of int8 rows, of a matrix of that name.
  Result<const float*> row_scales(std::string_view name) {
    const std::array<int64_t, 1> shape = {rows_};
    const Result<const StoredTensor*> scales = expect(weights_, name_beside(name, "scales"), shape);
    if (!scales) return scales.error();
    if (!is_float((*scales)->dtype)) return wrong(weights_, **scales, "floats");
    return floats(**scales);
  }

  template <class T>
  const T* in_place(const StoredTensor& tensor) {
    if (is_aligned(tensor.bytes, sizeof(T))) {
      return reinterpret_cast<const T*>(tensor.bytes.data());
    }
    AlignedBytes copy(tensor.bytes.size());
    std::copy(tensor.bytes.begin(), tensor.bytes.end(), copy.data());
    made_.push_back(std::move(copy));
    return reinterpret_cast<const T*>(made_.back().data());
  }

  const float* floats(const StoredTensor& tensor) {
    return tensor.dtype == DType::f32 ? in_place<float>(tensor) : widened(tensor);
  }

  const float* widened(const StoredTensor& tensor) {
    const auto count = static_cast<size_t>(tensor.elements());
    made_.emplace_back(count * sizeof(float));
    auto* values = reinterpret_cast<float*>(made_.back().data());
    to_f32(tensor, 0, {values, count});
    return values;
  }

  bool becomes(const quant::StoredMatrix& weight, const Scheme& scheme) const {
    const Scheme stored = scheme_of(weight);
    if (stored == scheme || !quant::fits(scheme, cols_)) return false;
    return stored.is_float() || scheme.is_float();
  }

  // Memory for the parts of such a matrix.
  std::vector<std::byte*> room_for(const std::vector<EncodedPart>& parts) {
    std::vector<std::byte*> pointers;
    for (const EncodedPart& part : parts)
      pointers.push_back(
          converted_.emplace_back(part.row_bytes * static_cast<size_t>(rows_)).data());
    return pointers;
  }

  // `row(r, out)`: the floats of a row.
  Result<quant::StoredMatrix> convert(const auto& row, const Scheme& scheme) {
    const std::vector<std::byte*> pointers = room_for(parts_of(scheme, rows_, cols_));
    const auto sink = [&](size_t part, size_t first, std::span<const std::byte> bytes) {
      std::copy(bytes.begin(), bytes.end(), pointers[part] + first);
      return Result<void>();
    };
    const auto source = [&](int first, std::span<float> out) {
      const int count = static_cast<int>(out.size()) / cols_;
      for (int r = 0; r < count; ++r) row(first + r, out.subspan(size_t(r) * cols_, cols_));
      release_rows(first, count);
    };
    const std::string name = fmt::format("{}: {}", weights_.source(), stored_.name);
    const auto done = encode_matrix(name, rows_, cols_, scheme, source, sink, {});
    if (!done) return done.error();
    return quant::codec_of(scheme.kind).view(scheme, rows_, cols_, pointers);
  }

  // Lets go of rows of a matrix of floats, or of blocks: converted, it is not read again.
  void release_rows(int first, int count) const {
    if (!is_float(stored_.dtype) && !blocks_of(stored_.dtype)) return;
    const size_t row = stored_.bytes.size() / static_cast<size_t>(rows_);
    weights_.release(
        stored_.bytes.subspan(static_cast<size_t>(first) * row, static_cast<size_t>(count) * row));
  }

  const Weights& weights_;
  const StoredTensor& stored_;
  int rows_, cols_;
  std::vector<AlignedBytes> made_, converted_;
};

}  // namespace

Result<Matrix> read_matrix(const Weights& weights, std::string_view name, int rows, int cols,
                           const MatrixOptions& options) {
  const StoredTensor* stored = weights.find(name);
  if (stored == nullptr) stored = weights.find(name_beside(name, kColumns));
  if (stored == nullptr) {
    const std::array<int64_t, 2> shape = {rows, cols};
    return expect(weights, name, shape).error();
  }
  return MatrixReader(weights, *stored, rows, cols).read(options);
}

// A tile at a time: what is read and what is written stay in the first cache.
std::vector<float> transposed(std::span<const float> m, int rows) {
  constexpr size_t kTile = 32;
  const auto height = static_cast<size_t>(rows), width = m.size() / height;
  std::vector<float> t(m.size());
  for (size_t r0 = 0; r0 < height; r0 += kTile)
    for (size_t c0 = 0; c0 < width; c0 += kTile)
      for (size_t c = c0; c < std::min(c0 + kTile, width); ++c)
        for (size_t r = r0; r < std::min(r0 + kTile, height); ++r)
          t[c * height + r] = m[r * width + c];
  return t;
}

bool is_quantized(const Weights& weights, const StoredTensor& tensor) {
  if (is_by_columns(tensor) || blocks_of(tensor.dtype)) return true;
  return (tensor.dtype == DType::u32 || tensor.dtype == DType::i8) &&
         weights.find(name_beside(tensor.name, "scales")) != nullptr;
}

}  // namespace sotto::checkpoint
