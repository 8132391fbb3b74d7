#include "pipeline/catch_up.h"

#include <algorithm>
#include <cmath>

namespace sotto::pipeline {
namespace {

constexpr double kHurryS = 24;       // so far behind, it is as fast as it may be
constexpr double kTempoStep = 0.05;  // a voice that changes by less only sounds restless

// English at its usual 15 letters a second, worth this many bytes of what is learned.
constexpr double kUsualMsAByte = 65, kUsualBytes = 300;

}  // namespace

CatchUp catch_up(double backlog_s, SentenceKind kind, bool is_overtaken) {
  if (!(backlog_s > kPatienceS)) return {};
  const double hurry = std::min(1.0, (backlog_s - kPatienceS) / (kHurryS - kPatienceS));
  const double steps = std::round(hurry * (kMostTempo - 1) / kTempoStep);
  return {.tempo = std::min(kMostTempo, 1 + steps * kTempoStep),
          .pause = 1 - hurry * (1 - kLeastPause),
          .is_passed = kind == SentenceKind::announcement && is_overtaken};
}

SpeakingPace::SpeakingPace(double speed) : bytes_(kUsualBytes), ms_(kUsualBytes * kUsualMsAByte) {
  if (speed > 0) ms_ /= speed;
}

void SpeakingPace::learn(size_t bytes, double ms) {
  bytes_ += static_cast<double>(bytes);
  ms_ += ms;
}

double SpeakingPace::ms_of(size_t bytes) const { return static_cast<double>(bytes) * ms_ / bytes_; }

}  // namespace sotto::pipeline
