#include "models/pocket_tts/sampler.h"

#include <algorithm>
#include <array>

namespace sotto::models::pocket_tts {

using device::Tensor;

Sampler::Sampler(const FlowNet& net, FlowType type, int steps, device::Device& d)
    : net_(&net), type_(type) {
  if (times_of(type) == 0) return;
  steps_ = std::max(1, steps);
  times_ = d.make_cache(net.dim());
  for (int i = 0; i < steps_; ++i) {
    const auto n = static_cast<float>(steps_);
    const std::array times = {static_cast<float>(i) / n, static_cast<float>(i + 1) / n};
    const std::vector<float> row = net.embed_times(d, times);
    d.upload(row, times_->append(1));
  }
}

void Sampler::operator()(device::Device& d, const Tensor& c, const Tensor& x) const {
  for (int i = 0; i < steps_; ++i) {
    const device::Frame frame(d);
    const Tensor times = times_ != nullptr ? times_->all().part(i, 1) : Tensor();
    const Tensor v = (*net_)(d, c, times, x);
    const float keep = type_ == FlowType::drifting ? 0.0f : 1.0f;
    d.mix(keep, x, 1.0f / static_cast<float>(steps_), v);
  }
}

}  // namespace sotto::models::pocket_tts
