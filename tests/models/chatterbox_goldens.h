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
#include "models/traces.h"

namespace sotto::models::chatterbox::testing {

using nlohmann::json;
using Floats = std::vector<float>;

using sotto::testing::value;

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

using models::testing::transposed;
using Recorder = models::testing::PartRecorder;

inline std::vector<int> ids(const sotto::testing::GoldenFile& file, const std::string& name) {
  const auto tensor = file.at(name);
  if (tensor.dtype == "I32") {
    const auto all = tensor.as<int32_t>();
    return {all.begin(), all.end()};
  }
  const auto all = tensor.as<int64_t>();
  return {all.begin(), all.end()};
}

}  // namespace sotto::models::chatterbox::testing
