// Sentences on their way through a network: cut into parts, tried in one way after the other, and
// put together again.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "translate/decode_policy.h"
#include "translate/feed.h"
#include "translate/neural_translator.h"
#include "translate/search/batch_search.h"

namespace sotto::translate {

class InFlight {
 public:
  // `before`: what the feed's sentences are read behind; it must outlive this.
  InFlight(NetworkParts& network, const DecodePolicy& attempts, Feed& feed,
           std::span<const PromptTurn> before);

  // Until the feed ends.
  void run();

 private:
  struct Part {
    text::Sentence sentence;
    size_t before = 0, behind = 0;  // as Clause has them
    int attempt = 0, cuts = 0;
    std::optional<Prepared> prepared = {};
    Translation best = {};  // of the attempts so far, or what came of them
    bool is_over = false;
    bool ran_out = false;  // a search came to its longest length without an end
  };
  struct Job {  // a sentence of the feed
    text::Sentence sentence;
    std::map<int, Part> parts = {};  // in the order of the text; numbers leave room for halves
    bool by_clauses = false;  // these are sentences of their own; it was not tried as a whole
  };
  struct Place {  // of what is being searched
    size_t job;
    int part;
  };

  void begin(Feed::Item item);
  void begin_parts(size_t name, bool by_clauses);
  void attempt(const Place& place);
  std::vector<int> source_of(const Part& part) const;
  std::optional<Hypothesis> known_translation(const Part& part) const;
  models::Examples examples_of(const Part& part) const;
  void found(size_t search, const std::vector<Hypothesis>& pool);
  void choose(const Place& place, const std::vector<Hypothesis>& pool);
  void judge(const Place& place, Translation translation);
  void end_part(const Place& place, Translation translation);
  static Translation put_together(Job& job);
  bool cut(const Place& place);
  void end(size_t job, Translation translation);
  void forget(size_t job);
  void leave_searches(size_t job);
  void leave_unwanted();

  NetworkParts& network_;
  const DecodePolicy& policy_;
  Feed& feed_;
  const std::span<const PromptTurn> before_;
  BatchSearch batch_;
  std::map<size_t, Job> jobs_;                // by their names in the feed
  std::map<size_t, Place> searches_;          // by their names in batch_
  std::vector<BatchSearch::Source> joining_;  // before the next step
  size_t next_search_ = 0;
};

}  // namespace sotto::translate
