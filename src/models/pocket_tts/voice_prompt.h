// Preparation of a recording before Mimi's encoder hears it.
#pragma once

#include <span>
#include <vector>

#include "sotto/error.h"

namespace sotto::models::pocket_tts {

// One channel at another rate, by the filter that the reference uses, so that a voice comes out the
// same number by number (another resampler, soxr, differs by 2e-3 on the goldens, ten times what
// the networks' own rounding makes): with up / down the ratio of the rates in lowest terms, a sinc
// cut off at the lower of the two rates' halves, 10 zero crossings to each side under a Kaiser
// window of beta 5. Rates from 1 kHz to 384 kHz.
Result<std::vector<float>> convert_rate(std::span<const float> samples, int from_hz, int to_hz);

// Ends a prompt in a pause: behind the last 20 ms that are louder than 35 dB below the loudest,
// faded out over 20 ms, then 80 ms of silence. A prompt that ends within a word makes speech begin
// with a burst. An error without 20 ms of sound, where a sample is not a finite number or far
// beyond full scale, and where all is silent.
Result<std::vector<float>> end_on_pause(std::span<const float> samples, int sample_rate_hz);

}  // namespace sotto::models::pocket_tts
