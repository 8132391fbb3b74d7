#include "models/chatterbox/flow.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "models/sound_limits.h"

namespace sotto::models::chatterbox {

using device::Tensor;

namespace {

constexpr float kGuidance = 0.7f;

// The columns beside x in the estimator's input: mu | speaker | cond, and zeros in the second
// stream. [streams.all(), 3 * mel]
Tensor beside(device::Device& d, const FlowConditions& given, const Streams& streams) {
  const int mel = given.mu.cols;
  const Tensor all = d.make(streams.all(), 3 * mel);
  const device::Frame frame(d);
  d.fill(all, 0);
  const Tensor speaker = d.make(streams.rows, mel), cond = d.make(streams.rows, mel);
  d.fill(speaker, 0);
  d.add(speaker, given.speaker);
  d.fill(cond, 0);
  d.copy(given.prompt, cond.part(0, given.prompt.rows));
  const Tensor parts[] = {given.mu, speaker, cond};
  d.concatenate(parts, streams.part(all, 0));
  return all;
}

}  // namespace

std::vector<FlowStep> Flow::steps(int count) const {
  const auto at = [&](int k) {
    const double share = static_cast<double>(k) / count;
    return estimator.is_meanflow() ? share : 1 - std::cos(share * std::numbers::pi / 2);
  };
  std::vector<FlowStep> steps;
  for (int k = 0; k < count; ++k) steps.push_back({.from = at(k), .to = at(k + 1)});
  return steps;
}

void Flow::run(device::Device& d, const FlowConditions& given, const Tensor& x, int count,
               const Sight& see, const std::stop_token& stop) const {
  const device::Frame frame(d);
  const std::vector<FlowStep> all = steps(count);
  const Streams streams{.rows = x.rows, .count = estimator.is_meanflow() ? 1 : 2};
  const Estimator::Times times = estimator.times(d, all, see);
  const Tensor rest = beside(d, given, streams);
  const Tensor input = d.make(rest.rows, 4 * x.cols), now = d.make(rest.rows, x.cols);
  streams.clear_gaps(d, now);
  for (int k = 0; k < count && !stop.stop_requested(); ++k) {
    const device::Frame inner(d);
    see(fmt::format("flow.x.{}", k), x);
    for (int i = 0; i < streams.count; ++i) d.copy(x, streams.part(now, i));
    const Tensor parts[] = {now, rest};
    d.concatenate(parts, input);
    const Tensor velocity = estimator(d, input, times, k, streams, see);
    for (int i = 0; i < streams.count; ++i)
      see(fmt::format("flow.velocity.{}.{}", k, i), streams.part(velocity, i));
    const FlowStep& step = all[static_cast<size_t>(k)];
    const auto dt = static_cast<float>(step.to - step.from);
    const float guidance = streams.count == 2 ? kGuidance : 0;
    d.mix(1, x, dt * (1 + guidance), streams.part(velocity, 0));
    if (streams.count == 2) d.mix(1, x, -dt * guidance, streams.part(velocity, 1));
  }
}

Flow load_flow(Loader& load, int heads) {
  Flow flow{.encoder = load_encoder(load), .estimator = {}, .speaker = {}};
  if (load.error()) return flow;
  const int mel = rows_of(flow.encoder.proj.w);
  require_bands(load, "flow.encoder_proj", mel);
  flow.estimator = load_estimator(load, mel, heads);
  const std::string speaker = "flow.spk_embed_affine_layer";
  // The x-vector's size is what no other tensor of the flow has.
  const auto shape = load.shape_of(speaker + ".weight", 2);
  flow.speaker = {load.rows_of_tensor(speaker + ".weight", mel, static_cast<int>(shape[1])),
                  load.constant(speaker + ".bias", mel)};
  return flow;
}

}  // namespace sotto::models::chatterbox
