// Every generate() entry of the reference, through tokenizer ids, network and search.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "checkpoint/model_folder.h"
#include "device_cpu/backend.h"
#include "golden.h"
#include "models/nllb/architecture.h"
#include "models/seq2seq/model.h"
#include "translate/search/search.h"

namespace sotto::translate::search_golden_test {
namespace {

using nlohmann::json;
using Ids = std::vector<int>;

// Below this gap between the two best scores, or if float64 gives other ids, another order of
// summation may choose differently: such an entry is counted, not compared.
constexpr double kSafeMargin = 1e-3;
// Relative to the score, or absolute below 1. The largest difference measured over all entries is
// 1.2e-6 to 4.9e-6, by the order in which the kernels sum (length penalty -1: sums of dozens of
// float32 log-probabilities); four times that leaves room for kernels to come.
constexpr double kScoreTolerance = 2e-5;

const models::seq2seq::Model& model() {
  static const auto loaded = [] {
    const auto folder = checkpoint::open_model_folder(sotto::testing::golden_folder("nllb"));
    if (!folder) throw std::runtime_error(folder.error().message);
    const auto model = models::seq2seq::Model::load(models::nllb::kM2m100, *folder, quant::Scheme{},
                                                    *device::cpu::open_backend(1));
    if (!model) throw std::runtime_error(model.error().message);
    return *model;
  }();
  return *loaded;
}

const json& goldens() {
  static const json cases =
      sotto::testing::golden_json(sotto::testing::golden_folder("nllb") / "cases.json");
  return cases;
}

EarlyStopping early_stopping(const json& value) {
  if (value.is_string()) return EarlyStopping::never;
  return value.get<bool>() ? EarlyStopping::yes : EarlyStopping::no;
}

// The reference counts the start token in max_length and min_length.
SearchOptions options_of(const json& params) {
  SearchOptions o;
  for (const auto& [name, value] : params.items()) {
    if (name == "num_beams")
      o.beams = value;
    else if (name == "length_penalty")
      o.length_penalty = value;
    else if (name == "early_stopping")
      o.early_stopping = early_stopping(value);
    else if (name == "no_repeat_ngram_size")
      o.no_repeat_ngram = value;
    else if (name == "repetition_penalty")
      o.repetition_penalty = value;
    else if (name == "min_new_tokens")
      o.min_new_tokens = value;
    else if (name == "max_new_tokens")
      o.max_new_tokens = value;
    else if (name == "min_length")
      o.min_new_tokens = value.get<int>() - 1;
    else if (name == "max_length")
      o.max_new_tokens = value.get<int>() - 1;
    else if (name != "num_return_sequences")
      throw std::runtime_error("unknown parameter " + name);
  }
  return o;
}

struct Tally {
  int compared = 0, unstable = 0, unstable_equal = 0;
  double worst_score = 0;
  std::string worst_where;

