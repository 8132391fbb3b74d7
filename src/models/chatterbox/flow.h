// The flow of S3Gen (conditional flow matching, Lipman et al. 2023): from noise x_0 to a spectrum,
//   x_(k+1) = x_k + (t_(k+1) - t_k) v_k,   v = (1 + g) v(x, t | mu, speaker, cond) - g v(x, t | 0)
// with g = 0.7 (Ho and Salimans 2022) and t_k = 1 - cos(pi k / 2n); both velocities are one pass of
// two streams. A meanflow (Geng et al. 2025) is told where each of its few steps leads to: its t_k
// are evenly spaced, and there is no second stream.
#pragma once

#include <stop_token>
#include <vector>

#include "models/chatterbox/conformer.h"
#include "models/chatterbox/estimator.h"

namespace sotto::models::chatterbox {

// Conditions of the flow: mu of all frames, [frames, mel], the speaker, [1, mel], and the spectrum
// of the first frames, [up to frames, mel].
struct FlowConditions {
  device::Tensor mu, speaker, prompt;
};

struct Flow {
  ConformerEncoder encoder;
  Estimator estimator;
  nn::Linear speaker;  // of the x-vector

  int mel() const { return estimator.mel(); }
  int default_steps() const { return estimator.is_meanflow() ? 2 : 10; }
  std::vector<FlowStep> steps(int count) const;

  // x: the noise, [frames, mel], becomes the spectrum.
  void run(device::Device& d, const FlowConditions& given, const device::Tensor& x, int steps,
           const Sight& see, const std::stop_token& stop) const;
};

// heads: see load_estimator.
Flow load_flow(Loader& load, int heads);

}  // namespace sotto::models::chatterbox
