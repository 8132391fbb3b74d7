// A translation network of any kind, as `sotto bench translate` times it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "device/device.h"
#include "models/seq2seq.h"
#include "sotto/error.h"
#include "translate/search/search.h"

namespace sotto::bench {

struct TranslateBench;

// Facts that are known when it has run.
struct NetworkFacts {
  size_t step_bytes = 0;        // of weights, that a step reads
  double fc2_columns_read = 1;  // of all, on average; 1 where they lie by rows
  int outputs = 0, vocabulary = 0;
  std::string scheme;
};

struct TranslateNetwork {
  std::unique_ptr<models::Seq2SeqSession> session;
  int first_id = 0, ids = 0;  // what a made-up source is made of
  int start = 0, forced_first = translate::kNoForcedFirst;
  translate::SearchOptions search;  // what the network needs
  int eos = 0;
  std::function<NetworkFacts()> facts;  // asked before the session ends
};

// Opens the bench's model, with its weights and its output rows.
Result<TranslateNetwork> open_network(const TranslateBench& bench,
                                      std::shared_ptr<const device::Backend> backend);

}  // namespace sotto::bench
