// The small Chatterbox and what the reference makes with it, for tests of its parts.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "checkpoint/weight_files.h"
#include "golden.h"
#include "models/chatterbox/s3gen.h"
#include "models/golden_compare.h"

namespace sotto::models::chatterbox::testing {

using nlohmann::json;
using Floats = std::vector<float>;

template <class T>
T value(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

inline std::filesystem::path folder() { return sotto::testing::golden_folder("chatterbox"); }

inline sotto::testing::GoldenFile golden_file(const std::string& stage) {
  return sotto::testing::GoldenFile(folder() / "golden" / (stage + ".safetensors"));
}

// The same, read once.
inline const sotto::testing::GoldenFile& golden(const std::string& stage) {
  static std::map<std::string, sotto::testing::GoldenFile> files;
  const auto found = files.find(stage);
  return found != files.end() ? found->second
                              : files.emplace(stage, golden_file(stage)).first->second;
}

inline std::filesystem::path model_file(const std::string& name) {
  return folder() / "model" / name;
}

inline const nlohmann::json& cases() {
  static const nlohmann::json all = sotto::testing::golden_json(folder() / "cases.json");
  return all;
}

inline int dim(const char* name) { return cases().at("meta").at("dims").at(name).get<int>(); }

inline std::shared_ptr<const checkpoint::Weights> weights_file(const std::string& name) {
  return value(checkpoint::open_weights(folder() / "model" / name));
}

// A matrix [cols, rows] of the goldens as [rows, cols], and the other way round.
inline Floats transposed(const Floats& m, size_t cols) {
  Floats t(m.size());
  const size_t rows = m.size() / cols;
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < cols; ++c) t[c * rows + r] = m[r * cols + c];
  }
  return t;
}

inline std::vector<int> ids(const sotto::testing::GoldenFile& file, const std::string& name) {
  const auto tensor = file.at(name);
  if (tensor.dtype == "I32") {
    const auto all = tensor.as<int32_t>();
    return {all.begin(), all.end()};
  }
  const auto all = tensor.as<int64_t>();
  return {all.begin(), all.end()};
}

// What the parts of the network put out, by their names.
class Recorder : public Trace {
 public:
  void see(std::string_view, int, std::string_view part, std::span<const float> x,
           int cols) override {
    seen[std::string(part)] = {{x.begin(), x.end()}, static_cast<size_t>(cols)};
  }
  struct Seen {
    Floats rows;
    size_t cols = 0;
  };
  std::map<std::string, Seen> seen;

  const Floats& rows(const std::string& name) const { return at(name).rows; }
  Floats columns(const std::string& name) const { return transposed(at(name).rows, at(name).cols); }

 private:
  const Seen& at(const std::string& name) const {
    const auto found = seen.find(name);
    if (found == seen.end()) throw std::runtime_error("no part " + name + " was seen");
    return found->second;
  }
};

}  // namespace sotto::models::chatterbox::testing
