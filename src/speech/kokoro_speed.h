// Whether this machine speaks with Kokoro faster than one listens. Measured once, and kept.
#pragma once

#include <filesystem>
#include <string>

#include "speech/voice_kind.h"

namespace sotto::speech {

// Beside what else the machine does: the translator needs its part.
inline constexpr double kFastEnough = 0.8;

// Seconds that a second of sound takes, of the model at `path`: what the cache folder says of this
// model, version and number of threads (not longer than a day where that is too slow), else what a
// clause takes now (some seconds; the first time also for reading the weights).
Result<double> kokoro_speed(const std::filesystem::path& path, const VoiceOptions& options);

// The circumstances for which such a figure holds, on one line.
std::string kokoro_subject(const std::filesystem::path& path, const VoiceOptions& options);

}  // namespace sotto::speech
