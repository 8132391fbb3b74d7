#include "translate/search/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sotto::translate {
namespace {

constexpr int kMostBeams = 64;
constexpr int kMostTokens = 16384;

// Each id of the sequence once, however often it stands there.
void penalize_repetition(std::span<float> scores, std::span<const int> sequence, float penalty) {
  for (size_t i = 0; i < sequence.size(); ++i) {
    const auto before = sequence.first(i);
    if (std::ranges::find(before, sequence[i]) != before.end()) continue;
    float& score = scores[sequence[i]];
    score = score < 0 ? score * penalty : score / penalty;
  }
}

// forbid(id) of each id that would complete an n-gram which the sequence already has.
template <class Forbid>
void for_each_repeated_ngram(std::span<const int> sequence, size_t n, const Forbid& forbid) {
  if (sequence.size() + 1 < n) return;
  const auto last = sequence.last(n - 1);
  for (size_t i = 0; i + n <= sequence.size(); ++i)
    if (std::ranges::equal(sequence.subspan(i, n - 1), last)) forbid(sequence[i + n - 1]);
}

Error out_of_range(const char* option, auto found, const char* expected) {
  return {Errc::bad_argument, fmt::format("{} is {}, expected {}", option, found, expected)};
}

}  // namespace

Result<void> check(const SearchOptions& o) {
  if (o.beams && (*o.beams < 1 || *o.beams > kMostBeams))
    return out_of_range("the number of beams", *o.beams, "1 to 64");
  if (o.length_penalty && !std::isfinite(*o.length_penalty))
    return out_of_range("the length penalty", *o.length_penalty, "a finite number");
  if (o.no_repeat_ngram && *o.no_repeat_ngram < 0)
    return out_of_range("the size of n-grams not to repeat", *o.no_repeat_ngram, "0 or more");
  if (o.repetition_penalty && !(*o.repetition_penalty > 0 && std::isfinite(*o.repetition_penalty)))
    return out_of_range("the repetition penalty", *o.repetition_penalty, "a positive number");
  if (o.min_new_tokens && *o.min_new_tokens < 0)
    return out_of_range("the minimum of new tokens", *o.min_new_tokens, "0 or more");
  if (o.max_new_tokens && (*o.max_new_tokens < 1 || *o.max_new_tokens > kMostTokens))
    return out_of_range("the maximum of new tokens", *o.max_new_tokens, "1 to 16384");
  return {};
}

Rules::Rules(const SearchOptions& o, int start_token, int forced_first)
    : start_token(start_token), forced_first(forced_first) {
  beams = o.beams.value_or(beams);
  length_penalty = o.length_penalty.value_or(length_penalty);
  early_stopping = o.early_stopping.value_or(early_stopping);
  no_repeat_ngram = o.no_repeat_ngram.value_or(no_repeat_ngram);
  repetition_penalty = o.repetition_penalty.value_or(repetition_penalty);
  min_new_tokens = o.min_new_tokens.value_or(min_new_tokens);
  max_new_tokens = o.max_new_tokens.value_or(max_new_tokens);
  token_limits = o.token_limits;
  eos = o.eos.value_or(eos);
  other_ends = o.other_ends;
  forbidden = o.forbidden;
  forced_eos = o.forced_eos;
  renormalize = o.renormalize.value_or(renormalize);
}

LogNormalizer Rules::normalizer(std::span<const float> logits, std::vector<float>& buffer) const {
  if (!renormalize || forbidden.empty()) return log_normalizer(logits);
  buffer.assign(logits.begin(), logits.end());
  for (const int id : forbidden) buffer[id] = kForbidden;
  return log_normalizer(buffer);
}

bool Rules::active(size_t sequence_length) const {
  return sequence_length == 1 || !token_limits.empty() || !forbidden.empty() || forced_eos ||
         no_repeat_ngram > 0 || repetition_penalty != 1 ||
         sequence_length <= static_cast<size_t>(min_new_tokens);
}

bool Rules::forces_first(std::span<const int> sequence) const {
  return sequence.size() == 1 && forced_first != kNoForcedFirst;
}

bool Rules::forces_end(std::span<const int> sequence) const {
  return forced_eos && sequence.size() == static_cast<size_t>(max_new_tokens);
}

template <class Forbid>
void Rules::for_each_forbidden(std::span<const int> sequence, const Forbid& forbid) const {
  if (no_repeat_ngram > 0)
    for_each_repeated_ngram(sequence, static_cast<size_t>(no_repeat_ngram), forbid);
  for (const int id : forbidden) forbid(id);
  const auto forbid_ends = [&] {
    forbid(eos);
    for (const int id : other_ends) forbid(id);
  };
  if (sequence.size() <= static_cast<size_t>(min_new_tokens)) forbid_ends();
  for (const TokenLimit& limit : token_limits) {
    const auto count = std::ranges::count(sequence, limit.id);
    if (count >= limit.most) forbid(limit.id);
    if (count < limit.least) forbid_ends();
  }
}

void Rules::process(std::span<float> scores, std::span<const int> sequence) const {
  const auto force = [&](int id) {
    std::ranges::fill(scores, kForbidden);
    scores[id] = 0;
  };
  // The last processor overwrites what the others did.
  if (forces_first(sequence)) return force(forced_first);
  if (forces_end(sequence)) return force(*forced_eos);
  if (repetition_penalty != 1) penalize_repetition(scores, sequence, repetition_penalty);
  for_each_forbidden(sequence, [&](int id) { scores[id] = kForbidden; });
}

bool Rules::ban(std::span<const int> sequence, std::vector<int>& banned) const {
  if (forces_first(sequence) || forces_end(sequence) || repetition_penalty != 1 ||
      (renormalize && !forbidden.empty()))
    return false;
  for_each_forbidden(sequence, [&](int id) { banned.push_back(id); });
  return true;
}

}  // namespace sotto::translate
