// From noise x0 to a latent, with the network v of flow_net.h told what the Transformer put out, c:
//   lsd            n times, from s = i/n to t = (i+1)/n:  x += v(c, s, t, x) / n
//                  (Lagrangian self-distillation, Boffi et al. 2025: one step is enough)
//   flow_matching  n times, at t = i/n:                   x += v(c, t, x) / n      (n >= 16)
//   drifting       x = v(c, x0)
//   pointwise      x = x0 + v(c, x0)
#pragma once

#include <memory>

#include "device/device.h"
#include "models/pocket_tts/flow_net.h"

namespace sotto::models::pocket_tts {

class Sampler {
 public:
  // steps: n, at least 1; kinds that take one step take one. The network must outlive the sampler.
  // The times are the same for every latent, so what they are embedded to is computed here, and
  // kept on `d`, which is the one to sample with.
  Sampler(const FlowNet& net, FlowType type, int steps, device::Device& d);

  // x, one x0 a row of c, becomes the latents.
  void operator()(device::Device& d, const device::Tensor& c, const device::Tensor& x) const;

 private:
  const FlowNet* net_;
  FlowType type_;
  int steps_ = 1;
  std::unique_ptr<device::Cache> times_;  // [steps, dim]
};

}  // namespace sotto::models::pocket_tts
