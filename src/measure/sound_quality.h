// Differences of two recordings of the same text, and properties of each.
#pragma once

#include <vector>

#include "audio/sound_file.h"
#include "measure/spectrum.h"
#include "sotto/error.h"

namespace sotto::measure {

// Quieter than this is silence: 1/1000 of full scale, -60 dB.
inline constexpr float kSilence = 0.001F;
// From here on a sample counts as clipped.
inline constexpr float kClipped = 0.999F;

struct SoundFacts {
  size_t samples = 0;
  double seconds = 0;
  double low_db = 0, high_db = 0;  // mean power below and from 4 kHz on; 0 dB: of full scale
  size_t clipped = 0;              // samples
  double silence_before_ms = 0, silence_after_ms = 0;  // all of it, for a silent recording
};
SoundFacts facts_of(const audio::Sound& sound);

struct SoundDifference {
  double mcd_db = 0;       // mel-cepstral distortion after alignment in time
  double log_mel_db = 0;   // rms over bands, mean over frames; frame by frame, to the shorter's end
  double correlation = 0;  // of the waveforms as they stand, to the shorter's end; 0 for silence
  double eos_shift_ms = 0;  // how much later the second one's last sound is
};

// Two sounds of the same rate.
//
// MCD (Kubichek 1993): 10 / ln 10 sqrt(2 sum over k of (c_k - c'_k)^2), c of order 1 to 13, mean
// over the path of dynamic time warping that has the least sum of it (steps of one frame in either
// or both; among equals the shortest).
SoundDifference difference(const audio::Sound& a, const audio::Sound& b);

// The mean of the distances along the best path through two sequences of frames.
double aligned_distance_db(const Frames& a, const Frames& b);

// `sound` at another rate.
Result<audio::Sound> resampled(audio::Sound sound, int sample_rate_hz);

}  // namespace sotto::measure
