#include "device/zones.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <type_traits>
#include <utility>

namespace sotto::device {
namespace {

std::string_view name_of(Activation f) {
  switch (f) {
    case Activation::relu:
      return "relu";
    case Activation::silu:
      return "silu";
    case Activation::gelu:
      return "gelu";
    case Activation::gelu_near:
      return "gelu_near";
    case Activation::gelu_tanh:
      return "gelu_tanh";
    case Activation::elu:
      return "elu";
    case Activation::mish:
      return "mish";
    case Activation::tanh:
      return "tanh";
    case Activation::sigmoid:
      return "sigmoid";
  }
  return "";
}

bool same(const Zone& a, const Zone& b) {
  return a.operation == b.operation && a.rows == b.rows && a.inputs == b.inputs &&
         a.outputs == b.outputs;
}

// Of a measured backend.
Zones& zones_of(const Backend& backend);
const Backend& beneath(const Backend& backend);

class MeasuredDevice final : public Device {
 public:
  MeasuredDevice(std::unique_ptr<Device> device, Zones& zones)
      : device_(std::move(device)), zones_(&zones) {}

  Tensor make(int rows, int cols) override { return device_->make(rows, cols); }
  void upload(std::span<const float> x, const Tensor& y) override { device_->upload(x, y); }
  std::span<const float> read(const Tensor& x) override { return device_->read(x); }
  std::unique_ptr<Cache> make_cache(int cols) override { return device_->make_cache(cols); }
  std::unique_ptr<Cache> make_kv_cache(int cols, int heads, Precision own) override {
    return device_->make_kv_cache(cols, heads, own);
  }
  void take_threads_of(const Backend& other) override {
    device_->take_threads_of(beneath(other));
    zones_ = &zones_of(other);
  }

