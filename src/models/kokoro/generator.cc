#include "models/kokoro/generator.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numeric>

namespace sotto::models::kokoro {
namespace {

constexpr const char* kGenerator = "decoder.generator.";

// y = conv(S(AdaIN(x))), or that is added to it.
void run_half(device::Device& d, const GeneratorBlock::Half& half, const device::Tensor& x,
              const device::Tensor& style, device::Epilogue epilogue, const device::Tensor& y) {
  const device::Frame frame(d);
  device::Product product = half.conv.weights.into(y);
  product.epilogue = epilogue;
  d.convolve(x, half.norm.of(d, style, half.alpha.tensor), half.conv.padding, half.conv.taps,
             product);
}

GeneratorBlock load_block(Loader& load, const std::string& name, int width, int kernel,
                          const std::array<int, kResblockConvs>& dilations, int style) {
  const auto half = [&](int number, size_t j, int dilation) {
    const std::array<int64_t, 3> alpha = {1, width, 1};
    return GeneratorBlock::Half{
        .norm = load_ada_in(load, fmt::format("{}.adain{}.{}", name, number, j), width, style),
        .alpha = load.constant(fmt::format("{}.alpha{}.{}", name, number, j), alpha),
        .conv = load_padded_conv(
            load, fmt::format("{}.convs{}.{}", name, number, j), width, width,
            {.kernel = kernel, .dilation = dilation, .meets = Loader::Meets::rounded})};
  };
  GeneratorBlock block;
  for (size_t j = 0; j < kResblockConvs && !load.error(); ++j) {
    block.first[j] = half(1, j, dilations[j]);
    block.second[j] = half(2, j, 1);
  }
  return block;
}

nn::PaddedConvTranspose1d load_up(Loader& load, const std::string& name, int in, int out,
                                  int kernel, int rate) {
  nn::PaddedConvTranspose1d up{.weights = {},
                               .in = in,
                               .out = out,
                               .kernel = kernel,
                               .stride = rate,
                               .padding = (kernel - rate) / 2};
  const std::array<int64_t, 3> shape = {in, out, kernel};
  const std::vector<float> stored = load.numbers(name + ".weight", shape);
  const std::vector<float> bias = load.numbers(name + ".bias", out);
  if (load.error()) return up;
  up.weights.w = load.made_matrix(nn::transposed_taps(stored, in, out, kernel, rate), rate * out,
                                  up.reach() * in);
  up.weights.b = load.made_constant(nn::repeated_bias(bias, rate));
  return up;
}

}  // namespace

void GeneratorBlock::operator()(device::Device& d, const device::Tensor& x,
                                const device::Tensor& style, const std::stop_token& stop) const {
  for (size_t j = 0; j < kResblockConvs && !stop.stop_requested(); ++j) {
    const device::Frame frame(d);
    const device::Tensor h = d.make(x.rows, x.cols);
    run_half(d, first[j], x, style, device::Epilogue::none, h);
    run_half(d, second[j], h, style, device::Epilogue::add, x);
  }
}

device::Tensor Generator::run(size_t number, device::Device& d, const device::Tensor& x,
                              const device::Tensor& har, const device::Tensor& style,
                              const Sight& see, const std::stop_token& stop) const {
  const Stage& stage = stages[number];
  const bool last = number + 1 == stages.size();
  const int rows = stage.up.rows_of(x.rows) + (last ? 1 : 0);
  const device::Tensor mean = d.make(rows, stage.up.out);
  const device::Frame frame(d);
  const device::Tensor all = d.make(rows, stage.up.out);
  {
    const device::Frame inner(d);
    const nn::ConvWindow window = stage.up.window(d, x.rows);
    d.leaky_relu(0.1f, x, window.now);
    const device::Tensor up = stage.up(d, window);
    see(fmt::format("generator.up.{}", number), up);
    if (last) d.copy(up.part(1, 1), all.part(0, 1));
    d.copy(up, all.part(rows - up.rows, up.rows));
  }
  {
    const device::Frame inner(d);
    const device::Tensor source = stage.noise_conv(d, har);
    see(fmt::format("generator.noise_conv.{}", number), source);
    stage.noise_res(d, source, style, stop);
    see(fmt::format("generator.noise_res.{}", number), source);
    d.add(all, source);
  }
  const size_t count = stage.blocks.size();
  for (size_t j = 0; j < count && !stop.stop_requested(); ++j) {
    const device::Frame inner(d);
    const device::Tensor y = j == 0 ? mean : d.make(rows, mean.cols);
    d.copy(all, y);
    stage.blocks[j](d, y, style, stop);
    see(fmt::format("generator.resblock.{}", number * count + j), y);
    const float share = j + 1 == count ? 1.0f / static_cast<float>(count) : 1.0f;
    if (j != 0) d.mix(share, mean, share, y);
  }
  return mean;
}

device::Tensor Generator::operator()(device::Device& d, const device::Tensor& x,
                                     const device::Tensor& har, const device::Tensor& style,
                                     const Sight& see, const std::stop_token& stop) const {
  const device::Tensor y = d.make(har.rows, conv_post.out());
  const device::Frame frame(d);
  device::Tensor h = x;
  for (size_t i = 0; i < stages.size() && !stop.stop_requested(); ++i)
    h = run(i, d, h, har, style, see, stop);
  if (stop.stop_requested()) return y;
  const nn::ConvWindow window = conv_post.window(d, h.rows);
  d.leaky_relu(0.01f, h, window.now);
  d.convolve(window.all, conv_post.taps, conv_post.weights.into(y));
  see("generator.conv_post", y);
  return y;
}

void to_spectrum(std::span<float> made, int bins) {
  const auto count = static_cast<size_t>(bins);
  for (size_t at = 0; at < made.size(); at += 2 * count) {
    for (size_t i = at; i < at + count; ++i) {
      made[i] = std::exp(made[i]);
      made[i + count] = std::sin(made[i + count]);
    }
  }
}

Generator load_generator(Loader& load, const Config& config) {
  const IstftNetConfig& c = config.istftnet;
  const size_t count = c.upsample_rates.size();
  const int spectrum = c.gen_istft_n_fft + 2;
  constexpr std::array<int, kResblockConvs> kNoiseDilations = {1, 3, 5};
  Generator generator;
  int width = c.upsample_initial_channel;
  for (size_t i = 0; i < count && !load.error(); ++i) {
    const bool last = i + 1 == count;
    const int out = width / 2;
    const int stride =
        std::accumulate(c.upsample_rates.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                        c.upsample_rates.end(), 1, std::multiplies<>());
    Generator::Stage stage{
        .noise_conv = load_padded_conv(
            load, fmt::format("{}noise_convs.{}", kGenerator, i), spectrum, out,
            last ? ConvForm{.kernel = 1}
                 : ConvForm{.kernel = 2 * stride, .stride = stride, .padding = (stride + 1) / 2}),
        .noise_res = load_block(load, fmt::format("{}noise_res.{}", kGenerator, i), out,
                                last ? 11 : 7, kNoiseDilations, config.style_dim),
        .up = load_up(load, fmt::format("{}ups.{}", kGenerator, i), width, out,
                      c.upsample_kernel_sizes[i], c.upsample_rates[i]),
        .blocks = {}};
    const size_t blocks = c.resblock_kernel_sizes.size();
    for (size_t j = 0; j < blocks; ++j) {
      stage.blocks.push_back(
          load_block(load, fmt::format("{}resblocks.{}", kGenerator, i * blocks + j), out,
                     c.resblock_kernel_sizes[j], c.resblock_dilation_sizes[j], config.style_dim));
    }
    generator.stages.push_back(std::move(stage));
    width = out;
  }
  generator.conv_post = load_padded_conv(load, fmt::format("{}conv_post", kGenerator), width,
                                         spectrum, {.kernel = 7});
  return generator;
}

}  // namespace sotto::models::kokoro
