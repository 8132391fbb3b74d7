// Every generate() entry of the reference for a Marian network: ids and scores, with the defaults
// of the folder, as a translator takes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "checkpoint/model_folder.h"
#include "device_cpu/backend.h"
#include "golden.h"
#include "models/marian/architecture.h"
#include "models/seq2seq/model.h"
#include "translate/generation_config.h"
#include "translate/search/search.h"

namespace sotto::translate::marian_golden_test {
namespace {

using nlohmann::json;
using Ids = std::vector<int>;

// Below this gap between the two best scores, or if float64 gives other ids, another order of
// summation may choose differently: such an entry is counted, not compared.
constexpr double kSafeMargin = 1e-3;
// Relative to the score, or absolute below 1; as for NLLB, four times what was measured there.
constexpr double kScoreTolerance = 2e-5;

struct Golden {
  std::filesystem::path folder = sotto::testing::golden_folder("marian");
  json cases = sotto::testing::golden_json(folder / "cases.json");
  std::shared_ptr<const models::seq2seq::Model> model;
  SearchOptions defaults;

  Golden() {
    const auto opened = checkpoint::open_model_folder(folder);
    if (!opened) throw std::runtime_error(opened.error().message);
    const auto loaded = models::seq2seq::Model::load(
        models::marian::kMarian, *opened, quant::Scheme{}, *device::cpu::open_backend(1));
    if (!loaded) throw std::runtime_error(loaded.error().message);
    model = *loaded;
    const auto generation =
        read_generation_config(opened->generation_config, opened->config, folder);
    if (!generation) throw std::runtime_error(generation.error().message);
    defaults = generation->search;
    defaults.eos = model->config().eos;
  }

  auto search(std::span<const Ids> sources, const SearchOptions& options) const {
    return search_all(*model->open_session(), sources, model->config().decoder_start,
                      kNoForcedFirst, options, {});
  }
};

const Golden& golden() {
  static const Golden loaded;
  return loaded;
}

void set_early_stopping(SearchOptions& o, const json& value) {
  o.early_stopping = value.is_string()   ? EarlyStopping::never
                     : value.get<bool>() ? EarlyStopping::yes
                                         : EarlyStopping::no;
}

// The folder's defaults, changed by the arguments of a case; null takes a default away.
SearchOptions options_of(const json& params) {
  SearchOptions o = golden().defaults;
  for (const auto& [name, value] : params.items()) {
    if (name == "num_beams")
      o.beams = value;
    else if (name == "length_penalty")
      o.length_penalty = value;
    else if (name == "early_stopping")
      set_early_stopping(o, value);
    else if (name == "no_repeat_ngram_size")
      o.no_repeat_ngram = value;
    else if (name == "repetition_penalty")
      o.repetition_penalty = value;
    else if (name == "min_new_tokens")
      o.min_new_tokens = value;
    else if (name == "max_new_tokens")
      o.max_new_tokens = value;
    else if (name == "renormalize_logits")
      o.renormalize = value;
    else if (name == "forced_eos_token_id" && value.is_null())
      o.forced_eos.reset();
    else if (name == "bad_words_ids" && value.is_null())
      o.forbidden.clear();
    else if (name != "num_return_sequences")
      throw std::runtime_error("unknown parameter " + name);
  }
  return o;
}

struct Tally {
  int compared = 0, unstable = 0;
  double worst = 0;

  void score(double found, double expected) {
    const double difference = std::abs(found - expected) / std::max(1.0, std::abs(expected));
    EXPECT_LE(difference, kScoreTolerance) << found << " instead of " << expected;
    worst = std::max(worst, difference);
  }
};

bool is_stable(const json& entry) {
  const bool small_margin = entry.contains("min_margin") && entry.at("min_margin").is_number() &&
                            entry.at("min_margin").get<double>() < kSafeMargin;
  return entry.value("stable_in_f64", true) && !small_margin;
}

TEST(MarianSearchGoldenTest, EveryEntryOfEveryCaseHasTheReferenceIdsAndScores) {
  Tally tally;
  for (const json& c : golden().cases.at("cases")) {
    if (!c.contains("generate")) continue;
    const Ids source = c.at("src_ids");
    for (const auto& [name, entry] : c.at("generate").items()) {
      SCOPED_TRACE(c.at("id").get<std::string>() + " " + name);
      const auto pools = golden().search({&source, 1}, options_of(entry.at("params")));
      ASSERT_TRUE(pools) << pools.error().message;
      if (!is_stable(entry)) {
        ++tally.unstable;
        continue;
      }
      const json nbest = entry.value("nbest", json::array({entry}));
      ASSERT_GE(pools->at(0).size(), nbest.size());
      for (size_t i = 0; i < nbest.size(); ++i) {
        EXPECT_EQ(pools->at(0)[i].ids, nbest[i].at("ids").get<Ids>());
        if (nbest[i].contains("score")) tally.score(pools->at(0)[i].score, nbest[i].at("score"));
        ++tally.compared;
      }
    }
  }
  EXPECT_GT(tally.compared, 0);
  std::printf(
      "%d hypotheses compared, %d entries unstable; largest relative score difference %.2e\n",
      tally.compared, tally.unstable, tally.worst);
}

// What the pad would take is no loss of confidence.
TEST(MarianSearchGoldenTest, MeanLogprobIsThatOfTheTokensWithoutPad) {
  int compared = 0;
  for (const json& c : golden().cases.at("cases")) {
    if (!c.contains("generate") || !c.at("generate").contains("beam4_lp0")) continue;
    SCOPED_TRACE(c.at("id").get<std::string>());
    const json& entry = c.at("generate").at("beam4_lp0");  // its score is the plain sum
    const Ids source = c.at("src_ids");
    const auto pools = golden().search({&source, 1}, options_of(entry.at("params")));
    ASSERT_TRUE(pools) << pools.error().message;
    const Hypothesis& h = pools->at(0)[0];
    EXPECT_NEAR(h.mean_logprob, entry.at("score").get<double>() / double(h.ids.size() - 1), 1e-5);
    EXPECT_NEAR(h.logprob(), h.score, 1e-4);
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

TEST(MarianSearchGoldenTest, BatchesAreEqualRowByRow) {
  Tally tally;
  for (const json& batch : golden().cases.at("batches")) {
    const std::vector<Ids> sources = batch.at("input_ids");
    for (const auto& [name, entry] : batch.at("generate").items()) {
      SCOPED_TRACE(name);
      const auto found = golden().search(sources, options_of(entry.at("params")));
      ASSERT_TRUE(found) << found.error().message;
      const auto& rows = entry.at("ids");
      ASSERT_EQ(found->size(), rows.size());
      for (size_t r = 0; r < rows.size(); ++r) {
        EXPECT_EQ(found->at(r)[0].ids, rows[r].get<Ids>()) << "row " << r;
        if (entry.contains("scores")) tally.score(found->at(r)[0].score, entry["scores"][r]);
        ++tally.compared;
      }
    }
  }
  EXPECT_GT(tally.compared, 0);
}

}  // namespace
}  // namespace sotto::translate::marian_golden_test
