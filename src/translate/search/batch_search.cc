#include "translate/search/batch_search.h"

#include <algorithm>
#include <chrono>
#include <functional>

#include "translate/search/beam.h"
#include "translate/search/greedy.h"

namespace sotto::translate {

BatchSearch::BatchSearch(models::Seq2SeqSession& session, Speculation* speculation)
    : slots_(session.outputs().empty() ? std::nullopt
                                       : std::optional<SlotSession>(std::in_place, session)),
      session_(slots_ ? *slots_ : session),
      speculation_(session.rewindable() != nullptr ? speculation : nullptr) {
  session_.clear();
}

void BatchSearch::add(std::vector<Source> sources) {
  if (sources.empty()) return;
  if (is_empty()) session_.clear();
  std::vector<std::vector<int>> ids;
  std::vector<models::Examples> examples;
  bool borrows = false;
  for (Source& source : sources) {
    borrows = borrows || !source.examples.empty();
    examples.push_back(std::move(source.examples));
    ids.push_back(std::move(source.ids));
    tokens_.push_back(source.rules.start_token);
    const bool is_greedy = source.rules.beams == 1;
    running_.push_back(
        {source.name,
         is_greedy ? greedy_search(std::move(source.rules)) : beam_search(std::move(source.rules)),
         /*hypotheses=*/1});
    if (speculation_ != nullptr) running_.back().source = ids.back();
  }
  if (borrows)
    session_.borrower()->add(ids, examples);
  else
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
  if (guessed_ == name) guessed_.reset();
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
    if (guessed_ == source.name) guessed_.reset();
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

// Whether one text runs alone, and greedily.
bool BatchSearch::speculates() {
  return speculation_ != nullptr && running_.size() == 1 && running_.front().hypotheses == 1 &&
         running_.front().search->greedy();
}

// Sets what may not follow each of the last `rows` tokens. False: rules need all logits.
bool BatchSearch::ban_each(const Rules& rules, std::span<const int> ids, size_t rows) {
  if (session_.choosing() == nullptr) return false;
  banned_ahead_.resize(std::max(banned_ahead_.size(), rows));
  banned_.clear();
  for (size_t i = 0; i < rows; ++i) {
    std::vector<int>& banned = banned_ahead_[i];
    banned.clear();
    if (!rules.ban(ids.first(ids.size() - rows + 1 + i), banned)) return false;
    banned_.push_back(banned);
  }
  return true;
}

// A pass over the last token and those that may follow it.
void BatchSearch::advance_ahead(Running& source) {
  if (guessed_ != source.name) {
    speculation_->begin(source.source, slots_ ? std::span<const int>() : source.source);
    guessed_ = source.name;
  }
  const auto [ids, rules] = *source.search->greedy();
  const bool is_first = ids.size() == 1;
  const int room = rules.max_new_tokens - static_cast<int>(ids.size());
  ahead_.assign(ids.begin(), ids.end());
  const std::span<const int> proposed = speculation_->propose(ids, rules, room);
  ahead_.insert(ahead_.end(), proposed.begin(), proposed.end());
  const size_t rows = proposed.size() + 1;
  const auto outputs = static_cast<size_t>(session_.vocab_size());
  const auto tokens = std::span<const int>(ahead_).last(rows);
  const bool chooses = ban_each(rules, ahead_, rows);
  const auto begin = std::chrono::steady_clock::now();
  std::span<const float> logits;
  std::span<const device::Choice> chosen;
  if (chooses)
    chosen = rows == 1 ? session_.choosing()->choose(tokens, banned_)
                       : session_.choosing()->choose_each(tokens, banned_);
  else
    logits = rows == 1 ? session_.step(tokens) : session_.rewindable()->extend(tokens);
  const double ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  size_t taken = 0;
  for (;; ++taken) {
    const std::span<const Continued> next =
        chooses ? source.search->step(chosen[taken])
                : look_and_step(source, logits.subspan(taken * outputs, outputs));
    source.hypotheses = next.size();
    tokens_.front() = source.search->greedy()->ids.back();
    if (taken + 1 == rows || tokens_.front() != tokens[taken + 1]) break;
    if (next.empty()) {  // an end that was proposed
      ++taken;
      break;
    }
  }
  speculation_->note(static_cast<int>(taken), ms, is_first);
  if (source.hypotheses == 0) {
    tokens_.clear();
    session_.select({});
  } else if (taken + 1 < rows) {
    session_.rewindable()->forget(static_cast<int>(rows - taken - 1));
  }
}

// Whether the next token of every source is known.
bool BatchSearch::all_forced() const {
  return std::ranges::all_of(running_,
                             [](const Running& source) { return source.search->is_forced(); });
}

// Whether a row's logits are copied goes by the text: room for it is made before, not in the middle of one.
void BatchSearch::make_buffers(size_t count, size_t outputs) {
  while (buffers_.size() < count) buffers_.emplace_back().reserve(outputs);
}

// Looks at the logits of all hypotheses, on the threads that the network had.
void BatchSearch::look(std::span<const float> logits) {
  looks_.clear();
  for (const Running& source : running_)
    for (size_t h = 0; h < source.hypotheses; ++h) looks_.push_back({source.search.get(), h});
  const size_t outputs = logits.size() / looks_.size();
  make_buffers(static_cast<size_t>(session_.threads()), outputs);
  const auto look = [&](int worker, int row) {
    const auto r = static_cast<size_t>(row);
    looks_[r].search->look(looks_[r].hypothesis, logits.subspan(r * outputs, outputs),
                           buffers_[static_cast<size_t>(worker)]);
  };
  // Exponentials take longer than memory.
  const auto bytes = 2 * static_cast<int64_t>(logits.size_bytes());
  session_.share(static_cast<int>(looks_.size()), bytes, std::cref(look));
}

std::span<const Continued> BatchSearch::look_and_step(Running& source,
                                                      std::span<const float> logits) {
  make_buffers(1, logits.size());
  source.search->look(0, logits, buffers_.front());
  return source.search->step(logits);
}

void BatchSearch::advance() {
  const bool is_forced = all_forced();
  if (!is_forced && speculates()) return advance_ahead(running_.front());
  const size_t before = tokens_.size();
  std::span<const float> logits;
  std::span<const device::Choice> chosen;
  if (is_forced) {
    session_.advance(tokens_);
  } else if (all_choose()) {
    chosen = session_.choosing()->choose(tokens_, banned_);
  } else {
    logits = session_.step(tokens_);
    look(logits);
  }
  const auto outputs = static_cast<size_t>(session_.vocab_size());
  tokens_.clear();
  parents_.clear();
  size_t first = 0;
  for (Running& source : running_) {
    SourceSearch& search = *source.search;
    const std::span<const Continued> next =
        is_forced ? search.step_forced()
        : !chosen.empty()
            ? search.step(chosen[first])
            : search.step(logits.subspan(first * outputs, source.hypotheses * outputs));
    append(next, first);
    first += source.hypotheses;
    source.hypotheses = next.size();
  }
  bool is_same = parents_.size() == before;
  for (size_t h = 0; is_same && h < before; ++h) is_same = parents_[h] == static_cast<int>(h);
  if (!is_same) session_.select(parents_);
}

}  // namespace sotto::translate
