// generation_config.json: how a model wants to be searched.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "sotto/error.h"
#include "translate/search/search.h"

namespace sotto::translate {

struct GenerationConfig {
  SearchOptions search = {};
  std::optional<int> forced_first = {};              // the only language it translates into
  std::optional<double> min_mean_logprob = {};       // below: the model says itself that it is lost
  std::optional<double> consensus_temperature = {};  // set: of all hypotheses, see consensus.h
  double lexicon_weight = 0;  // in that choice, of a nat of coverage (lexicon.h)
  // The confidence in what was chosen is its mean log-probability and, so weighted, its score in
  // the lexicon. Below the minimum it is lost.
  std::optional<double> min_confidence = {};
  double lexicon_confidence = 0;
  bool independent_clauses = false;  // long sentences are better clause by clause
  // Examples of the translation memory beside the model that a search borrows from, for each token
  // of its source; 0: there is no memory.
  double memory_examples = 0;
};

// Reads generation_config.json, or config.json where the former is silent (older models). The error
// names file and key.
Result<GenerationConfig> read_generation_config(const nlohmann::json& generation,
                                                const nlohmann::json& config,
                                                const std::filesystem::path& folder);

// `chosen` where it is set, else `defaults`.
SearchOptions merged(const SearchOptions& chosen, const SearchOptions& defaults);

}  // namespace sotto::translate
