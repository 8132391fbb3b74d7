#include "checkpoint/onnx_tensor.h"

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <vector>

#include "base/protobuf.h"
#include "checkpoint/printable.h"

namespace sotto::checkpoint {
namespace {

// Field numbers of TensorProto.
enum OnnxTensorField : uint64_t {
  kOnnxDims = 1,
  kOnnxDataType = 2,
  kOnnxFloats = 4,
  kOnnxInt32s = 5,
  kOnnxInt64s = 7,
  kOnnxTensorName = 8,
  kOnnxRaw = 9,
  kOnnxDoubles = 10,
  kOnnxUint64s = 11,
  kOnnxExternal = 13,
  kOnnxLocation = 14,
};

constexpr size_t kOnnxMaxRank = 16;
constexpr uint64_t kOnnxStringType = 8;

// TensorProto.DataType, and the field that holds such numbers where they are not raw.
struct OnnxType {
  uint64_t number;
  DType dtype;
  OnnxTensorField field;
};

constexpr OnnxType kOnnxTypes[] = {
    {1, DType::f32, kOnnxFloats},     {2, DType::u8, kOnnxInt32s},
    {3, DType::i8, kOnnxInt32s},      {5, DType::i16, kOnnxInt32s},
    {6, DType::i32, kOnnxInt32s},     {7, DType::i64, kOnnxInt64s},
    {9, DType::boolean, kOnnxInt32s}, {10, DType::f16, kOnnxInt32s},
    {11, DType::f64, kOnnxDoubles},   {12, DType::u32, kOnnxUint64s},
    {13, DType::u64, kOnnxUint64s},   {16, DType::bf16, kOnnxInt32s},
};

class OnnxTensorReader {
 public:
  OnnxTensorReader(std::string_view message, TensorTable& table)
      : message_(message), table_(table) {}

  Result<std::optional<StoredTensor>> read() {
    if (Result<void> r = read_fields(); !r) return r.error();
    if (type_ == kOnnxStringType) return std::optional<StoredTensor>();
    if (external_) {
      return Error{Errc::unsupported,
                   fmt::format("{}: {} lies in another file, which sotto does not read; save the "
                               "network as one file",
                               table_.source(), printable(name_))};
    }
    const OnnxType* type = nullptr;
    for (const OnnxType& row : kOnnxTypes) {
      if (row.number == type_) type = &row;
    }
    if (type == nullptr) {
      return Error{Errc::unsupported,
                   fmt::format("{}: {} has ONNX's data type {}, which sotto does not know",
                               table_.source(), printable(name_), type_)};
    }
    const auto elements = element_count(size_of(type->dtype));
    if (!elements) return wrong("has an impossible shape");
    StoredTensor tensor{std::string(name_), type->dtype, dims_, {}};
    if (raw_) {
      const size_t expected = *elements * size_of(type->dtype);
      if (raw_->size() != expected) {
        return wrong(fmt::format("has {} bytes, expected {} for {} {}", raw_->size(), expected,
                                 name_of(type->dtype), shape_text(dims_)));
      }
      tensor.bytes = std::as_bytes(std::span(raw_->data(), raw_->size()));
    } else if (Result<void> r = unpack(*type, *elements, tensor); !r) {
      return r.error();
    }
    return std::optional(std::move(tensor));
  }

 private:
  Error wrong(std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {} {}", table_.source(), printable(name_), what)};
  }

  // The meaning of a number may stand behind it: this pass only gathers.
  Result<void> read_fields() {
    ProtoReader reader(message_);
    while (const auto field = reader.next()) {
      switch (field->number) {
        case kOnnxDims:
          has_shape_ &= add_dims(*field);  // said below, when the name is known
          break;
        case kOnnxDataType:
          type_ = field->value;
          break;
        case kOnnxTensorName:
          name_ = field->bytes;
          break;
        case kOnnxRaw:
          raw_ = field->bytes;
          break;
        case kOnnxExternal:
          external_ = true;
          break;
        case kOnnxLocation:
          external_ |= field->value != 0;
          break;
        default:
          break;
      }
    }
    if (!reader.ok()) return wrong("is cut short or malformed");
    if (!has_shape_) return wrong("has an impossible shape");
    return {};
  }

  // One dimension, or several of them packed.
  bool add_dims(const ProtoField& field) {
    if (field.type != ProtoField::Type::bytes) return add_dim(field.value);
    VarintReader packed(field.bytes);
    while (const auto value = packed.next()) {
      if (!add_dim(*value)) return false;
    }
    return packed.ok();
  }
  bool add_dim(uint64_t value) {
    if (value > INT64_MAX || dims_.size() == kOnnxMaxRank) return false;
    dims_.push_back(static_cast<int64_t>(value));
    return true;
  }

  std::optional<size_t> element_count(size_t element_bytes) const {
    size_t elements = 1, bytes = 0;
    for (const int64_t dim : dims_) {
      if (__builtin_mul_overflow(elements, static_cast<size_t>(dim), &elements)) return {};
    }
    if (__builtin_mul_overflow(elements, element_bytes, &bytes)) return {};
    return elements;
  }

  // Numbers one by one: packed, or each with a key. A number takes a byte at least, so that no more
  // memory is taken than eight times what the file has.
  Result<void> unpack(const OnnxType& type, size_t elements, StoredTensor& tensor) {
    const auto values = std::make_shared<std::vector<std::byte>>();
    const size_t width = size_of(type.dtype);
    if (elements <= message_.size()) values->reserve(elements * width);
    ProtoReader reader(message_);
    while (const auto field = reader.next()) {
      if (field->number != type.field) continue;
      if (!unpack_field(type, *field, width, *values)) {
        return wrong("has numbers that are cut short or malformed");
      }
    }
    if (values->size() != elements * width) {
      return wrong(fmt::format("has {} numbers, expected {} for {} {}", values->size() / width,
                               elements, name_of(type.dtype), shape_text(dims_)));
    }
    tensor.bytes = *values;
    table_.keep(std::shared_ptr<const void>(values));
    return {};
  }

  static bool unpack_field(const OnnxType& type, const ProtoField& field, size_t width,
                           std::vector<std::byte>& values) {
    const auto append = [&](const void* from, size_t bytes) {
      const auto* begin = static_cast<const std::byte*>(from);
      values.insert(values.end(), begin, begin + bytes);
    };
    const bool fixed = type.field == kOnnxFloats || type.field == kOnnxDoubles;
    if (field.type != ProtoField::Type::bytes) {
      const auto expected = type.field == kOnnxFloats    ? ProtoField::Type::fixed32
                            : type.field == kOnnxDoubles ? ProtoField::Type::fixed64
                                                         : ProtoField::Type::varint;
      if (field.type != expected) return false;
      append(&field.value, width);  // little-endian: the low bytes come first
      return true;
    }
    if (fixed) {
      if (field.bytes.size() % width != 0) return false;
      append(field.bytes.data(), field.bytes.size());
      return true;
    }
    VarintReader packed(field.bytes);
    while (const auto value = packed.next()) append(&*value, width);
    return packed.ok();
  }

  std::string_view message_;
  TensorTable& table_;
  std::string_view name_;
  uint64_t type_ = 0;
  std::vector<int64_t> dims_;
  bool has_shape_ = true;
  std::optional<std::string_view> raw_;
  bool external_ = false;
};

}  // namespace

Result<std::optional<StoredTensor>> read_onnx_tensor(std::string_view bytes, TensorTable& table) {
  return OnnxTensorReader(bytes, table).read();
}

}  // namespace sotto::checkpoint
