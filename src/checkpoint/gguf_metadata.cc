#include "checkpoint/gguf_metadata.h"

#include <cstring>
#include <utility>

namespace sotto::checkpoint {
namespace {

// By their types.
constexpr size_t kGgufValueBytes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

template <class T>
T gguf_number(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// The values of an array, each of that size, one after the other.
template <class Take>
void for_each_number(const GgufArray& array, const Take& take) {
  const size_t size = bytes_of(array.type);
  for (uint64_t i = 0; i < array.count; ++i)
    take(GgufMetadata::scalar(array.type, array.bytes.data() + i * size));
}

template <class T>
std::optional<T> gguf_value(const GgufMetadata::Value* value) {
  const T* found = value != nullptr ? std::get_if<T>(value) : nullptr;
  return found != nullptr ? std::optional<T>(*found) : std::nullopt;
}

}  // namespace

size_t bytes_of(GgufType type) { return kGgufValueBytes[static_cast<uint32_t>(type)]; }

std::optional<GgufMetadata::Value> GgufMetadata::scalar(GgufType type, const std::byte* at) {
  switch (type) {
    case GgufType::u8:
      return Value(int64_t{gguf_number<uint8_t>(at)});
    case GgufType::i8:
      return Value(int64_t{gguf_number<int8_t>(at)});
    case GgufType::u16:
      return Value(int64_t{gguf_number<uint16_t>(at)});
    case GgufType::i16:
      return Value(int64_t{gguf_number<int16_t>(at)});
    case GgufType::u32:
      return Value(int64_t{gguf_number<uint32_t>(at)});
    case GgufType::i32:
      return Value(int64_t{gguf_number<int32_t>(at)});
    case GgufType::i64:
      return Value(gguf_number<int64_t>(at));
    case GgufType::u64: {
      const auto value = gguf_number<uint64_t>(at);
      if (value > INT64_MAX) return std::nullopt;
      return Value(static_cast<int64_t>(value));
    }
    case GgufType::f32:
      return Value(double{gguf_number<float>(at)});
    case GgufType::f64:
      return Value(gguf_number<double>(at));
    default:
      return Value(gguf_number<uint8_t>(at) != 0);
  }
}

const GgufMetadata::Value* GgufMetadata::find(std::string_view key) const {
  const auto it = values_.find(key);
  return it == values_.end() ? nullptr : &it->second;
}
std::optional<int64_t> GgufMetadata::integer(std::string_view key) const {
  return gguf_value<int64_t>(find(key));
}
std::optional<double> GgufMetadata::number(std::string_view key) const {
  if (const auto whole = integer(key)) return static_cast<double>(*whole);
  return gguf_value<double>(find(key));
}
std::optional<bool> GgufMetadata::boolean(std::string_view key) const {
  return gguf_value<bool>(find(key));
}
std::optional<std::string_view> GgufMetadata::text(std::string_view key) const {
  return gguf_value<std::string_view>(find(key));
}

std::optional<std::vector<std::string_view>> GgufMetadata::texts(std::string_view key) const {
  const auto array = gguf_value<GgufArray>(find(key));
  if (!array || array->type != GgufType::text) return std::nullopt;
  std::vector<std::string_view> texts;
  const std::byte* at = array->bytes.data();
  for (uint64_t i = 0; i < array->count; ++i) {
    const auto size = gguf_number<uint64_t>(at);
    at += sizeof size;
    texts.emplace_back(reinterpret_cast<const char*>(at), size);
    at += size;
  }
  return texts;
}

std::optional<std::vector<int64_t>> GgufMetadata::integers(std::string_view key) const {
  const auto array = gguf_value<GgufArray>(find(key));
  if (!array || array->type == GgufType::text) return std::nullopt;
  std::vector<int64_t> numbers;
  for_each_number(*array, [&](const std::optional<Value>& value) {
    if (value && std::holds_alternative<int64_t>(*value))
      numbers.push_back(std::get<int64_t>(*value));
    if (value && std::holds_alternative<bool>(*value)) numbers.push_back(std::get<bool>(*value));
  });
  return numbers.size() == array->count ? std::optional(std::move(numbers)) : std::nullopt;
}

std::optional<std::vector<float>> GgufMetadata::floats(std::string_view key) const {
  const auto array = gguf_value<GgufArray>(find(key));
  if (!array || (array->type != GgufType::f32 && array->type != GgufType::f64)) return std::nullopt;
  std::vector<float> numbers;
  for_each_number(*array, [&](const std::optional<Value>& value) {
    numbers.push_back(static_cast<float>(std::get<double>(*value)));
  });
  return numbers;
}

}  // namespace sotto::checkpoint
