#include "translate/search/batch_search.h"

#include <algorithm>

#include "translate/search/beam.h"
#include "translate/search/greedy.h"

namespace sotto::translate {

BatchSearch::BatchSearch(models::Seq2SeqSession& session)
    : slots_(session.outputs().empty() ? std::nullopt
                                       : std::optional<SlotSession>(std::in_place, session)),
      session_(slots_ ? *slots_ : session) {
  session_.clear();
}

void BatchSearch::add(std::vector<Source> sources) {
  if (sources.empty()) return;
  if (is_empty()) session_.clear();
  std::vector<std::vector<int>> ids;
  for (Source& source : sources) {
    ids.push_back(std::move(source.ids));
    tokens_.push_back(source.rules.start_token);
    const bool is_greedy = source.rules.beams == 1;
    running_.push_back(
        {source.name,
         is_greedy ? greedy_search(std::move(source.rules)) : beam_search(std::move(source.rules)),
         /*hypotheses=*/1});
  }
  session_.add(ids);
}

void BatchSearch::remove(size_t name) {
  const std::vector<int> tokens = std::move(tokens_);
  tokens_.clear();
  parents_.clear();
  size_t first = 0;
  for (const Running& source : running_) {
    for (size_t h = first; h < first + source.hypotheses; ++h) {
      if (source.name == name) continue;
      parents_.push_back(static_cast<int>(h));
      tokens_.push_back(tokens[h]);
    }
    first += source.hypotheses;
  }
  std::erase_if(running_, [&](const Running& source) { return source.name == name; });
  if (parents_.size() < tokens.size()) session_.select(parents_);
}

void BatchSearch::step(const Found& found) {
  advance();
  const auto is_over = [](const Running& source) { return source.hypotheses == 0; };
  std::vector<Running> over;
  for (Running& source : running_)
    if (is_over(source)) over.push_back(std::move(source));
  std::erase_if(running_, is_over);
  for (Running& source : over) {
    std::vector<Hypothesis> pool = source.search->take_pool();
    if (slots_)
      for (Hypothesis& hypothesis : pool) slots_->to_ids(hypothesis);
    found(source.name, std::move(pool));
  }
}

// Whether no source needs more than its most likely token.
bool BatchSearch::all_choose() {
  if (session_.choosing() == nullptr) return false;
  banned_.clear();
  for (Running& source : running_) {
    if (!source.search->chooses(source.banned)) return false;
    banned_.push_back(source.banned);
  }
  return true;
}

// The step of a source, whose hypotheses began at `first`.
void BatchSearch::append(std::span<const Continued> next, size_t first) {
  for (const Continued& c : next) {
    parents_.push_back(static_cast<int>(first) + c.parent);
    tokens_.push_back(c.token);
  }
}

void BatchSearch::advance() {
  const size_t before = tokens_.size();
  std::span<const float> logits;
  std::span<const device::Choice> chosen;
  if (all_choose())
    chosen = session_.choosing()->choose(tokens_, banned_);
  else
    logits = session_.step(tokens_);
  const auto outputs = static_cast<size_t>(session_.vocab_size());
  tokens_.clear();
  parents_.clear();
  size_t first = 0;
  for (Running& source : running_) {
    const std::span<const Continued> next =
        logits.empty() ? source.search->step(chosen[first])
                       : source.search->step(
                             logits.subspan(first * outputs, source.hypotheses * outputs), buffer_);
    append(next, first);
    first += source.hypotheses;
    source.hypotheses = next.size();
  }
  bool is_same = parents_.size() == before;
  for (size_t h = 0; is_same && h < before; ++h) is_same = parents_[h] == static_cast<int>(h);
  if (!is_same) session_.select(parents_);
}

}  // namespace sotto::translate
