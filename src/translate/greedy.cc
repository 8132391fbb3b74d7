#include "translate/greedy.h"

#include <algorithm>

#include "translate/log_softmax.h"

namespace sotto::translate {
namespace {

// The next token of one row. `buffer` is scratch of the vocabulary's size.
int choose(std::span<const float> logits, const Hypothesis& row, const Rules& rules,
           std::vector<float>& buffer) {
  if (!rules.active(row.ids.size())) return arg_max(logits);
  buffer.assign(logits.begin(), logits.end());
  rules.process(buffer, row.ids);
  return arg_max(buffer);
}

}  // namespace

Result<std::vector<Hypothesis>> greedy_search(models::Seq2SeqSession& session,
                                              std::span<const std::vector<int>> sources,
                                              const Rules& rules, std::stop_token stop) {
  const size_t vocab = session.vocab_size();
  std::vector<Hypothesis> rows(sources.size());
  for (Hypothesis& row : rows) row.ids = {rules.start_token};
  std::vector<int> tokens(sources.size(), rules.start_token);
  std::vector<bool> finished(sources.size());
  std::vector<float> buffer;
  size_t open = sources.size();
  session.start(sources, 1);
  for (int made = 0; made < rules.max_new_tokens && open > 0; ++made) {
    if (stop.stop_requested()) return Error{Errc::cancelled, "the translation was cancelled"};
    const std::span<const float> logits = session.step(tokens);
    for (size_t r = 0; r < rows.size(); ++r) {
      if (finished[r]) continue;
      Hypothesis& row = rows[r];
      const auto row_logits = logits.subspan(r * vocab, vocab);
      const int id = choose(row_logits, row, rules, buffer);
      if (made > 0) row.score += log_normalizer(row_logits)(row_logits[id]);
      row.ids.push_back(id);
      tokens[r] = id;
      if (id != rules.eos) continue;
      finished[r] = true;
      tokens[r] = rules.pad;
      --open;
    }
  }
  for (Hypothesis& row : rows)
    if (row.ids.size() > 2) row.mean_logprob = row.score / static_cast<double>(row.ids.size() - 2);
  return rows;
}

}  // namespace sotto::translate
