// The reference's causal language models and their outputs.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "checkpoint/model_folder.h"
#include "golden.h"
#include "models/backends.h"
#include "models/causal_lm/model.h"
#include "models/causal_lm/session.h"

namespace sotto::models::causal_lm::testing {

using Floats = std::vector<float>;
using Ids = std::vector<int>;

struct Goldens {
  std::filesystem::path folder = sotto::testing::golden_folder("decoder_lm");
  nlohmann::json models = sotto::testing::golden_json(folder / "cases.json").at("models");
  sotto::testing::GoldenFile tensors{folder / "goldens.safetensors"};

  // Those that lie there in the hub's layout.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, model] : models.items())
      if (std::filesystem::exists(folder / name / "config.json")) names.push_back(name);
    return names;
  }
  Ids prompt(const std::string& name, size_t i) const {
    return models.at(name).at("cases").at(i).at("ids");
  }
};

inline const Goldens& goldens() {
  static const Goldens all;
  return all;
}

inline checkpoint::ModelFolder open_golden(const std::string& name) {
  auto folder = checkpoint::open_model_folder(goldens().folder / name);
  if (!folder) throw std::runtime_error(folder.error().message);
  return *std::move(folder);
}

inline std::shared_ptr<const Model> load(const std::string& name, const std::string& backend = {},
                                         std::optional<quant::Scheme> scheme = {}) {
  const auto model = Model::load(open_golden(name), scheme, sotto::testing::open_backend(backend));
  if (!model) throw std::runtime_error(model.error().message);
  return *model;
}

// The logits behind a prompt.
inline Floats read(Session& session, Ids prompt) {
  const int last = prompt.back();
  prompt.pop_back();
  session.start(std::vector<Ids>{prompt}, 1);
  const auto logits = session.step(Ids{last});
  return {logits.begin(), logits.end()};
}

inline int likeliest(std::span<const float> logits) {
  return static_cast<int>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

// What goes on from a prompt, so many tokens; logits of each step if asked for.
inline Ids greedy(Session& session, const Ids& prompt, size_t count, Floats* all = nullptr) {
  Ids ids;
  Floats logits = read(session, prompt);
  for (;;) {
    if (all != nullptr) all->insert(all->end(), logits.begin(), logits.end());
    ids.push_back(likeliest(logits));
    if (ids.size() == count) return ids;
    const auto next = session.step(Ids{ids.back()});
    logits.assign(next.begin(), next.end());
  }
}

// Keeps what layers put out, row after row, by the names of the reference's traces.
class Recorder : public Trace {
 public:
  void see(std::string_view, int layer, std::string_view part, std::span<const float> x,
           int) override {
    std::string name = layer >= 0 ? "layer." + std::to_string(layer) : std::string();
    if (!part.empty()) name.append(name.empty() ? "" : ".").append(part);
    Floats& rows = seen[name];
    rows.insert(rows.end(), x.begin(), x.end());
  }

  std::map<std::string, Floats> seen;
};

}  // namespace sotto::models::causal_lm::testing
