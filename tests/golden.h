// Reference outputs for golden tests: where they are, and tensors out of them by name.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "paths.h"
#include "sotto/error.h"

namespace sotto::testing {

// The value of a result that a test cannot go on without.
template <class T>
T value(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

// `$SOTTO_GOLDENS/<network>`, else `tests/data/<network>`.
inline std::filesystem::path golden_folder(const std::string& network) {
  const char* other = std::getenv("SOTTO_GOLDENS");
  const bool given = other != nullptr && *other != '\0';
  return std::filesystem::path(given ? other : test_data("")) / network;
}

inline std::string golden_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

inline nlohmann::json golden_json(const std::filesystem::path& path) {
  return nlohmann::json::parse(golden_text(path));
}

struct GoldenTensor {
  std::string dtype;  // as safetensors writes it: "F32"
  std::vector<int64_t> shape;
  std::string bytes;

  // The elements as they lie: `as<float>()` of an F32 tensor, `as<uint16_t>()` of an F16 one.
  template <class T>
  std::vector<T> as() const {
    if (bytes.size() % sizeof(T) != 0)
      throw std::runtime_error("golden tensor is not of that type");
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
};

// A file of golden tensors. It has its own few lines of safetensors, so that a test of our reader
// does not lean on our reader, and folders below checkpoint/ can use it. It trusts the file.
class GoldenFile {
 public:
  explicit GoldenFile(const std::filesystem::path& path)
      : path_(path.string()), content_(golden_text(path)) {
    uint64_t header_size = 0;
    std::memcpy(&header_size, content_.data(), sizeof header_size);
    header_ = nlohmann::json::parse(content_.substr(8, header_size));
    header_.erase("__metadata__");
    data_ = 8 + header_size;
  }

  bool has(const std::string& name) const { return header_.contains(name); }
  const nlohmann::json& header() const { return header_; }

  GoldenTensor at(const std::string& name) const {
    if (!has(name)) throw std::runtime_error(path_ + ": no tensor " + name);
    const nlohmann::json& entry = header_.at(name);
    const auto begin = entry.at("data_offsets").at(0).get<size_t>();
    const auto end = entry.at("data_offsets").at(1).get<size_t>();
    return {entry.at("dtype"), entry.at("shape"), content_.substr(data_ + begin, end - begin)};
  }

  std::vector<float> f32(const std::string& name) const {
    const GoldenTensor tensor = at(name);
    if (tensor.dtype != "F32") throw std::runtime_error(path_ + ": " + name + " is not F32");
    return tensor.as<float>();
  }

 private:
  std::string path_, content_;
  nlohmann::json header_;
  size_t data_ = 0;
};

}  // namespace sotto::testing
