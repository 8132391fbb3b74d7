// FlowLM's golden files, for its tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "checkpoint/safetensors.h"
#include "golden.h"
#include "models/backends.h"
#include "models/pocket_tts/flow_lm.h"
#include "models/traces.h"

namespace sotto::models::pocket_tts::testing {

using nlohmann::json;
using Floats = std::vector<float>;

using sotto::testing::value;

inline std::filesystem::path folder() { return sotto::testing::golden_folder("pocket_tts"); }

inline const json& cases() {
  static const json all = sotto::testing::golden_json(folder() / "cases.json");
  return all;
}

inline std::shared_ptr<const device::Backend> backend(const std::string& name = {},
                                                      int threads = sotto::testing::kThreads) {
  return sotto::testing::open_backend(name, threads);
}

struct FlowModel {
  Config config;
  std::shared_ptr<const checkpoint::Weights> weights;
  std::shared_ptr<const FlowLm> flow;
};

// Weights of floats are of use to every device of a backend of that kind, whatever its variant.
inline const FlowModel& flow_model(const std::string& name, const std::string& used_on = {}) {
  static std::map<std::string, FlowModel> loaded;
  const std::string kind = used_on == sotto::testing::kMlx ? used_on : "";
  const auto found = loaded.find(kind + name);
  if (found != loaded.end()) return found->second;
  FlowModel model;
  model.config = value(read_config(folder() / "models" / (name + ".yaml")));
  model.weights = value(checkpoint::open_safetensors(folder() / model.config.weights_path));
  model.flow = value(FlowLm::load(*model.weights, model.config, std::nullopt, *backend(kind)));
  return loaded.emplace(kind + name, std::move(model)).first->second;
}

// Row r of a golden tensor with rows.
inline Floats row(const Floats& all, int r, int cols) {
  const auto begin = all.begin() + int64_t{r} * cols;
  return {begin, begin + cols};
}

// Largest difference, relative to the largest expected number or 1.
inline double error_of(std::span<const float> found, std::span<const float> expected) {
  if (found.size() != expected.size() || expected.empty()) return INFINITY;
  double worst = 0, largest = 1;
  for (size_t i = 0; i < expected.size(); ++i) {
    const double error = std::fabs(double{found[i]} - double{expected[i]});
    worst = error <= worst ? worst : error;  // a NaN is the worst
    largest = std::max(largest, std::fabs(double{expected[i]}));
  }
  return worst / largest;
}

// Rows of layers, step after step: "text.layer0".
using Recorder = models::testing::LayerRecorder;

// Keys and values of a voice beside each other, as [2, positions, columns].
inline Floats keys_values(const VoiceState& voice, size_t layer, int first, int positions) {
  Floats both;
  for (const Floats& part : {voice.layers[layer].k, voice.layers[layer].v}) {
    const auto begin = part.begin() + int64_t{first} * voice.cols();
    both.insert(both.end(), begin, begin + int64_t{positions} * voice.cols());
  }
  return both;
}

// Golden keys and values [2, T, kv, size] as a voice.
inline VoiceState golden_voice(const FlowLm& m, const sotto::testing::GoldenFile& file) {
  const FlowTransformerConfig& t = m.config.transformer;
  VoiceState voice{.kv_heads = t.num_kv_heads, .head_size = t.head_size()};
  for (int i = 0; i < t.num_layers; ++i) {
    const Floats both = file.f32("voice.kv" + std::to_string(i));
    const auto half = both.begin() + static_cast<int64_t>(both.size() / 2);
    voice.layers.push_back({.k = {both.begin(), half}, .v = {half, both.end()}});
    voice.positions = static_cast<int>(both.size() / 2) / voice.cols();
  }
  return voice;
}

inline std::vector<int> golden_tokens(const sotto::testing::GoldenFile& file) {
  const auto stored = file.at("tokens").as<int64_t>();
  return {stored.begin(), stored.end()};
}

// Golden noise, row after row.
inline Floats scaled(Floats noise, double temperature) {
  for (float& x : noise) x *= static_cast<float>(std::sqrt(temperature));
  return noise;
}

}  // namespace sotto::models::pocket_tts::testing
