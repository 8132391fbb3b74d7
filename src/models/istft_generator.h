// The generator of iSTFTNet (Kaneko et al. 2022) with a harmonic source: transposed convolutions up
// to the columns of a short-time spectrum, which is all that it makes of the sound. For each stage:
//   source = noise_block(noise_conv(har));   x = up(L_0.1(x)) + source;   x = mean of the blocks of
//   x
// In the last stage the first column but one is reflected in front, which makes one column more.
//   log magnitudes, angles = conv_post(L_0.01(x))
// Blocks are the network's own: they may take a style.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <stop_token>
#include <vector>

#include "models/sight.h"
#include "nn/padded_conv.h"
#include "signal/stft.h"

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

  // The spectrum of the source, [columns, 2 * bins], in the frame that is open: it is not kept any
  // longer than it is needed.
  using MakeHar = std::function<device::Tensor()>;

  // x: [frames, channels]. apply(block, x): x becomes what the block makes of it. What is made,
  // [columns, 2 * bins], belongs to the frame around: logarithms of magnitudes, and numbers whose
  // sines are the phases. Once it is to stop, what it gives means nothing.
  template <class Apply>
  device::Tensor operator()(device::Device& d, const device::Tensor& x, const MakeHar& make_har,
                            const Apply& apply, const Sight& see,
                            const std::stop_token& stop) const {
    const device::Tensor h = run(stages.size() - 1, d, x, make_har, apply, see, stop);
    if (stop.stop_requested()) return h;
    const nn::ConvWindow window = conv_post.window(d, h.rows);
    d.leaky_relu(0.01f, h, window.now);
    const device::Tensor made = conv_post(d, window);
    see("generator.conv_post", made);
    return made;
  }

 private:
  // The number of rows that the stages before that one make of `frames`.
  int rows_before(size_t number, int frames) const {
    return number == 0 ? frames : stages[number - 1].up.rows_of(rows_before(number - 1, frames));
  }

  // The stage of that number, and all before it. The last one needs more memory than all else: when
  // its blocks begin there is nothing but what they read, what they have made, and one of them.
  template <class Apply>
  device::Tensor run(size_t number, device::Device& d, const device::Tensor& x,
                     const MakeHar& make_har, const Apply& apply, const Sight& see,
                     const std::stop_token& stop) const {
    const Stage& stage = stages[number];
    const int before = rows_before(number, x.rows);
    const int rows = stage.up.rows_of(before) + (number + 1 == stages.size() ? 1 : 0);
    const device::Tensor mean = d.make(rows, stage.up.out);
    const device::Frame frame(d);
    const device::Tensor all = d.make(rows, stage.up.out);
    {
      const device::Frame inner(d);
      const device::Tensor har = make_har();
      {
        const device::Frame innermost(d);
        const device::Tensor h = number == 0
                                     ? x
                                     : run(
                                           number - 1, d, x, [&] { return har; }, apply, see, stop);
        if (stop.stop_requested()) return mean;
        go_up(number, d, h, see, all);
      }
      const device::Tensor& source = mean;  // whose place is free
      stage.noise_conv(d, har, source);
      see(fmt::format("generator.noise_conv.{}", number), source);
      apply(stage.noise_block, source);
      see(fmt::format("generator.noise_res.{}", number), source);
      d.add(all, source);
    }
    add_up_blocks(number, d, all, apply, see, stop, mean);
    return mean;
  }

  // y = up(L_0.1(x)), of which the last stage has a row more in front.
  void go_up(size_t number, device::Device& d, const device::Tensor& x, const Sight& see,
             const device::Tensor& y) const {
    const nn::PaddedConvTranspose1d& conv = stages[number].up;
    const nn::ConvWindow window = conv.window(d, x.rows);
    d.leaky_relu(0.1f, x, window.now);
    const device::Tensor up = conv(d, window);
    see(fmt::format("generator.up.{}", number), up);
    if (y.rows != up.rows) d.copy(up.part(1, 1), y.part(0, 1));
    d.copy(up, y.part(y.rows - up.rows, up.rows));
  }

  // mean = average of blocks[j](x). Clobbers x.
  template <class Apply>
  void add_up_blocks(size_t number, device::Device& d, const device::Tensor& x, const Apply& apply,
                     const Sight& see, const std::stop_token& stop,
                     const device::Tensor& mean) const {
    const std::vector<Block>& blocks = stages[number].blocks;
    const size_t count = blocks.size();
    for (size_t j = 0; j < count && !stop.stop_requested(); ++j) {
      const device::Frame inner(d);
      const bool is_over = j != 0 && j + 1 == count;  // nobody needs x as it is any more
      const device::Tensor y = j == 0 ? mean : is_over ? x : d.make(x.rows, x.cols);
      if (!is_over) d.copy(x, y);
      apply(blocks[j], y);
      see(fmt::format("generator.resblock.{}", number * count + j), y);
      const float share = j + 1 == count ? 1.0f / static_cast<float>(count) : 1.0f;
      if (j != 0) d.mix(share, mean, share, y);
    }
  }
};

// The sound of what it gives: magnitudes are at most `most`.
std::vector<float> to_sound(std::span<const float> made, const signal::Stft& stft, float most);

}  // namespace sotto::models
