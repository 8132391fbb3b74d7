// Sources that are searched side by side: a step of the network takes all of them. Those that are
// found leave, and others join between two steps, so that no row waits for another one.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/seq2seq.h"
#include "translate/search/rules.h"
#include "translate/search/slots.h"
#include "translate/search/source_search.h"
#include "translate/search/speculation.h"

namespace sotto::translate {

// Used by one thread, as the session, which it has to itself.
class BatchSearch {
 public:
  // speculation: guesses the tokens of a text that is searched greedily and alone; null: nobody
  // does. It changes the time, and not what is found.
  explicit BatchSearch(models::Seq2SeqSession& session, Speculation* speculation = nullptr);

  struct Source {
    size_t name;  // of the caller's choice
    std::vector<int> ids;
    Rules rules;                     // by rules_for()
    models::Examples examples = {};  // of a session that is a Borrower
  };
  // They are encoded in one batch and take part in the next step.
  void add(std::vector<Source> sources);

  // Nobody waits for it any more.
  void remove(size_t name);

  bool is_empty() const { return running_.empty(); }

  // The next token of every source, or some of the only one. `found` hears of those that are done, with their pools, best
  // first; it may add() others.
  using Found = std::function<void(size_t name, std::vector<Hypothesis> pool)>;
  void step(const Found& found);

 private:
  struct Running {
    size_t name;
    std::unique_ptr<SourceSearch> search;
    size_t hypotheses;
    std::vector<int> banned = {};  // of the next step, where all sources choose
    std::vector<int> source = {};  // where there is a speculation
  };
  void advance();
  bool speculates();
  void advance_ahead(Running& source);
  bool ban_each(const Rules& rules, std::span<const int> ids, size_t rows);
  bool all_choose();
  bool all_forced() const;
  void make_buffers(size_t count, size_t outputs);
  void look(std::span<const float> logits);
  std::span<const Continued> look_and_step(Running& source, std::span<const float> logits);
  void append(std::span<const Continued> next, size_t first);

  std::optional<SlotSession> slots_;  // where the network has a shortlist
  models::Seq2SeqSession& session_;
  Speculation* speculation_;
  std::optional<size_t> guessed_;  // the source that the speculation knows
  std::vector<Running> running_;
  std::vector<int> tokens_, parents_;  // of all hypotheses, those of a source side by side
  std::vector<std::span<const int>> banned_;
  std::vector<int> ahead_;  // the tokens of a text, and those that may follow
  std::vector<std::vector<int>> banned_ahead_;
  struct Look {
    SourceSearch* search;
    size_t hypothesis;
  };
  std::vector<Look> looks_;                  // a step's, one for each row of logits
  std::vector<std::vector<float>> buffers_;  // of each thread
};

}  // namespace sotto::translate