  void score(double found, double expected, const std::string& where) {
    const double difference = std::abs(found - expected) / std::max(1.0, std::abs(expected));
    EXPECT_LE(difference, kScoreTolerance) << found << " instead of " << expected;
    if (difference <= worst_score) return;
    worst_score = difference;
    worst_where = where;
  }
};

bool is_stable(const json& entry) {
  const bool small_margin = entry.contains("min_margin") && entry.at("min_margin").is_number() &&
                            entry.at("min_margin").get<double>() < kSafeMargin;
  return entry.value("stable_in_f64", true) && !small_margin;
}

void compare(const json& entry, const std::vector<Hypothesis>& pool, const std::string& where,
             Tally& tally) {
  const json nbest = entry.value("nbest", json::array({entry}));
  ASSERT_GE(pool.size(), nbest.size());
  if (!is_stable(entry)) {
    ++tally.unstable;
    tally.unstable_equal += pool[0].ids == nbest.at(0).at("ids").get<Ids>();
    return;
  }
  for (size_t i = 0; i < nbest.size(); ++i) {
    EXPECT_EQ(pool[i].ids, nbest[i].at("ids").get<Ids>());
    if (nbest[i].contains("score")) tally.score(pool[i].score, nbest[i].at("score"), where);
    ++tally.compared;
  }
}

TEST(SearchGoldenTest, EveryEntryOfEveryCaseHasTheReferenceIdsAndScores) {
  const auto session = model().open_session();
  const int start = model().config().decoder_start;
  Tally tally;
  for (const json& c : goldens().at("cases")) {
    const Ids source = c.at("src_ids");
    // The target is the id that the reference was forced to begin with.
    const int target = c.at("generate").begin()->at("ids").at(1);
    for (const auto& [name, entry] : c.at("generate").items()) {
      const std::string where = c.at("id").get<std::string>() + " " + name;
      SCOPED_TRACE(where);
      const auto pools =
          search_all(*session, {&source, 1}, start, target, options_of(entry.at("params")), {});
      ASSERT_TRUE(pools) << pools.error().message;
      compare(entry, pools->at(0), where, tally);
    }
  }
  EXPECT_GT(tally.compared, 0);
  std::printf(
      "%d hypotheses compared; %d entries unstable (%d of them equal all the same); "
      "largest relative score difference %.2e (%s)\n",
      tally.compared, tally.unstable, tally.unstable_equal, tally.worst_score,
      tally.worst_where.c_str());
}

// The log-probability of the reference's own tokens, from its teacher-forced logits, is not a
// by-product of the search: it checks mean_logprob where greedy search gives the reference text.
TEST(SearchGoldenTest, MeanLogprobIsThatOfTheTokens) {
  const auto session = model().open_session();
  int compared = 0;
  for (const json& c : goldens().at("cases")) {
    SCOPED_TRACE(c.at("id").get<std::string>());
    if (!c.contains("teacher_forced") || !c.at("teacher_forced").contains("label_logprobs"))
      continue;
    const Ids source = c.at("src_ids"), labels = c.at("teacher_forced").at("labels");
    const auto found =
        search(*session, {&source, 1}, model().config().decoder_start, labels.at(0), {}, {});
    ASSERT_TRUE(found);
    const Hypothesis& h = found->at(0);
    if (!std::ranges::equal(labels, std::span(h.ids).subspan(1))) continue;
    const std::vector<double> logprobs = c.at("teacher_forced").at("label_logprobs");
    double sum = 0;
    for (size_t i = 1; i < logprobs.size(); ++i) sum += logprobs[i];
    EXPECT_NEAR(h.mean_logprob, sum / static_cast<double>(logprobs.size() - 1), 1e-5);
    ++compared;
  }
  std::printf("%d cases compared\n", compared);
}

TEST(SearchGoldenTest, BatchesAreEqualRowByRow) {
  const auto session = model().open_session();
  Tally tally;
  for (const json& batch : goldens().at("batches")) {
    std::vector<Ids> sources;
    for (size_t r = 0; r < batch.at("input_ids").size(); ++r) {
      Ids ids = batch["input_ids"][r];
      ids.resize(std::ranges::count(batch.at("attention_mask").at(r).get<Ids>(), 1));
      sources.push_back(ids);
    }
    for (const auto& [name, entry] : batch.at("generate").items()) {
      SCOPED_TRACE(name);
      const auto& rows = entry.at("ids");
      const auto found = search(*session, sources, model().config().decoder_start,
                                rows.at(0).at(1).get<int>(), options_of(entry.at("params")), {});
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_EQ(found->size(), rows.size());
      for (size_t r = 0; r < rows.size(); ++r) {
        EXPECT_EQ(found->at(r).ids, rows[r].get<Ids>()) << "row " << r;
        if (entry.contains("scores"))
          tally.score(found->at(r).score, entry["scores"][r], name + std::to_string(r));
        ++tally.compared;
      }
    }
  }
  EXPECT_GT(tally.compared, 0);
  std::printf("%d rows compared; largest relative score difference %.2e (%s)\n", tally.compared,
              tally.worst_score, tally.worst_where.c_str());
}

}  // namespace
}  // namespace sotto::translate::search_golden_test
