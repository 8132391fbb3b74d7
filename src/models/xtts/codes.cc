#include "models/xtts/codes.h"

#include <algorithm>

#include "models/noise.h"

namespace sotto::models::xtts {
namespace {

// Upstream's filler for the places of voice and text, which the penalty sees as said.
constexpr int kPlaceholder = 1;
constexpr float kForbidden = -1e9f;  // a logit below all others

}  // namespace

Codes::Codes(GptSession& session, const Gpt& model, std::span<const int> text,
             const SamplingSettings& sampling, uint64_t seed, int forced)
    : session_(session),
      model_(model),
      sampling_(sampling),
      seed_(seed),
      forced_(forced > 0 ? std::min(forced, model.most_codes()) : 0),
      said_{kPlaceholder, model.start_audio} {
  said_.reserve(said_.size() + static_cast<size_t>(std::max(model.most_codes(), 0)));
  scratch_.reserve(said_.capacity());
  const std::span<const float> logits = session_.prompt(text);
  scores_.assign(logits.begin(), logits.end());
}

std::optional<int> Codes::next() {
  const int most = forced_ > 0 ? forced_ : model_.most_codes();
  if (complete_ || count_ >= static_cast<size_t>(most)) return std::nullopt;
  if (count_ > 0) {
    const std::span<const float> logits = session_.step(said_.back());
    scores_.assign(logits.begin(), logits.end());
  }
  const std::span<const float> state = session_.state();
  state_.assign(state.begin(), state.end());
  if (forced_ > 0) scores_[static_cast<size_t>(model_.stop_audio)] = kForbidden;
  to_probabilities(scores_, said_, sampling_, scratch_);
  const int code = choose(scores_, even_at(seed_, count_++));
  said_.push_back(code);
  complete_ = code == model_.stop_audio;
  return code;
}

}  // namespace sotto::models::xtts
