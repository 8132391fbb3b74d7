#include "nn/padded_conv.h"

namespace sotto::nn {

using device::Tensor;

Tensor PaddedConv1d::operator()(device::Device& d, const ConvWindow& x) const {
  const Tensor y = d.make(rows_of(x.now.rows), out());
  d.convolve(x.all, taps, weights.into(y));
  return y;
}

void PaddedConv1d::add_to(device::Device& d, const ConvWindow& x, const Tensor& y) const {
  device::Product product = weights.into(y);
  product.epilogue = device::Epilogue::add;
  d.convolve(x.all, taps, product);
}

Tensor PaddedConv1d::operator()(device::Device& d, device::LeakyRelu before,
                                const Tensor& x) const {
  const Tensor y = d.make(rows_of(x.rows), out());
  d.convolve(x, before, padding, taps, weights.into(y));
  return y;
}

void PaddedConv1d::add_to(device::Device& d, device::LeakyRelu before, const Tensor& x,
                          const Tensor& y) const {
  device::Product product = weights.into(y);
  product.epilogue = device::Epilogue::add;
  d.convolve(x, before, padding, taps, product);
}

Tensor PaddedConv1d::operator()(device::Device& d, const Tensor& x) const {
  const Tensor y = d.make(rows_of(x.rows), out());
  (*this)(d, x, y);
  return y;
}

void PaddedConv1d::operator()(device::Device& d, const Tensor& x, const Tensor& y) const {
  const device::Frame frame(d);
  const ConvWindow window = this->window(d, x.rows);
  d.copy(x, window.now);
  d.convolve(window.all, taps, weights.into(y));
}

Tensor PaddedConvTranspose1d::operator()(device::Device& d, const ConvWindow& x) const {
  const int steps = x.all.rows - reach() + 1;
  const Tensor y = d.make(steps, stride * out);  // as it lies, [steps * stride, out]
  d.convolve(x.all, {.kernel = reach(), .together = true}, weights.into(y));
  return y.as(steps * stride, out).part(padding, rows_of(x.now.rows));
}

Tensor PaddedDepthwiseConvTranspose1d::operator()(device::Device& d, const ConvWindow& x) const {
  const Tensor all = d.make((x.all.rows - reach() + 1) * stride, channels);
  d.depthwise_transposed(x.all, weights, stride, all);
  const Tensor y = all.part(padding, rows_of(x.now.rows));
  d.add(y, bias.tensor);
  return y;
}

}  // namespace sotto::nn
