// The half of XTTS that makes sound: a HiFi-GAN (Kong et al. 2020) whose stages hear a speaker.
//   x = conv_pre(x) + cond_layer(g);   for each stage:  x = ups(L_0.1(x)) + conds(g)
//                                                       x = mean of its blocks of x
//   wave = tanh(conv_post(L_0.01(x)))
// with blocks x += conv2_j(L_0.1(conv1_j(L_0.1(x)))), where conv1_j has the dilations 1, 3 and 5.
// Source: coqui-tts 0.28.0, layers/xtts/hifigan_decoder.py; sizes are those of the file, and a
// stage makes its signal half as many times longer as its kernel is wide (16, 16, 4, 4: 8, 8, 2,
// 2).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "checkpoint/weights.h"
#include "models/convolutions.h"
#include "models/sight.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::xtts {

struct ResBlock {
  std::vector<nn::PaddedConv1d> convs1, convs2;

  void operator()(device::Device& d, const device::Tensor& x, const std::stop_token& stop) const;
  int reach() const;  // rows that a row sees on each side
};

// Immutable; sessions on any threads share it.
struct HifiGan {
  struct Stage {
    nn::PaddedConvTranspose1d up;
    nn::PaddedConv1d cond;
    std::vector<ResBlock> blocks;

    device::Tensor operator()(device::Device& d, const device::Tensor& x,
                              const device::Tensor& heard, const std::stop_token& stop) const;
  };

  // int8, of the scheme or of the file, is for the blocks, whose activations may then be rounded,
  // too: the rounding of a sample depends on those around it. Other schemes change nothing here.
  static Result<std::shared_ptr<const HifiGan>> load(const checkpoint::Weights& weights,
                                                     std::optional<quant::Scheme> scheme,
                                                     const device::Backend& backend);

  int in() const { return conv_pre.in; }
  int speaker_cols() const { return cond_layer.in; }
  int hop() const;    // samples a row
  int reach() const;  // rows on each side that the samples of a row depend on, at most

  // Projections of the speaker for each place that hears it: [1, channels] each.
  std::vector<device::Tensor> hear(device::Device& d, std::span<const float> speaker) const;
  // The samples of rows [first, first + count) of `rows`, [rows, in]: [hop * count, 1]. Each stage
  // computes what these depend on; in rows of the last stages that is next to nothing besides. Once
  // it is to stop, what it gives means nothing.
  device::Tensor operator()(device::Device& d, const device::Tensor& rows, int first, int count,
                            std::span<const device::Tensor> heard,
                            const std::stop_token& stop) const;

  nn::PaddedConv1d conv_pre, cond_layer, conv_post;
  std::vector<Stage> stages;
  size_t bytes = 0;

 private:
  // Rows of the input of that stage, on each side, that a row's samples depend on.
  double reach_from(size_t stage) const;
};

}  // namespace sotto::models::xtts
