#include "models/chatterbox/speech_tokens.h"

#include <algorithm>

#include "models/noise.h"

namespace sotto::models::chatterbox {

constexpr float kForbiddenToken = -1e9f;  // a logit below all others

// generate() of tts.py, mtl_tts.py and tts_turbo.py.
SpeechSettings usual_settings(Variant variant) {
  SpeechSettings settings;
  SamplingSettings& s = settings.sampling;
  s.temperature = 0.8f;
  s.repetition_penalty = variant == Variant::multilingual ? 2.0f : 1.2f;
  if (variant == Variant::turbo) {
    s.penalty_last = true;
    s.top_k = 1000;
    s.top_p = 0.95f;
  } else {
    s.min_p = 0.05f;
  }
  return settings;
}

SpeechTokens::SpeechTokens(T3Session& session, const T3& model, std::span<const int> text,
                           const SpeechSettings& settings)
    : session_(session),
      model_(model),
      settings_(settings),
      most_(std::min(settings.most_tokens,
                     model.most_speech(session.voice_rows(), static_cast<int>(text.size())))),
      said_{model.start_speech} {
  if (!model.aligned_heads.empty())
    analyzer_.emplace(static_cast<int>(text.size()), model.stop_speech);
  said_.reserve(said_.size() + static_cast<size_t>(std::max(most_, 0)));
  scratch_.reserve(said_.capacity());
  const std::span<const float> logits = session_.prompt(text, settings_.cfg_weight);
  scores_.assign(logits.begin(), logits.end());
}

std::optional<int> SpeechTokens::next() {
  const size_t count = said_.size() - 1;
  if (complete_ || count >= static_cast<size_t>(most_)) return std::nullopt;
  if (count > 0) {
    const std::span<const float> logits = session_.step(said_.back());
    scores_.assign(logits.begin(), logits.end());
  }
  if (analyzer_) analyzer_->step(session_.text_attention(), said_.back(), scores_);
  if (settings_.forced) scores_[static_cast<size_t>(model_.stop_speech)] = kForbiddenToken;
  to_probabilities(scores_, said_, settings_.sampling, scratch_);
  const int token = choose(scores_, even_at(settings_.seed, count));
  complete_ = token == model_.stop_speech;
  if (complete_) return std::nullopt;
  said_.push_back(token);
  return token;
}

}  // namespace sotto::models::chatterbox
