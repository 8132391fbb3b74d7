// HiFT, the vocoder of S3Gen (HiFTNet, Li et al. 2023, as CosyVoice 2 has it): a spectrum of 50
// frames a second becomes sound at 24 kHz.
//   f0 = |W (elu(conv_3)) x 5|;  a source of harmonics of f0 (Source below), whose spectrum, real
//   and imaginary, goes into an iSTFTNet (models/istft_generator.h) behind conv_pre
// with blocks x += conv2_j(S(conv1_j(S(x)))), S(x) = x + sin^2(alpha x) / alpha.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "models/chatterbox/layers.h"
#include "models/harmonic_source.h"
#include "models/istft_generator.h"
#include "signal/stft.h"

namespace sotto::models::chatterbox {

inline constexpr int kSampleRateHz = 24000;  // upstream's code says so, no file does

struct F0Predictor {
  std::vector<nn::PaddedConv1d> convs;
  nn::Linear classifier;

  // Hz of each frame; waits for it.
  std::vector<float> operator()(device::Device& d, const device::Tensor& mel) const;
};

// Random numbers of the source: a phase for each harmonic, of which that of the first counts as 0,
// and noise, [samples, harmonics].
struct SourceDraws {
  std::vector<float> phases, noise;
};
// Draws for `samples` samples from number `first` of the sound on.
SourceDraws draw_source(uint64_t seed, size_t first, size_t samples, size_t harmonics);

// With theta_i the phase of harmonic i, (sum of f0 i / 24000 so far) mod 1 turns:
//   s_i = voiced ? 0.1 sin(2 pi theta_i + phase_i) + 0.003 z_i : z_i / 30
// Upstream adds f0 i / 24000, a float, up in double and rounds each sum to float before the mod: a
// sum that stays exact would drift from its sound by what that rounds off.
struct Source {
  HarmonicMerge merge;
  int samples_per_frame = 0;

  // Theta of each harmonic, before its mod.
  using Turns = std::vector<double>;
  Turns start() const { return Turns(merge.count(), 0.0); }

  // Goes on from `turns`, which is then that of the next frame. draws.noise: from number `drawn` of
  // the samples it holds on.
  std::vector<float> operator()(std::span<const float> f0, const SourceDraws& draws, size_t drawn,
                                Turns& turns) const;
  std::vector<float> operator()(std::span<const float> f0, const SourceDraws& draws) const {
    Turns turns = start();
    return (*this)(f0, draws, 0, turns);
  }
};

struct SnakeBlock {
  struct Half {
    device::Constant alpha;
    nn::PaddedConv1d conv;
  };
  std::vector<Half> first, second;

  void operator()(device::Device& d, const device::Tensor& x, const std::stop_token& stop) const;
};

struct Hift {
  F0Predictor f0;
  Source source;
  signal::Stft stft;
  nn::PaddedConv1d conv_pre;
  IstftGenerator<SnakeBlock> generator;

  // samples_per_frame for each row of mel; waits for them. Nothing once it is to stop.
  std::vector<float> operator()(device::Device& d, const device::Tensor& mel,
                                std::span<const float> source, const Sight& see,
                                const std::stop_token& stop) const;
};

Hift load_hift(Loader& load, int mel);

}  // namespace sotto::models::chatterbox
