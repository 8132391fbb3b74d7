// The generator of iSTFTNet (Kaneko et al. 2022) with a harmonic source: transposed convolutions up
// to the columns of a short-time spectrum, which is all that it makes of the sound. For each stage:
//   source = noise_block(noise_conv(har));   x = up(L_0.1(x)) + source;   x = mean of the blocks of
//   x
// In the last stage the first column but one is reflected in front, which makes one column more.
//   log magnitudes, angles = conv_post(L_0.01(x))
// What a block does is its network's: it may take a style.
#pragma once

#include <fmt/format.h>

#include <stop_token>
#include <vector>

#include "models/sight.h"
#include "nn/padded_conv.h"

namespace sotto::models {

template <class Block>
struct IstftGenerator {
  struct Stage {
    nn::PaddedConv1d noise_conv;
    Block noise_block;
    nn::PaddedConvTranspose1d up;
    std::vector<Block> blocks;
  };
  std::vector<Stage> stages;
  nn::PaddedConv1d conv_post;

  // x: [frames, channels]; har: [columns, 2 * bins], the spectrum of the source, which becomes the
  // result: logarithms of magnitudes, and numbers whose sines are the phases. apply(block, x): x
  // becomes what the block makes of it. Once it is to stop, what it gives means nothing.
  template <class Apply>
  device::Tensor operator()(device::Device& d, const device::Tensor& x, const device::Tensor& har,
                            const Apply& apply, const Sight& see,
                            const std::stop_token& stop) const {
    const device::Frame frame(d);
    const device::Tensor h = run(stages.size() - 1, d, x, har, apply, see, stop);
    if (stop.stop_requested()) return har;
    const nn::ConvWindow window = conv_post.window(d, h.rows);
    d.leaky_relu(0.01f, h, window.now);
    d.convolve(window.all, conv_post.taps, conv_post.weights.into(har));
    see("generator.conv_post", har);
    return har;
  }

 private:
  // What is made of `frames` rows by the stages before that one.
  int rows_before(size_t number, int frames) const {
    return number == 0 ? frames : stages[number - 1].up.rows_of(rows_before(number - 1, frames));
  }

  // The stage of that number, and all before it. Those leave nothing behind: the last one needs
  // more memory than all else.
  template <class Apply>
  device::Tensor run(size_t number, device::Device& d, const device::Tensor& x,
                     const device::Tensor& har, const Apply& apply, const Sight& see,
                     const std::stop_token& stop) const {
    const Stage& stage = stages[number];
    const bool last = number + 1 == stages.size();
    const int before = rows_before(number, x.rows);
    const int rows = stage.up.rows_of(before) + (last ? 1 : 0);
    const device::Tensor mean = d.make(rows, stage.up.out);
    const device::Frame frame(d);
    const device::Tensor all = d.make(rows, stage.up.out);
    {
      const device::Frame inner(d);
      const device::Tensor h = number == 0 ? x : run(number - 1, d, x, har, apply, see, stop);
      if (stop.stop_requested()) return mean;
      const nn::ConvWindow window = stage.up.window(d, before);
      d.leaky_relu(0.1f, h, window.now);
      const device::Tensor up = stage.up(d, window);
      see(fmt::format("generator.up.{}", number), up);
      if (last) d.copy(up.part(1, 1), all.part(0, 1));
      d.copy(up, all.part(rows - up.rows, up.rows));
    }
    {
      const device::Frame inner(d);
      const device::Tensor source = stage.noise_conv(d, har);
      see(fmt::format("generator.noise_conv.{}", number), source);
      apply(stage.noise_block, source);
      see(fmt::format("generator.noise_res.{}", number), source);
      d.add(all, source);
    }
    const size_t count = stage.blocks.size();
    for (size_t j = 0; j < count && !stop.stop_requested(); ++j) {
      const device::Frame inner(d);
      const bool is_over = j != 0 && j + 1 == count;  // nobody needs them as they are any more
      const device::Tensor y = j == 0 ? mean : is_over ? all : d.make(rows, mean.cols);
      if (!is_over) d.copy(all, y);
      apply(stage.blocks[j], y);
      see(fmt::format("generator.resblock.{}", number * count + j), y);
      const float share = j + 1 == count ? 1.0f / static_cast<float>(count) : 1.0f;
      if (j != 0) d.mix(share, mean, share, y);
    }
    return mean;
  }
};

// What it gives, as magnitudes of at most `most` and phases.
void to_spectrum(std::span<float> made, int bins, float most);

}  // namespace sotto::models
