#include "checkpoint/weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cstring>

#include "quant/blocks.h"
#include "quant/half.h"

namespace sotto::checkpoint {
namespace {

struct DTypeRow {
  DType dtype;
  std::string_view name;
  size_t bytes;
};

constexpr DTypeRow kDTypes[] = {
    {DType::f32, "F32", 4}, {DType::f16, "F16", 2}, {DType::bf16, "BF16", 2},
    {DType::f64, "F64", 8}, {DType::i8, "I8", 1},   {DType::u8, "U8", 1},
    {DType::i16, "I16", 2}, {DType::i32, "I32", 4}, {DType::u32, "U32", 4},
    {DType::i64, "I64", 8}, {DType::u64, "U64", 8}, {DType::boolean, "BOOL", 1},
};

// In their order.
constexpr DType kBlockTypes[] = {DType::q4_0, DType::q4_1, DType::q5_0, DType::q5_1,
                                 DType::q8_0, DType::q4_k, DType::q5_k, DType::q6_k};

const DTypeRow& row_of(DType dtype) {
  for (const DTypeRow& row : kDTypes) {
    if (row.dtype == dtype) return row;
  }
  assert(false);
  return kDTypes[0];
}

// Tensor bytes may lie at any address, so every element is copied out before it is used.
template <class Stored, class Convert>
void widen(const std::byte* from, std::span<float> out, Convert convert) {
  for (float& x : out) {
    Stored stored;
    std::memcpy(&stored, from, sizeof stored);
    from += sizeof stored;
    x = convert(stored);
  }
}

}  // namespace

size_t size_of(DType dtype) { return row_of(dtype).bytes; }

std::optional<quant::BlockType> blocks_of(DType dtype) {
  const auto* found = std::ranges::find(kBlockTypes, dtype);
  if (found == std::end(kBlockTypes)) return std::nullopt;
  return static_cast<quant::BlockType>(found - kBlockTypes);
}

std::string_view name_of(DType dtype) {
  if (const auto blocks = blocks_of(dtype)) return quant::layout_of(*blocks).name;
  return row_of(dtype).name;
}

std::optional<DType> dtype_named(std::string_view name) {
  for (const DTypeRow& row : kDTypes) {
    if (row.name == name) return row.dtype;
  }
  return std::nullopt;
}

int64_t StoredTensor::elements() const {
  if (const auto blocks = blocks_of(dtype)) {
    const quant::BlockLayout& layout = quant::layout_of(*blocks);
    return static_cast<int64_t>(bytes.size() / static_cast<size_t>(layout.bytes)) * layout.values;
  }
  return static_cast<int64_t>(bytes.size() / size_of(dtype));
}

std::string shape_text(std::span<const int64_t> shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

Result<const StoredTensor*> expect(const Weights& weights, std::string_view name,
                                   std::span<const int64_t> shape) {
  const StoredTensor* tensor = weights.find(name);
  if (tensor == nullptr) {
    return Error{Errc::bad_format, fmt::format("{}: there is no tensor {}, expected one of {}",
                                               weights.source(), name, shape_text(shape))};
  }
  if (std::ranges::find(shape, 0) != shape.end()) {
    return Error{Errc::bad_format, fmt::format("{}: {} would have to be {}, which holds no numbers",
                                               weights.source(), name, shape_text(shape))};
  }
  if (!std::equal(shape.begin(), shape.end(), tensor->shape.begin(), tensor->shape.end())) {
    return Error{Errc::bad_format, fmt::format("{}: {} is {}, expected {}", weights.source(), name,
                                               shape_text(tensor->shape), shape_text(shape))};
  }
  return tensor;
}

bool is_float(DType dtype) {
  return dtype == DType::f32 || dtype == DType::f16 || dtype == DType::bf16 || dtype == DType::f64;
}

Result<std::vector<float>> to_f32(const StoredTensor& tensor) {
  if (!is_float(tensor.dtype) && !blocks_of(tensor.dtype)) {
    return Error{Errc::bad_format,
                 fmt::format("{} holds {}, expected floats", tensor.name, name_of(tensor.dtype))};
  }
  std::vector<float> values(static_cast<size_t>(tensor.elements()));
  to_f32(tensor, 0, values);
  return values;
}

void to_f32(const StoredTensor& tensor, int64_t first, std::span<float> out) {
  assert(first >= 0 && first <= tensor.elements());
  assert(out.size() <= static_cast<size_t>(tensor.elements() - first));
  if (const auto blocks = blocks_of(tensor.dtype)) {
    const quant::BlockLayout& layout = quant::layout_of(*blocks);
    const auto values = static_cast<size_t>(layout.values), bytes = size_t(layout.bytes);
    const size_t from = static_cast<size_t>(first) / values * bytes;
    assert(static_cast<size_t>(first) % values == 0 && out.size() % values == 0);
    quant::dequantize_blocks(*blocks, tensor.bytes.subspan(from, out.size() / values * bytes), out);
    return;
  }
  assert(is_float(tensor.dtype));
  const std::byte* from = tensor.bytes.data() + static_cast<size_t>(first) * size_of(tensor.dtype);
  switch (tensor.dtype) {
    case DType::f32:
      if (!out.empty()) std::memcpy(out.data(), from, out.size_bytes());
      break;
    case DType::f16:
      widen<uint16_t>(from, out, quant::from_f16);
      break;
    case DType::bf16:
      widen<uint16_t>(from, out, quant::from_bf16);
      break;
    default:
      widen<double>(from, out, [](double x) { return static_cast<float>(x); });
  }
}

Result<std::vector<float>> read_f32(const Weights& weights, std::string_view name,
                                    std::span<const int64_t> shape) {
  const Result<const StoredTensor*> tensor = expect(weights, name, shape);
  if (!tensor) return tensor.error();
  Result<std::vector<float>> values = to_f32(**tensor);
  if (!values) {
    return Error{values.error().code,
                 fmt::format("{}: {}", weights.source(), values.error().message)};
  }
  return values;
}

Result<std::vector<int>> read_i32(const Weights& weights, std::string_view name) {
  const StoredTensor* tensor = weights.find(name);
  if (tensor == nullptr || tensor->dtype != DType::i32 || tensor->shape.size() != 1) {
    return Error{Errc::bad_format,
                 fmt::format("{}: {} is not a list of 32-bit integers", weights.source(), name)};
  }
  std::vector<int> values(static_cast<size_t>(tensor->shape[0]));
  if (!values.empty()) std::memcpy(values.data(), tensor->bytes.data(), tensor->bytes.size());
  return values;
}

}  // namespace sotto::checkpoint
