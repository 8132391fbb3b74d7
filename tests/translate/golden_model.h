// The reference's small NLLB checkpoint with its sentences, for tests of searches.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/model_folder.h"
#include "device_cpu/backend.h"
#include "golden.h"
#include "models/nllb/architecture.h"
#include "models/seq2seq/model.h"
#include "models/seq2seq/network.h"
#include "translate/search/search.h"

namespace sotto::translate::testing {

using Ids = std::vector<int>;

inline std::shared_ptr<const models::seq2seq::Model> golden_model(
    std::optional<quant::Scheme> scheme = quant::Scheme{}) {
  const auto folder = checkpoint::open_model_folder(sotto::testing::golden_folder("nllb"));
  if (!folder) throw std::runtime_error(folder.error().message);
  auto model = models::seq2seq::Model::load(models::nllb::kM2m100, *folder, scheme,
                                            *device::cpu::open_backend(1));
  if (!model) throw std::runtime_error(model.error().message);
  return *std::move(model);
}

struct GoldenSource {
  std::string id;
  Ids ids;
  int language;  // to translate to
};

// Those that are not too long for a test that runs many searches.
inline std::vector<GoldenSource> golden_sources() {
  std::vector<GoldenSource> sources;
  const auto cases =
      sotto::testing::golden_json(sotto::testing::golden_folder("nllb") / "cases.json");
  for (const auto& c : cases.at("cases")) {
    const Ids ids = c.at("src_ids");
    if (ids.size() < 64) sources.push_back({c.at("id"), ids, c.at("ref_ids").at(0)});
  }
  return sources;
}

inline std::vector<Hypothesis> pool_of(models::Seq2SeqSession& session, const GoldenSource& source,
                                       const SearchOptions& options) {
  auto found = search_all(session, {&source.ids, 1}, 2, source.language, options, {});
  if (!found) throw std::runtime_error(found.error().message);
  return found->front();
}

}  // namespace sotto::translate::testing
