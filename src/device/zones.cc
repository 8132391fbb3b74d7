#include "device/zones.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <utility>

#include "device/decorator.h"
#include "device/operations.h"

namespace sotto::device {
namespace {

constexpr std::string_view kActivations[] = {"relu", "silu", "gelu", "gelu_near", "gelu_tanh",
                                             "elu",  "mish", "tanh", "sigmoid"};  // as the enum
static_assert(std::size(kActivations) == static_cast<size_t>(Activation::sigmoid) + 1);

bool same(const Zone& a, const Zone& b) {
  return a.operation == b.operation && a.rows == b.rows && a.inputs == b.inputs &&
         a.outputs == b.outputs;
}

Zone with_weight(std::string_view operation, int rows, int inputs, const PreparedMatrix& w) {
  return {.operation = operation,
          .rows = rows,
          .inputs = inputs,
          .outputs = w.rows,
          .megabytes = 1e-6 * static_cast<double>(w.bytes),
          .multiply_adds = 1e-6 * rows * inputs * w.rows};
}
Zone convolution(std::string_view operation, const Tensor& x, const Taps& taps, const Product& p) {
  return with_weight(operation, p.y.rows, taps.kernel * x.cols, *p.w);
}

// The zone of a call, by its arguments.
struct Describe {
  std::string_view name;
  const Tensor& result;

  Zone operator()(const Tensor& x, std::span<const Product> products) const {
    Zone zone{.operation = "linear", .rows = x.rows, .inputs = x.cols};
    for (const Product& p : products) {
      const Zone each = with_weight("linear", x.rows, x.cols, *p.w);
      zone.outputs += each.outputs;
      zone.megabytes += each.megabytes;
      zone.multiply_adds += each.multiply_adds;
    }
    return zone;
  }
  Zone operator()(const Tensor& x, const Weight& w, const Constant&, Banned,
                  std::span<Choice>) const {
    Zone zone = with_weight("choose", x.rows, x.cols, *w);
    if (w->coarse_bytes > 0) zone.megabytes = 1e-6 * static_cast<double>(w->coarse_bytes);
    return zone;
  }
  Zone operator()(const Tensor& x, const Product& up, Activation, const Product& down) const {
    return {.operation = "feed_forward",
            .rows = x.rows,
            .inputs = x.cols,
            .outputs = up.w->rows + down.w->rows,
            .megabytes = 1e-6 * static_cast<double>(up.w->bytes + down.w->bytes),
            .multiply_adds = 1e-6 * x.rows * up.w->rows * (x.cols + down.w->rows)};
  }
  Zone operator()(const Tensor& x, const Taps& taps, const Product& p) const {
    return convolution("convolve", x, taps, p);
  }
  Zone operator()(const Tensor& x, const InstanceNorm&, int, const Taps& taps,
                  const Product& p) const {
    return convolution("norm, convolve", x, taps, p);
  }
  Zone operator()(const Tensor& x, const LeakyRelu&, int, const Taps& taps,
                  const Product& p) const {
    return convolution("leaky_relu, convolve", x, taps, p);
  }
  Zone operator()(Activation f, const Tensor& x, const Tensor&) const {
    return {.operation = kActivations[static_cast<size_t>(f)], .rows = x.rows, .inputs = x.cols};
  }
  template <class... Arguments>
  Zone operator()(const Arguments&...) const {
    return {.operation = name, .rows = result.rows, .inputs = result.cols};
  }
};

class MeasuredDevice final : public DeviceDecorator {
 public:
  MeasuredDevice(std::unique_ptr<Device> device, Zones& zones)
      : DeviceDecorator(std::move(device)), zones_(&zones) {}

  void take_threads_of(const Backend& other) override;

#define SOTTO_MEASURE(name, parameters, arguments, result, ...)                 \
  void name parameters override {                                               \
    time(Describe{#name, result} arguments, [&] { beneath().name arguments; }); \
  }
  SOTTO_OPERATIONS(SOTTO_MEASURE)
#undef SOTTO_MEASURE

 private:
  template <class Work>
  void time(Zone zone, const Work& work) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    work();
    zone.calls = 1;
    zone.ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    zones_->add(zone);
  }

  Zones* zones_;
};

class MeasuredBackend final : public BackendDecorator {
 public:
  MeasuredBackend(std::shared_ptr<const Backend> backend, Zones& zones)
      : BackendDecorator(std::move(backend)), zones_(zones) {}

  std::unique_ptr<Device> open() const override {
    return std::make_unique<MeasuredDevice>(beneath().open(), zones_);
  }

  Zones& zones() const { return zones_; }

 private:
  std::shared_ptr<const Backend> around(std::shared_ptr<const Backend> beneath) const override {
    return measured(std::move(beneath), zones_);
  }

  Zones& zones_;
};

void MeasuredDevice::take_threads_of(const Backend& other) {
  DeviceDecorator::take_threads_of(other);
  zones_ = &dynamic_cast<const MeasuredBackend&>(other).zones();
}

}  // namespace

void Zones::add(const Zone& call) {
  const auto found = std::ranges::find_if(zones_, [&](const Zone& z) { return same(z, call); });
  if (found == zones_.end()) return zones_.push_back(call);
  found->calls += call.calls;
  found->ms += call.ms;
  found->megabytes += call.megabytes;
  found->multiply_adds += call.multiply_adds;
}

std::vector<Zone> Zones::sorted() const {
  std::vector<Zone> zones = zones_;
  std::ranges::stable_sort(zones, std::greater<>(), &Zone::ms);
  return zones;
}

std::shared_ptr<const Backend> measured(std::shared_ptr<const Backend> backend, Zones& zones) {
  return std::make_shared<MeasuredBackend>(std::move(backend), zones);
}

}  // namespace sotto::device
