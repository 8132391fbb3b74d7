#include "models/kokoro/generator.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "models/sound_limits.h"

namespace sotto::models::kokoro {
namespace {

constexpr const char* kGenerator = "decoder.generator.";

// y = conv(S(AdaIN(x))), or that is added to it.
void run_half(device::Device& d, const GeneratorBlock::Half& half, const device::Tensor& x,
              const device::Tensor& style, const device::Tensor& counts, device::Epilogue epilogue,
              const device::Tensor& y) {
  const device::Frame frame(d);
  device::InstanceNorm norm = half.norm.of(d, style, half.alpha.tensor);
  norm.counts = counts;
  device::Product product = half.conv.weights.into(y);
  product.epilogue = epilogue;
  d.convolve(x, norm, half.conv.padding, half.conv.taps, product);
}

// Repeats counts of half frames to `rows`; the last stage has one extra row in front.
device::Tensor counts_of_rows(device::Device& d, std::span<const float> counts, int rows) {
  if (counts.empty()) return {};
  const size_t count = static_cast<size_t>(rows), each = count / counts.size();
  const size_t before = count % counts.size();
  std::vector<float> all;
  for (size_t r = 0; r < count; ++r) all.push_back(counts[r < before ? 0 : (r - before) / each]);
  return d.upload(all, rows, 1);
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
            {.kernel = kernel, .dilation = dilation, .activations = activations_of(load)})};
  };
  GeneratorBlock block;
  for (size_t j = 0; j < kResblockConvs && !load.error(); ++j) {
    block.first[j] = half(1, j, dilations[j]);
    block.second[j] = half(2, j, 1);
  }
  return block;
}

}  // namespace

void GeneratorBlock::operator()(device::Device& d, const device::Tensor& x,
                                const device::Tensor& style, const device::Tensor& counts,
                                const std::stop_token& stop) const {
  for (size_t j = 0; j < kResblockConvs && !stop.stop_requested(); ++j) {
    const device::Frame frame(d);
    const device::Tensor h = d.make(x.rows, x.cols);
    run_half(d, first[j], x, style, counts, device::Epilogue::none, h);
    run_half(d, second[j], h, style, counts, device::Epilogue::add, x);
  }
}

device::Tensor Generator::operator()(device::Device& d, const device::Tensor& x,
                                     const MakeHar& make_har, const device::Tensor& style,
                                     std::span<const float> counts, const Sight& see,
                                     const std::stop_token& stop) const {
  const auto apply = [&](const GeneratorBlock& block, const device::Tensor& y) {
    const device::Frame frame(d);
    block(d, y, style, counts_of_rows(d, counts, y.rows), stop);
  };
  return istft(d, x, make_har, apply, see, stop);
}

Generator load_generator(Loader& load, const Config& config) {
  const IstftNetConfig& c = config.istftnet;
  const size_t count = c.upsample_rates.size();
  const int spectrum = c.gen_istft_n_fft + 2;
  constexpr std::array<int, kResblockConvs> kNoiseDilations = {1, 3, 5};
  Generator generator;
  int width = c.upsample_initial_channel, made = 1;  // rows of a row of the generator's input
  for (size_t i = 0; i < count && !load.error(); ++i) {
    const bool last = i + 1 == count;
    const int out = width / 2;
    made *= c.upsample_rates[i];
    require_stage(load, fmt::format("{}ups.{}", kGenerator, i), made, out);
    const int stride =
        std::accumulate(c.upsample_rates.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                        c.upsample_rates.end(), 1, std::multiplies<>());
    IstftGenerator<GeneratorBlock>::Stage stage{
        .noise_conv = load_padded_conv(
            load, fmt::format("{}noise_convs.{}", kGenerator, i), spectrum, out,
            last ? ConvForm{.kernel = 1}
                 : ConvForm{.kernel = 2 * stride, .stride = stride, .padding = (stride + 1) / 2}),
        .noise_block = load_block(load, fmt::format("{}noise_res.{}", kGenerator, i), out,
                                  last ? 11 : 7, kNoiseDilations, config.style_dim),
        .up = load_transposed_conv(load, fmt::format("{}ups.{}", kGenerator, i), width, out,
                                   c.upsample_kernel_sizes[i], c.upsample_rates[i],
                                   device::ActivationQuant::floats),
        .blocks = {}};
    const size_t blocks = c.resblock_kernel_sizes.size();
    for (size_t j = 0; j < blocks; ++j) {
      stage.blocks.push_back(
          load_block(load, fmt::format("{}resblocks.{}", kGenerator, i * blocks + j), out,
                     c.resblock_kernel_sizes[j], c.resblock_dilation_sizes[j], config.style_dim));
    }
    generator.istft.stages.push_back(std::move(stage));
    width = out;
  }
  generator.istft.conv_post = load_padded_conv(load, fmt::format("{}conv_post", kGenerator), width,
                                               spectrum, {.kernel = 7});
  return generator;
}

}  // namespace sotto::models::kokoro
