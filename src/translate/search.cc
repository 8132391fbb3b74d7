#include "translate/search.h"

#include <fmt/format.h>

#include "translate/beam.h"
#include "translate/greedy.h"
#include "translate/rules.h"

namespace sotto::translate {
namespace {

Result<void> check(const models::Seq2SeqSession& session, int start_token, int forced_first,
                   const SearchOptions& options) {
  if (const Result<void> checked = check(options); !checked) return checked.error();
  const int vocab = session.vocab_size();
  std::vector<int> ids = {start_token, forced_first};
  for (const TokenLimit& limit : options.token_limits) ids.push_back(limit.id);
  for (const int id : ids) {
    if (id < 0 || id >= vocab)
      return Error{Errc::bad_argument,
                   fmt::format("token {} is not among the {} of the network", id, vocab)};
  }
  if (vocab < 2 * options.beams.value_or(1) || vocab < 4)
    return Error{Errc::bad_argument, fmt::format("{} beams are too many for a network of {} tokens",
                                                 options.beams.value_or(1), vocab)};
  return {};
}

}  // namespace

Result<std::vector<std::vector<Hypothesis>>> search_all(models::Seq2SeqSession& session,
                                                        std::span<const std::vector<int>> sources,
                                                        int start_token, int forced_first,
                                                        const SearchOptions& options,
                                                        std::stop_token stop) {
  if (const Result<void> checked = check(session, start_token, forced_first, options); !checked)
    return checked.error();
  const Rules rules(options, start_token, forced_first);
  if (sources.empty()) return std::vector<std::vector<Hypothesis>>();
  if (rules.beams > 1) return beam_search(session, sources, rules, stop);
  Result<std::vector<Hypothesis>> best = greedy_search(session, sources, rules, stop);
  if (!best) return best.error();
  std::vector<std::vector<Hypothesis>> pools;
  for (Hypothesis& hypothesis : *best) pools.push_back({std::move(hypothesis)});
  return pools;
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
