// GGUF files as the format says, of what a test wants in them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sotto::testing {

template <class T>
std::string raw(T number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}
inline std::string gguf_text(const std::string& text) { return raw(uint64_t{text.size()}) + text; }

struct GgufBuilder {
  uint32_t version = 3;
  uint64_t alignment = 32;
  std::vector<std::pair<std::string, std::string>> values = {};  // keys; types and values as bytes
  struct Tensor {
    std::string name;
    std::vector<uint64_t> dims;  // the length of a row first
    uint32_t type;
    std::string data;
    int64_t offset = -1;  // behind the one before
  };
  std::vector<Tensor> tensors = {};

  GgufBuilder& set(const std::string& key, const std::string& typed) {
    values.emplace_back(key, typed);
    return *this;
  }
  GgufBuilder& text(const std::string& key, const std::string& value) {
    return set(key, raw(uint32_t{8}) + gguf_text(value));
  }
  GgufBuilder& u32(const std::string& key, uint32_t value) {
    return set(key, raw(uint32_t{4}) + raw(value));
  }
  GgufBuilder& f32(const std::string& key, float value) {
    return set(key, raw(uint32_t{6}) + raw(value));
  }
  GgufBuilder& boolean(const std::string& key, bool value) {
    return set(key, raw(uint32_t{7}) + raw(uint8_t{value}));
  }
  GgufBuilder& texts(const std::string& key, const std::vector<std::string>& list) {
    std::string bytes = raw(uint32_t{9}) + raw(uint32_t{8}) + raw(uint64_t{list.size()});
    for (const std::string& each : list) bytes += gguf_text(each);
    return set(key, bytes);
  }
  template <class T>
  GgufBuilder& numbers(const std::string& key, uint32_t type, const std::vector<T>& list) {
    std::string bytes = raw(uint32_t{9}) + raw(type) + raw(uint64_t{list.size()});
    for (const T each : list) bytes += raw(each);
    return set(key, bytes);
  }
  GgufBuilder& tensor(const std::string& name, const std::vector<uint64_t>& dims, uint32_t type,
                      const std::string& data, int64_t offset = -1) {
    tensors.push_back({name, dims, type, data, offset});
    return *this;
  }

  std::string file() const {
    std::string head = "GGUF" + raw(version) + raw(uint64_t{tensors.size()}) +
                       raw(uint64_t{values.size()}),
                data;
    for (const auto& [key, typed] : values) head += gguf_text(key) + typed;
    for (const Tensor& t : tensors) {
      head += gguf_text(t.name) + raw(static_cast<uint32_t>(t.dims.size()));
      for (const uint64_t dim : t.dims) head += raw(dim);
      head += raw(t.type) + raw(t.offset >= 0 ? static_cast<uint64_t>(t.offset) : data.size());
      data += t.data;
      data.resize((data.size() + alignment - 1) / alignment * alignment);
    }
    head.resize((head.size() + alignment - 1) / alignment * alignment);
    return head + data;
  }
};

}  // namespace sotto::testing
