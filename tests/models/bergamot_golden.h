// The reference's Marian students and their outputs, for tests of the network.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "checkpoint/marian_file.h"
#include "checkpoint/model_folder.h"
#include "golden.h"
#include "models/backends.h"
#include "models/bergamot/model.h"
#include "models/bergamot/session.h"
#include "models/traces.h"

namespace sotto::models::bergamot::testing {

using Ids = std::vector<int>;

struct Goldens {
  explicit Goldens(std::filesystem::path path) : folder(std::move(path)) {}

  std::filesystem::path folder;
  nlohmann::json cases = sotto::testing::golden_json(folder / "cases.json");
  sotto::testing::GoldenFile tensors{folder / "tensors.safetensors"};

  // Those that the network is asked for: the others have no pieces.
  std::vector<nlohmann::json> translated() const {
    std::vector<nlohmann::json> some;
    for (const auto& c : cases.at("cases"))
      if (c.contains("float")) some.push_back(c);
    return some;
  }
};

// Every set of the golden folder, by name.
inline const std::vector<Goldens>& all_goldens() {
  static const std::vector<Goldens> all = [] {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry :
         std::filesystem::directory_iterator(sotto::testing::golden_folder("bergamot")))
      if (std::filesystem::exists(entry.path() / "cases.json")) paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<Goldens> sets;
    for (const auto& path : paths) sets.emplace_back(path);
    return sets;
  }();
  return all;
}

constexpr std::optional<quant::Scheme> kAsStored;
constexpr quant::Scheme kF32{quant::Scheme::Kind::f32};

inline std::shared_ptr<const Model> load(const Goldens& goldens,
                                         std::optional<quant::Scheme> scheme,
                                         const std::string& backend = {},
                                         int threads = sotto::testing::kThreads) {
  const auto folder = checkpoint::open_model_folder(goldens.folder);
  if (!folder) throw std::runtime_error(folder.error().message);
  const auto model = Model::load(*folder, scheme, sotto::testing::open_backend(backend, threads));
  if (!model) throw std::runtime_error(model.error().message);
  return *model;
}

// What the network is given for ids that were chosen, one after the other: at first nothing, for
// which any token stands.
inline std::vector<float> logits_of(Seq2SeqSession& session, const Ids& source, const Ids& chosen) {
  session.start(std::vector<Ids>{source}, 1);
  std::vector<float> logits;
  int token = Config::kEos;
  for (const int next : chosen) {
    const auto row = session.step(std::vector<int>{token});
    logits.insert(logits.end(), row.begin(), row.end());
    token = next;
  }
  return logits;
}

// Greedy search as the reference does it.
inline Ids greedy(Seq2SeqSession& session, const Ids& source, double max_length_factor) {
  session.start(std::vector<Ids>{source}, 1);
  const double most = std::ceil(max_length_factor * static_cast<double>(source.size()));
  Ids ids;
  int token = Config::kEos;
  while (static_cast<double>(ids.size()) < most) {
    const auto row = session.step(std::vector<int>{token});
    std::vector<float> logits(row.begin(), row.end());
    logits[Config::kUnk] = -INFINITY;
    token = static_cast<int>(std::ranges::max_element(logits) - logits.begin());
    ids.push_back(token);
    if (token == Config::kEos) break;
  }
  return ids;
}

// A long text is cut into runs, of which the reference has the first.
inline Ids source_of(const nlohmann::json& c) {
  return c.contains("runs") ? c.at("runs").at(0).get<Ids>() : c.at("src_ids").get<Ids>();
}

}  // namespace sotto::models::bergamot::testing
