// A whole signal from one rate to another as torchaudio does it: a sinc within 6 zero crossings
// under a Hann window, rolled off at 0.99 of the lower rate. For networks that heard their
// recordings so; others have resampler.h, which is better and streams.
#pragma once

#include <span>
#include <vector>

namespace sotto::signal {

// ceil(to / from * samples) of them. Rates up to some hundred kHz.
std::vector<float> sinc_resampled(std::span<const float> samples, int from_hz, int to_hz);

}  // namespace sotto::signal
