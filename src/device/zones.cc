#include "device/zones.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <type_traits>
#include <utility>

namespace sotto::device {
namespace {

bool same(const Zone& a, const Zone& b) {
  return a.operation == b.operation && a.rows == b.rows && a.inputs == b.inputs &&
         a.outputs == b.outputs;
}

class MeasuredDevice final : public Device {
 public:
  MeasuredDevice(std::unique_ptr<Device> device, Zones& zones)
      : Device(device->arena()), device_(std::move(device)), zones_(zones) {}

  void linears(const Tensor& x, std::span<const Product> products) override {
    Zone zone{.operation = "linear", .rows = x.rows, .inputs = x.cols};
    for (const Product& p : products) {
      zone.outputs += rows_of(*p.w);
      zone.megabytes += 1e-6 * static_cast<double>(bytes_of(*p.w));
    }
    zone.multiply_adds = 1e-6 * x.rows * x.cols * zone.outputs;
    time(zone, [&] { device_->linears(x, products); });
  }
  void convolve(const Windows& x, const Product& product) override {
    Zone zone{.operation = "convolve", .rows = x.rows, .inputs = x.cols};
    zone.outputs = rows_of(*product.w);
    zone.megabytes = 1e-6 * static_cast<double>(bytes_of(*product.w));
    zone.multiply_adds = 1e-6 * x.rows * x.cols * zone.outputs;
    time(zone, [&] { device_->convolve(x, product); });
  }
  Tensor embed(const Weight& table, std::span<const int> rows, float scale) override {
    return time({.operation = "embed", .rows = static_cast<int>(rows.size())},
                [&] { return device_->embed(table, rows, scale); });
  }
  void add_rows(const Tensor& x, const Tensor& table, std::span<const int> rows) override {
    time(on("add_rows", x), [&] { device_->add_rows(x, table, rows); });
  }
  void add(const Tensor& x, const Tensor& y) override {
    time(on("add", x), [&] { device_->add(x, y); });
  }
  void relu(const Tensor& x) override {
    time(on("relu", x), [&] { device_->relu(x); });
  }
  void silu(const Tensor& x) override {
    time(on("silu", x), [&] { device_->silu(x); });
  }
  void gelu(const Tensor& x) override {
    time(on("gelu", x), [&] { device_->gelu(x); });
  }
  void layer_norm(const Tensor& x, const float* weight, const float* bias, float epsilon,
                  const Tensor& y) override {
    time(on("layer_norm", x), [&] { device_->layer_norm(x, weight, bias, epsilon, y); });
  }
  Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, std::span<const Seen> seen,
                   int heads) override {
    return time(on("attention", q), [&] { return device_->attention(q, k, v, seen, heads); });
  }
  Tensor block_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                         std::span<const Seen> seen, int heads) override {
    return time(on("block_attention", q),
                [&] { return device_->block_attention(q, k, v, seen, heads); });
  }
  Columns columns() const override { return device_->columns(); }

 private:
  static Zone on(std::string_view operation, const Tensor& x) {
    return {.operation = operation, .rows = x.rows, .inputs = x.cols};
  }

  template <class Work>
  std::invoke_result_t<Work> time(Zone zone, const Work& work) {
    using Clock = std::chrono::steady_clock;
    struct Stop {
      Zone& zone;
      Zones& zones;
      Clock::time_point begin = Clock::now();
      ~Stop() {
        zone.calls = 1;
        zone.ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
        zones.add(zone);
      }
    };
    const Stop stop{zone, zones_};
    return work();
  }

  std::unique_ptr<Device> device_;
  Zones& zones_;
};

class MeasuredBackend final : public Backend {
 public:
  MeasuredBackend(std::shared_ptr<const Backend> backend, Zones& zones)
      : backend_(std::move(backend)), zones_(zones) {}

  std::unique_ptr<Device> open() const override {
    return std::make_unique<MeasuredDevice>(backend_->open(), zones_);
  }
  BackendReport report() const override { return backend_->report(); }

 private:
  std::shared_ptr<const Backend> backend_;
  Zones& zones_;
};

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
