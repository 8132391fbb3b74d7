#include "models/convolutions.h"

#include <fmt/format.h>

#include <array>

#include "base/bounded.h"

namespace sotto::models {
namespace {

// Far above all that is published, and its numbers in another order fit ints.
constexpr int kMostKernel = 255;
constexpr int64_t kMostNumbers = int64_t{1} << 28;

bool fits(Loader& load, const std::string& name, int in, int out, int kernel) {
  load.require(kernel <= kMostKernel,
               fmt::format("{} is {} wide, expected at most {}", name, kernel, kMostKernel));
  load.require(
      bounded_product({out, in, kernel}, kMostNumbers) <= kMostNumbers,
      fmt::format("{} has {} outputs, {} inputs and is {} wide, expected at most {} numbers", name,
                  out, in, kernel, kMostNumbers));
  return !load.error();
}

}  // namespace

nn::PaddedConv1d load_padded_conv(Loader& load, const std::string& name, int in, int out,
                                  const ConvForm& form) {
  const int kernel = form.kernel;
  const std::array<int64_t, 3> shape = {out, in, kernel};
  nn::PaddedConv1d conv{
      .weights = {},
      .in = in,
      .taps = {.kernel = kernel,
               .stride = form.stride,
               .dilation = form.dilation,
               .together = true},
      .padding = form.padding >= 0 ? form.padding : (kernel - 1) * form.dilation / 2};
  if (!fits(load, name, in, out, kernel)) return conv;
  conv.weights.w = load.arranged(
      name + ".weight", shape, out, kernel * in,
      [&](auto w) { return nn::conv_taps(w, out, in, kernel); }, form.activations);
  if (form.bias) conv.weights.b = load.constant(name + ".bias", out);
  return conv;
}

nn::PaddedConvTranspose1d load_transposed_conv(Loader& load, const std::string& name, int in,
                                               int out, int kernel, int rate,
                                               std::optional<device::ActivationQuant> activations) {
  nn::PaddedConvTranspose1d up{.weights = {},
                               .in = in,
                               .out = out,
                               .kernel = kernel,
                               .stride = rate,
                               .padding = (kernel - rate) / 2};
  if (!fits(load, name, in, out, kernel)) return up;
  const std::array<int64_t, 3> shape = {in, out, kernel};
  const std::vector<float> stored = load.numbers(name + ".weight", shape);
  const std::vector<float> bias = load.numbers(name + ".bias", out);
  if (load.error()) return up;
  const std::vector<float> taps = nn::transposed_taps(stored, in, out, kernel, rate);
  const int rows = rate * out, cols = up.reach() * in;
  up.weights.w = activations ? load.made_rows(taps, rows, cols, *activations)
                             : load.made_matrix(taps, rows, cols);
  up.weights.b = load.made_constant(nn::repeated_bias(bias, rate));
  return up;
}

}  // namespace sotto::models
