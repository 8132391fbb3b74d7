#include "models/pocket_tts/sampler.h"

#include <algorithm>
#include <array>

namespace sotto::models::pocket_tts {

using device::Tensor;

Sampler::Sampler(const FlowNet& net, FlowType type, int steps, device::Device& d)
    : net_(&net), type_(type) {
  if (times_of(type) == 0) return;
  steps_ = std::max(1, steps);
  for (int i = 0; i < steps_; ++i) {
    const device::Arena::Scope scope(d.arena());
    const auto n = static_cast<float>(steps_);
    const std::array times = {static_cast<float>(i) / n, static_cast<float>(i + 1) / n};
    const auto row = net.embed_times(d, times).all();
    times_.insert(times_.end(), row.begin(), row.end());
  }
}

void Sampler::operator()(device::Device& d, const Tensor& c, const Tensor& x) const {
  for (int i = 0; i < steps_; ++i) {
    const device::Arena::Scope scope(d.arena());
    const size_t dim = times_.size() / static_cast<size_t>(steps_);
    const auto times = std::span(times_).subspan(static_cast<size_t>(i) * dim, dim);
    const Tensor v = (*net_)(d, c, times, x);
    const float keep = type_ == FlowType::drifting ? 0.0f : 1.0f;
    const auto n = static_cast<float>(steps_);
    for (size_t j = 0; j < x.size(); ++j) x.data[j] = keep * x.data[j] + v.data[j] / n;
  }
}

}  // namespace sotto::models::pocket_tts
