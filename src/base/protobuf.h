// The wire format of protocol buffers (https://protobuf.dev/programming-guides/encoding), as much
// as reading an ONNX file, and reading and writing a SentencePiece model take. Bytes are untrusted.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace sotto {

struct ProtoField {
  enum class Type { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };
  uint64_t number = 0;
  Type type = Type::varint;
  uint64_t value = 0;      // of a varint or a fixed field
  std::string_view bytes;  // of a string, bytes or message field
};

// Numbers one after the other: what a packed field holds.
class VarintReader {
 public:
  explicit VarintReader(std::string_view bytes) : rest_(bytes) {}

  // None at the end, or where a number is cut short or longer than 64 bits: then ok() is false.
  std::optional<uint64_t> next() {
    if (rest_.empty() || !ok_) return std::nullopt;
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const char byte = rest_[0];
      rest_.remove_prefix(1);
      value |= uint64_t(byte & 0x7f) << shift;
      if (!(byte & 0x80)) return value;
    }
    ok_ = false;
    return std::nullopt;
  }

  bool ok() const { return ok_; }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

// Fields one after the other.
class ProtoReader {
 public:
  explicit ProtoReader(std::string_view bytes) : rest_(bytes) {}

  // None at the end, or where the message is cut short or malformed: then ok() is false.
  std::optional<ProtoField> next() {
    if (rest_.empty() || !ok_) return std::nullopt;
    ProtoField field;
    const uint64_t key = varint();
    field.number = key >> 3;
    field.type = static_cast<ProtoField::Type>(key & 7);
    switch (field.type) {
      case ProtoField::Type::varint:
        field.value = varint();
        break;
      case ProtoField::Type::fixed64:
        fixed(field.value, 8);
        break;
      case ProtoField::Type::fixed32:
        fixed(field.value, 4);
        break;
      case ProtoField::Type::bytes:
        field.bytes = take(varint());
        break;
      default:
        ok_ = false;
    }
    if (field.number == 0) ok_ = false;
    return ok_ ? std::optional(field) : std::nullopt;
  }

  bool ok() const { return ok_; }

 private:
  std::string_view take(uint64_t size) {
    if (size > rest_.size()) {
      ok_ = false;
      return {};
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  void fixed(uint64_t& value, size_t size) {
    const std::string_view bytes = take(size);
    if (ok_) std::memcpy(&value, bytes.data(), size);
  }

  uint64_t varint() {
    VarintReader reader(rest_);
    const std::optional<uint64_t> value = reader.next();
    rest_ = reader.rest();
    if (!value) ok_ = false;
    return value.value_or(0);
  }

  std::string_view rest_;
  bool ok_ = true;
};

inline void put_varint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

inline void put_key(std::string& out, uint64_t number, ProtoField::Type type) {
  put_varint(out, number << 3 | static_cast<uint64_t>(type));
}

inline void put_number(std::string& out, uint64_t number, uint64_t value) {
  put_key(out, number, ProtoField::Type::varint);
  put_varint(out, value);
}

inline void put_bytes(std::string& out, uint64_t number, std::string_view bytes) {
  put_key(out, number, ProtoField::Type::bytes);
  put_varint(out, bytes.size());
  out += bytes;
}

inline void put_float(std::string& out, uint64_t number, float value) {
  put_key(out, number, ProtoField::Type::fixed32);
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace sotto
