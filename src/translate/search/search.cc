#include "translate/search/search.h"

#include <fmt/format.h>

#include "translate/search/batch_search.h"
#include "translate/search/rules.h"
#include "translate/search/slots.h"

namespace sotto::translate {
namespace {

using Pools = std::vector<std::vector<Hypothesis>>;

Result<void> check(const models::Seq2SeqSession& session, int start_token, int forced_first,
                   const SearchOptions& options) {
  if (const Result<void> checked = check(options); !checked) return checked.error();
  const int vocab = session.vocab_size();
  std::vector<int> ids = {start_token};
  if (forced_first != kNoForcedFirst) ids.push_back(forced_first);
  for (const TokenLimit& limit : options.token_limits) ids.push_back(limit.id);
  ids.insert(ids.end(), options.forbidden.begin(), options.forbidden.end());
  ids.insert(ids.end(), options.other_ends.begin(), options.other_ends.end());
  for (const auto& id : {options.eos, options.forced_eos}) {
    if (id) ids.push_back(*id);
  }
  for (const int id : ids) {
    if (id < 0 || id >= vocab)
      return Error{Errc::bad_argument,
                   fmt::format("token {} is not among the {} of the network", id, vocab)};
  }
  const int choices =
      session.outputs().empty() ? vocab : static_cast<int>(session.outputs().size());
  if (choices < 2 * options.beams.value_or(1) || choices < 4)
    return Error{Errc::bad_argument, fmt::format("{} beams are too many for a network of {} tokens",
                                                 options.beams.value_or(1), choices)};
  return {};
}

// Rewrites rules about ids as rules about the shortlist's columns.
Result<void> to_slots(const SlotSession& slots, Rules& rules) {
  std::vector<int*> needed = {&rules.start_token, &rules.eos};
  if (rules.forced_first != kNoForcedFirst) needed.push_back(&rules.forced_first);
  if (rules.forced_eos) needed.push_back(&*rules.forced_eos);
  for (int* id : needed) {
    const std::optional<int> slot = slots.slot(*id);
    if (!slot) {
      return Error{Errc::bad_argument,
                   fmt::format("token {} is needed, but is not in the shortlist", *id)};
    }
    *id = *slot;
  }
  std::vector<TokenLimit> limits;
  for (const TokenLimit& limit : rules.token_limits) {
    if (const auto slot = slots.slot(limit.id)) limits.push_back({*slot, limit.most, limit.least});
  }
  rules.token_limits = std::move(limits);
  for (std::vector<int>* ids : {&rules.forbidden, &rules.other_ends}) {
    std::vector<int> there;
    for (const int id : *ids)
      if (const auto slot = slots.slot(id)) there.push_back(*slot);
    *ids = std::move(there);
  }
  return {};
}

}  // namespace

Result<Rules> rules_for(models::Seq2SeqSession& session, int start_token, int forced_first,
                        const SearchOptions& options) {
  if (const Result<void> checked = check(session, start_token, forced_first, options); !checked)
    return checked.error();
  Rules rules(options, start_token, forced_first);
  if (session.outputs().empty()) return rules;
  if (const Result<void> mapped = to_slots(SlotSession(session), rules); !mapped)
    return mapped.error();
  return rules;
}

Result<Pools> search_each(models::Seq2SeqSession& session,
                          std::span<const std::vector<int>> sources, int start_token,
                          int forced_first, std::span<const SearchOptions> options,
                          std::stop_token stop, Speculation* speculation) {
  BatchSearch batch(session, speculation);
  std::vector<BatchSearch::Source> all;
  for (size_t i = 0; i < sources.size(); ++i) {
    Result<Rules> rules = rules_for(session, start_token, forced_first, options[i]);
    if (!rules) return rules.error();
    all.push_back({i, sources[i], *std::move(rules)});
  }
  batch.add(std::move(all));
  Pools pools(sources.size());
  while (!batch.is_empty()) {
    if (stop.stop_requested()) return Error{Errc::cancelled, "the translation was cancelled"};
    batch.step([&](size_t i, std::vector<Hypothesis> pool) { pools[i] = std::move(pool); });
  }
  return pools;
}

Result<Pools> search_all(models::Seq2SeqSession& session, std::span<const std::vector<int>> sources,
                         int start_token, int forced_first, const SearchOptions& options,
                         std::stop_token stop, Speculation* speculation) {
  if (const Result<void> checked = check(session, start_token, forced_first, options); !checked)
    return checked.error();
  const std::vector<SearchOptions> same(sources.size(), options);
  return search_each(session, sources, start_token, forced_first, same, std::move(stop),
                     speculation);
}

Result<std::vector<Hypothesis>> search(models::Seq2SeqSession& session,
                                       std::span<const std::vector<int>> sources, int start_token,
                                       int forced_first, const SearchOptions& options,
                                       std::stop_token stop) {
  auto pools = search_all(session, sources, start_token, forced_first, options, stop);
  if (!pools) return pools.error();
  std::vector<Hypothesis> best;
  for (std::vector<Hypothesis>& pool : *pools) best.push_back(std::move(pool.front()));
  return best;
}

}  // namespace sotto::translate
