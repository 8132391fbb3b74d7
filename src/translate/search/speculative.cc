#include "translate/search/speculative.h"

#include <fmt/format.h>

#include <algorithm>

#include "translate/search/greedy.h"
#include "translate/search/log_softmax.h"
#include "translate/search/slots.h"

namespace sotto::translate {
namespace {

using models::Rewindable;

// A network and how much of the sequence it has seen.
class Reader {
 public:
  Reader(models::Seq2SeqSession& session, std::span<const std::vector<int>> sources)
      : network_(*session.rewindable()), outputs_(static_cast<size_t>(session.vocab_size())) {
    session.start(sources, 1);
  }

  // Shows it what of `ids` it has not seen; `ids` is longer than what it has. Afterwards row(i) is
  // what it thinks follows ids[i].
  void see(std::span<const int> ids) {
    first_ = seen_;
    logits_ = network_.extend(ids.subspan(seen_));
    seen_ = ids.size();
  }

  std::span<const float> row(size_t i) const {
    return logits_.subspan((i - first_) * outputs_, outputs_);
  }

  // Only the first `size` tokens were right.
  void keep(size_t size) {
    if (seen_ <= size) return;
    network_.forget(static_cast<int>(seen_ - size));
    seen_ = size;
  }

 private:
  Rewindable& network_;
  size_t outputs_, seen_ = 0, first_ = 0;
  std::span<const float> logits_;
};

// Appends up to `count` tokens that the draft would choose, but nothing behind an end.
void propose(Reader& draft, const Rules& rules, int count, std::vector<int>& ids,
             std::vector<float>& buffer) {
  for (int i = 0; i < count && (i == 0 || !rules.is_end(ids.back())); ++i) {
    draft.see(ids);
    ids.push_back(choose(draft.row(ids.size() - 1), ids, rules, buffer));
  }
}

Result<Hypothesis> run(models::Seq2SeqSession& session, models::Seq2SeqSession& draft_session,
                       const std::vector<int>& source, const Rules& rules, int ahead,
                       const std::stop_token& stop, DraftReport& report) {
  Reader network(session, {&source, 1}), draft(draft_session, {&source, 1});
  Hypothesis found;
  const auto longest = static_cast<size_t>(rules.max_new_tokens) + 1;
  std::vector<int> ids = {rules.start_token};  // what is chosen, and then what is proposed
  ids.reserve(longest + 1);
  std::vector<float> buffer;
  for (bool ended = false; !ended;) {
    if (stop.stop_requested()) return Error{Errc::cancelled, "the translation was cancelled"};
    size_t chosen = ids.size();
    propose(draft, rules, std::min(ahead, static_cast<int>(longest - chosen) - 1), ids, buffer);
    network.see(ids);
    ++report.passes;
    report.proposed += static_cast<int>(ids.size() - chosen);
    for (bool right = true; right && !ended;) {
      const auto row = network.row(chosen - 1);
      const int id = choose(row, std::span(ids).first(chosen), rules, buffer);
      if (chosen > 1) found.score += log_normalizer(row)(row[static_cast<size_t>(id)]);
      right = chosen < ids.size() && ids[chosen] == id;
      report.taken += right ? 1 : 0;
      if (!right) {
        ids.resize(chosen);
        ids.push_back(id);
      }
      ++chosen;
      ended = rules.is_end(id) || chosen == longest;
    }
    ids.resize(chosen);
    network.keep(chosen - 1);
    draft.keep(chosen - 1);
  }
  found.ids = std::move(ids);
  if (found.ids.size() > 2)
    found.mean_logprob = found.score / static_cast<double>(found.ids.size() - 2);
  return found;
}

}  // namespace

Result<void> check_draft(models::Seq2SeqSession& session, models::Seq2SeqSession& draft) {
  if (session.vocab_size() != draft.vocab_size()) {
    return Error{Errc::bad_argument, fmt::format("the draft has {} tokens, expected the {} of the "
                                                 "network that it is to propose for",
                                                 draft.vocab_size(), session.vocab_size())};
  }
  if (!std::ranges::equal(session.outputs(), draft.outputs())) {
    return Error{Errc::bad_argument, "the draft has another shortlist than the network"};
  }
  if (session.rewindable() == nullptr || draft.rewindable() == nullptr) {
    return Error{Errc::unsupported, "a network of this kind cannot be used with a draft"};
  }
  return {};
}

Result<Hypothesis> speculative_search(models::Seq2SeqSession& session,
                                      models::Seq2SeqSession& draft, const std::vector<int>& source,
                                      int start_token, int forced_first,
                                      const SearchOptions& options, int ahead, std::stop_token stop,
                                      DraftReport* report) {
  if (const Result<void> same = check_draft(session, draft); !same) return same.error();
  Result<Rules> rules = rules_for(session, start_token, forced_first, options);
  if (!rules) return rules.error();
  if (rules->beams != 1)
    return Error{Errc::bad_argument,
                 fmt::format("a draft helps greedy search only, not {} beams", rules->beams)};
  DraftReport ignored;
  DraftReport& counts = report != nullptr ? *report : ignored;
  if (session.outputs().empty()) {
    return run(session, draft, source, *rules, ahead, stop, counts);
  }
  SlotSession slots(session), draft_slots(draft);
  Result<Hypothesis> found = run(slots, draft_slots, source, *rules, ahead, stop, counts);
  if (found) slots.to_ids(*found);
  return found;
}

}  // namespace sotto::translate