  void linears(const Tensor& x, std::span<const Product> products) override {
    Zone zone{.operation = "linear", .rows = x.rows, .inputs = x.cols};
    for (const Product& p : products) {
      zone.outputs += p.w->rows;
      zone.megabytes += 1e-6 * static_cast<double>(p.w->bytes);
    }
    zone.multiply_adds = 1e-6 * x.rows * x.cols * zone.outputs;
    time(zone, [&] { device_->linears(x, products); });
  }
  void choose(const Tensor& x, const Weight& w, const Constant& bias, Banned banned,
              std::span<Choice> chosen) override {
    Zone zone{.operation = "choose", .rows = x.rows, .inputs = x.cols, .outputs = w->rows};
    zone.megabytes = 1e-6 * static_cast<double>(w->coarse_bytes > 0 ? w->coarse_bytes : w->bytes);
    zone.multiply_adds = 1e-6 * x.rows * x.cols * zone.outputs;
    time(zone, [&] { device_->choose(x, w, bias, banned, chosen); });
  }
  void feed_forward(const Tensor& x, const Product& up, Activation f,
                    const Product& down) override {
    Zone zone{.operation = "feed_forward",
              .rows = x.rows,
              .inputs = x.cols,
              .outputs = up.w->rows + down.w->rows};
    zone.megabytes = 1e-6 * static_cast<double>(up.w->bytes + down.w->bytes);
    zone.multiply_adds = 1e-6 * x.rows * up.w->rows * (x.cols + down.w->rows);
    time(zone, [&] { device_->feed_forward(x, up, f, down); });
  }
  void convolve(const Tensor& x, const Taps& taps, const Product& product) override {
    Zone zone{.operation = "convolve", .rows = product.y.rows, .inputs = taps.kernel * x.cols};
    zone.outputs = product.w->rows;
    zone.megabytes = 1e-6 * static_cast<double>(product.w->bytes);
    zone.multiply_adds = 1e-6 * zone.rows * zone.inputs * zone.outputs;
    time(zone, [&] { device_->convolve(x, taps, product); });
  }
  void convolve(const Tensor& x, const InstanceNorm& norm, int padding, const Taps& taps,
                const Product& product) override {
    Zone zone{.operation = "norm, convolve",
              .rows = product.y.rows,
              .inputs = taps.kernel * x.cols,
              .outputs = product.w->rows};
    zone.megabytes = 1e-6 * static_cast<double>(product.w->bytes);
    zone.multiply_adds = 1e-6 * zone.rows * zone.inputs * zone.outputs;
    time(zone, [&] { device_->convolve(x, norm, padding, taps, product); });
  }
  void convolve(const Tensor& x, const LeakyRelu& before, int padding, const Taps& taps,
                const Product& product) override {
    Zone zone{.operation = "leaky_relu, convolve",
              .rows = product.y.rows,
              .inputs = taps.kernel * x.cols,
              .outputs = product.w->rows};
    zone.megabytes = 1e-6 * static_cast<double>(product.w->bytes);
    zone.multiply_adds = 1e-6 * zone.rows * zone.inputs * zone.outputs;
    time(zone, [&] { device_->convolve(x, before, padding, taps, product); });
  }
  void depthwise(const Tensor& x, const Constant& w, const Taps& taps, const Tensor& y) override {
    time(on("depthwise", y), [&] { device_->depthwise(x, w, taps, y); });
  }
  void depthwise_transposed(const Tensor& x, const Constant& w, int stride,
                            const Tensor& y) override {
    time(on("depthwise_transposed", y), [&] { device_->depthwise_transposed(x, w, stride, y); });
  }
  void embed(const Weight& table, std::span<const int> rows, float scale,
             const Tensor& y) override {
    time({.operation = "embed", .rows = y.rows}, [&] { device_->embed(table, rows, scale, y); });
  }
  void gather(const Tensor& x, std::span<const int> rows, const Tensor& y) override {
    time(on("gather", y), [&] { device_->gather(x, rows, y); });
  }
  void concatenate(std::span<const Tensor> parts, const Tensor& y) override {
    time(on("concatenate", y), [&] { device_->concatenate(parts, y); });
  }
  void slice(const Tensor& x, int first_col, const Tensor& y) override {
    time(on("slice", y), [&] { device_->slice(x, first_col, y); });
  }
  void add_rows(const Tensor& x, const Tensor& table, std::span<const int> rows) override {
    time(on("add_rows", x), [&] { device_->add_rows(x, table, rows); });
  }
  void copy(const Tensor& x, const Tensor& y) override {
    time(on("copy", x), [&] { device_->copy(x, y); });
  }
  void fill(const Tensor& x, float value) override {
    time(on("fill", x), [&] { device_->fill(x, value); });
  }
  void activate(Activation f, const Tensor& x, const Tensor& y) override {
    time(on(name_of(f), x), [&] { device_->activate(f, x, y); });
  }
  void mix(float a, const Tensor& x, float b, const Tensor& y) override {
    time(on("mix", x), [&] { device_->mix(a, x, b, y); });
  }
  void leaky_relu(float slope, const Tensor& x, const Tensor& y) override {
    time(on("leaky_relu", x), [&] { device_->leaky_relu(slope, x, y); });
  }
  void snake(const Tensor& x, const Tensor& alpha, const Tensor& y) override {
    time(on("snake", x), [&] { device_->snake(x, alpha, y); });
  }
  void add(const Tensor& x, const Tensor& y) override {
    time(on("add", x), [&] { device_->add(x, y); });
  }
  void multiply(const Tensor& x, const Tensor& y) override {
    time(on("multiply", x), [&] { device_->multiply(x, y); });
  }
  void add_scaled(const Tensor& x, const Tensor& scale, const Tensor& y) override {
    time(on("add_scaled", x), [&] { device_->add_scaled(x, scale, y); });
  }
  void scale_shift(const Tensor& x, float plus, const Tensor& scale, const Tensor& shift,
                   const Tensor& y) override {
    time(on("scale_shift", x), [&] { device_->scale_shift(x, plus, scale, shift, y); });
  }
  void layer_norm(const Tensor& x, const Constant& weight, const Constant& bias, float epsilon,
                  const Tensor& y) override {
    time(on("layer_norm", x), [&] { device_->layer_norm(x, weight, bias, epsilon, y); });
  }
  void rms_norm(const Tensor& x, const Constant& weight, float epsilon, const Tensor& y) override {
    time(on("rms_norm", x), [&] { device_->rms_norm(x, weight, epsilon, y); });
  }
  void group_norm(const Tensor& x, int groups, const Constant& weight, const Constant& bias,
                  float epsilon, const Tensor& y) override {
    time(on("group_norm", x), [&] { device_->group_norm(x, groups, weight, bias, epsilon, y); });
  }
  void instance_norm(const Tensor& x, const InstanceNorm& norm, const Tensor& y) override {
    time(on("instance_norm", x), [&] { device_->instance_norm(x, norm, y); });
  }
  void lstm(std::span<const Recurrence> directions, const Tensor& y) override {
    time(on("lstm", y), [&] { device_->lstm(directions, y); });
  }
  void rotate(const Tensor& x, const Tensor& angles, Pairs pairs) override {
    time(on("rotate", x), [&] { device_->rotate(x, angles, pairs); });
  }
  void attention(const Tensor& q, const Tensor& k, const Tensor& v, std::span<const Seen> seen,
                 int heads, Rows rows, const Tensor& y) override {
    time(on("attention", q), [&] { device_->attention(q, k, v, seen, heads, rows, y); });
  }
  void attention(const Tensor& q, const Tensor& k, const Tensor& v, std::span<const Seen> seen,
                 int heads, const Scoring& scoring, const Tensor& y) override {
    time(on("attention", q), [&] { device_->attention(q, k, v, seen, heads, scoring, y); });
  }
  void scores(const Tensor& q, const Tensor& k, int heads, const Tensor& y) override {
    time(on("scores", q), [&] { device_->scores(q, k, heads, y); });
  }
  Columns columns() const override { return device_->columns(); }
  Mark mark() override { return device_->mark(); }
  void release(const Mark& mark) override { device_->release(mark); }

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
    const Stop stop{zone, *zones_};
    return work();
  }

