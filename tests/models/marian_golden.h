// The reference's Marian checkpoint and its outputs, for tests of the network.
#pragma once

#include <memory>
#include <string>

#include "models/marian/architecture.h"
#include "models/seq2seq_golden.h"

namespace sotto::models::marian::testing {

using models::testing::decode;
using models::testing::encode;
using models::testing::Ids;
using models::testing::kAsStored;
using models::testing::kF32;
using models::testing::kQ8;
using seq2seq::Config;
using seq2seq::Model;
using seq2seq::Network;
using seq2seq::Session;
using Recorder = models::testing::LayerRecorder;

inline const models::testing::Seq2SeqGoldens& goldens() {
  static const models::testing::Seq2SeqGoldens all("marian");
  return all;
}

inline std::shared_ptr<const Model> load(const std::filesystem::path& path,
                                         std::optional<quant::Scheme> scheme,
                                         const std::string& backend = {},
                                         int threads = sotto::testing::kThreads) {
  return models::testing::load(kMarian, path, scheme, backend, threads);
}

}  // namespace sotto::models::marian::testing
