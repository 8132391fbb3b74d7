// Checkpoints of encoder-decoder networks with their reference's outputs: one folder a network, all
// of the same layout (tests/data/nllb/README.md).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/model_folder.h"
#include "golden.h"
#include "models/backends.h"
#include "models/seq2seq/model.h"
#include "models/seq2seq/session.h"
#include "models/traces.h"

namespace sotto::models::testing {

using Ids = std::vector<int>;

constexpr std::optional<quant::Scheme> kAsStored;
constexpr quant::Scheme kF32{quant::Scheme::Kind::f32}, kQ8{quant::Scheme::Kind::q8};

struct Seq2SeqGoldens {
  explicit Seq2SeqGoldens(const std::string& network)
      : folder(sotto::testing::golden_folder(network)) {}

  std::filesystem::path folder;
  nlohmann::json cases = sotto::testing::golden_json(folder / "cases.json");
  sotto::testing::GoldenFile tensors{folder / "tensors.safetensors"};

  const nlohmann::json& find(const std::string& id) const {
    for (const auto& c : cases.at("cases")) {
      if (c.at("id") == id) return c;
    }
    throw std::runtime_error("no golden case " + id);
  }
};

inline std::shared_ptr<const seq2seq::Model> load(const seq2seq::Architecture& architecture,
                                                  const std::filesystem::path& path,
                                                  std::optional<quant::Scheme> scheme,
                                                  const std::string& backend, int threads) {
  const auto folder = sotto::testing::value(checkpoint::open_model_folder(path));
  return sotto::testing::value(seq2seq::Model::load(
      architecture, folder, scheme, sotto::testing::open_backend(backend, threads)));
}

// Encoder output of one source.
inline std::vector<float> encode(seq2seq::Session& session, const Ids& source) {
  session.start(std::vector<Ids>{source}, 1);
  const auto all = session.encoder_output();
  return {all.begin(), all.end()};
}

// Logits of every step when `tokens` are fed one after the other; start() came before.
inline std::vector<float> decode(Seq2SeqSession& session, const Ids& tokens) {
  std::vector<float> logits;
  for (const int token : tokens) {
    const auto row = session.step(std::vector<int>{token});
    logits.insert(logits.end(), row.begin(), row.end());
  }
  return logits;
}

}  // namespace sotto::models::testing