  std::unique_ptr<Device> device_;
  Zones* zones_;
};

class MeasuredBackend final : public Backend {
 public:
  MeasuredBackend(std::shared_ptr<const Backend> backend, Zones& zones)
      : backend_(std::move(backend)), zones_(zones) {}

  std::unique_ptr<Device> open() const override {
    return std::make_unique<MeasuredDevice>(backend_->open(), zones_);
  }
  std::shared_ptr<const Backend> with_at_most(int threads) const override {
    return std::make_shared<MeasuredBackend>(backend_->with_at_most(threads), zones_);
  }
  std::shared_ptr<const Backend> with_kv_cache(Precision precision) const override {
    return std::make_shared<MeasuredBackend>(backend_->with_kv_cache(precision), zones_);
  }
  using Backend::prepare;
  Weight prepare(const quant::StoredMatrix& matrix, std::shared_ptr<const void> owner,
                 const Use& use) const override {
    return backend_->prepare(matrix, std::move(owner), use);
  }
  Constant prepare(std::span<const float> numbers, int rows) const override {
    return backend_->prepare(numbers, rows);
  }
  Weight select(const Weight& w, std::span<const int> rows) const override {
    return backend_->select(w, rows);
  }
  std::vector<float> floats_of(const Weight& w) const override { return backend_->floats_of(w); }
  BackendReport report() const override { return backend_->report(); }
  BackendUse use() const override { return backend_->use(); }

  const Backend& beneath() const { return *backend_; }
  Zones& zones() const { return zones_; }

 private:
  std::shared_ptr<const Backend> backend_;
  Zones& zones_;
};

Zones& zones_of(const Backend& backend) {
  return static_cast<const MeasuredBackend&>(backend).zones();
}

const Backend& beneath(const Backend& backend) {
  return static_cast<const MeasuredBackend&>(backend).beneath();
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
