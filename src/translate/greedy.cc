#include "translate/greedy.h"

#include <algorithm>

#include "translate/log_softmax.h"

namespace sotto::translate {
int choose(std::span<const float> logits, std::span<const int> ids, const Rules& rules,
           std::vector<float>& buffer) {
  if (!rules.active(ids.size())) return arg_max(logits);
  buffer.assign(logits.begin(), logits.end());
  rules.process(buffer, ids);
  return arg_max(buffer);
}

Result<std::vector<Hypothesis>> greedy_search(models::Seq2SeqSession& session,
                                              std::span<const std::vector<int>> sources,
                                              std::span<const Rules> rules, std::stop_token stop) {
  const size_t vocab = session.vocab_size();
  std::vector<Hypothesis> rows(sources.size());
  std::vector<int> tokens(sources.size());
  int longest = 0;
  for (size_t r = 0; r < rows.size(); ++r) {
    longest = std::max(longest, rules[r].max_new_tokens);
    rows[r].ids.reserve(static_cast<size_t>(rules[r].max_new_tokens) + 1);
    rows[r].ids.push_back(tokens[r] = rules[r].start_token);
    rows[r].given = rules[r].given();
  }
  std::vector<bool> finished(sources.size());
  std::vector<float> buffer;
  size_t open = sources.size();
  session.start(sources, 1);
  for (int made = 0; made < longest && open > 0; ++made) {
    if (stop.stop_requested()) return Error{Errc::cancelled, "the translation was cancelled"};
    const std::span<const float> logits = session.step(tokens);
    for (size_t r = 0; r < rows.size(); ++r) {
      if (finished[r]) continue;
      Hypothesis& row = rows[r];
      const auto row_logits = logits.subspan(r * vocab, vocab);
      const int id = choose(row_logits, row.ids, rules[r], buffer);
      if (row.ids.size() >= row.given)
        row.score += rules[r].normalizer(row_logits, buffer)(row_logits[id]);
      row.ids.push_back(id);
      tokens[r] = id;
      if (id != rules[r].eos && made + 1 < rules[r].max_new_tokens) continue;
      finished[r] = true;
      tokens[r] = rules[r].pad;
      --open;
    }
  }
  for (Hypothesis& row : rows)
    if (row.ids.size() > row.given)
      row.mean_logprob = row.score / static_cast<double>(row.ids.size() - row.given);
  return rows;
}

}  // namespace sotto::translate
