// The reference's NLLB checkpoint and its outputs, for tests of the network.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/model_folder.h"
#include "golden.h"
#include "models/backends.h"
#include "models/nllb/architecture.h"
#include "models/seq2seq/model.h"
#include "models/seq2seq/session.h"

namespace sotto::models::nllb::testing {

using seq2seq::Config;
using seq2seq::Model;
using seq2seq::Network;
using seq2seq::Session;

struct Goldens {
  std::filesystem::path folder = sotto::testing::golden_folder("nllb");
  nlohmann::json cases = sotto::testing::golden_json(folder / "cases.json");
  sotto::testing::GoldenFile tensors{folder / "tensors.safetensors"};

  const nlohmann::json& find(const std::string& id) const {
    for (const auto& c : cases.at("cases")) {
      if (c.at("id") == id) return c;
    }
    throw std::runtime_error("no golden case " + id);
  }
};

inline const Goldens& goldens() {
  static const Goldens all;
  return all;
}

inline std::shared_ptr<const Model> load(const std::filesystem::path& path,
                                         std::optional<quant::Scheme> scheme,
                                         const std::string& backend = {},
                                         int threads = sotto::testing::kThreads) {
  const auto folder = checkpoint::open_model_folder(path);
  if (!folder) throw std::runtime_error(folder.error().message);
  const auto model =
      Model::load(kM2m100, *folder, scheme, sotto::testing::open_backend(backend, threads));
  if (!model) throw std::runtime_error(model.error().message);
  return *model;
}

constexpr std::optional<quant::Scheme> kAsStored;
constexpr quant::Scheme kF32{quant::Scheme::Kind::f32}, kQ8{quant::Scheme::Kind::q8};

using Ids = std::vector<int>;

// Encoder output of one source.
inline std::vector<float> encode(Session& session, const Ids& source) {
  session.start(std::vector<Ids>{source}, 1);
  const auto all = session.encoder_output();
  return {all.begin(), all.end()};
}

// Logits of every step when `tokens` are fed one after the other; start() came before.
inline std::vector<float> decode(Session& session, const Ids& tokens) {
  std::vector<float> logits;
  for (const int token : tokens) {
    const auto row = session.step(std::vector<int>{token});
    logits.insert(logits.end(), row.begin(), row.end());
  }
  return logits;
}

// Keeps what layers put out, by the names that the reference's traces have, row after row.
class Recorder : public Trace {
 public:
  void see(std::string_view side, int layer, std::string_view part, std::span<const float> x,
           int) override {
    std::string name(side);
    if (layer >= 0) name.append(".layer").append(std::to_string(layer));
    if (!part.empty()) name.append(".").append(part);
    std::vector<float>& rows = seen[name];
    rows.insert(rows.end(), x.begin(), x.end());
  }

  std::map<std::string, std::vector<float>> seen;
};

}  // namespace sotto::models::nllb::testing
