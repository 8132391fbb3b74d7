#include "models/pocket_tts/generation.h"

namespace sotto::models::pocket_tts {
namespace {

// The logit says nothing before: the reference does not look at it, and models were tuned so.
constexpr int kFirstEosFrame = 6;

}  // namespace

Generation::Generation(FlowLmSession& session, Noise& noise, const GenerationLimits& limits)
    : session_(session),
      noise_(noise),
      limits_(limits),
      x0_(static_cast<size_t>(session.model().latent_size)) {}

// The reference computes one frame more and drops it: here it is not computed, unless it is the one
// that says that the speech is at its end.
bool Generation::at_end() const {
  return frames_ >= limits_.max_frames ||
         (eos_frame_ && frames_ >= *eos_frame_ + limits_.frames_after_eos);
}

std::span<const float> Generation::next() {
  if (at_end()) return {};
  eos_logit_ = session_.step();
  if (!eos_frame_ && frames_ >= kFirstEosFrame && eos_logit_ > limits_.eos_threshold) {
    eos_frame_ = frames_;
    if (at_end()) return {};
  }
  ++frames_;
  noise_.fill(x0_);
  return session_.sample(x0_);
}

}  // namespace sotto::models::pocket_tts
