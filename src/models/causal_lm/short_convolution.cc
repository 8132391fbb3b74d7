#include "models/causal_lm/short_convolution.h"

namespace sotto::models::causal_lm {

using device::Tensor;

void ShortConvolution::add_to(device::Device& d, const Rows& rows, const Tensor& x,
                              const Sight& see) const {
  const int taps = kernel.tensor.rows;
  const Tensor u = rows.past.append(x.rows), c = d.make(x.rows, x.cols), h = d.make(x.rows, x.cols);
  const device::Product products[] = {in_b.into(u), in_c.into(c), in_h.into(h)};
  d.linears(norm(d, x), products);
  see("conv.in_proj", {u, c, h});
  d.multiply(u, h);
  const Tensor windows = d.gather(rows.past.all(), rows.taps);
  for (const int row : rows.nothing) d.fill(windows.part(row, 1), 0);
  d.depthwise(windows, kernel, {.kernel = taps, .stride = taps}, h);
  d.multiply(h, c);
  see("conv.gated", h);
  out_proj.add_to(d, h, x);
}

}  // namespace sotto::models::causal_lm
