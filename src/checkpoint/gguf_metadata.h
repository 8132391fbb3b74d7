// Metadata of a GGUF file (gguf_file.h): keys and values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace sotto::checkpoint {

enum class GgufType : uint32_t {
  u8,
  i8,
  u16,
  i16,
  u32,
  i32,
  f32,
  boolean,
  text,
  array,
  u64,
  i64,
  f64
};

// Checked: all values of it are there. No array is in an array.
struct GgufArray {
  GgufType type;
  uint64_t count;
  std::span<const std::byte> bytes;
};

// Bytes of a number of that type; 0 for texts and arrays.
size_t bytes_of(GgufType type);

// The key-values of a file. A view: the bytes belong to the file.
class GgufMetadata {
 public:
  using Value = std::variant<int64_t, double, bool, std::string_view, GgufArray>;

  // A number as it lies in a file; none: an unsigned one that int64_t cannot hold.
  static std::optional<Value> scalar(GgufType type, const std::byte* at);

  bool add(std::string_view key, Value value) { return values_.emplace(key, value).second; }

  // None: it is not there, or of another type. An integer is a number, too.
  const Value* find(std::string_view key) const;
  std::optional<int64_t> integer(std::string_view key) const;
  std::optional<double> number(std::string_view key) const;
  std::optional<bool> boolean(std::string_view key) const;
  std::optional<std::string_view> text(std::string_view key) const;
  std::optional<std::vector<std::string_view>> texts(std::string_view key) const;
  std::optional<std::vector<int64_t>> integers(std::string_view key) const;
  std::optional<std::vector<float>> floats(std::string_view key) const;

 private:
  std::map<std::string_view, Value> values_;
};

}  // namespace sotto::checkpoint
