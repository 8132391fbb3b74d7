// What becomes of a recording before Mimi's encoder hears it.
#pragma once

#include <span>
#include <vector>

#include "sotto/error.h"

namespace sotto::models::pocket_tts {

// One channel at `to_hz`, by the filter that the reference uses (so that a voice is the same number
// by number): each of `up` phases of a Kaiser-windowed sinc, beta 5, cut off at the lower of the
// two rates, 10 zero crossings to each side. Rates from 1 kHz to 768 kHz.
Result<std::vector<float>> convert_rate(std::span<const float> samples, int from_hz, int to_hz);

// Ends a prompt in a pause: after the last 20 ms that are louder than 35 dB below the loudest,
// faded out over 20 ms, then 80 ms of silence. Prompts that end in the middle of a word make
// generated speech begin with a burst. At least one 20 ms frame of finite samples; else an error.
Result<std::vector<float>> end_on_pause(std::span<const float> samples, int sample_rate_hz);

}  // namespace sotto::models::pocket_tts
