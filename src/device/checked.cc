#include "device/checked.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <typeinfo>
#include <unordered_map>

#include "device/decorator.h"
#include "device/number_check.h"
#include "device/operations.h"

namespace sotto::device {
namespace {

int count(const auto& numbers) { return static_cast<int>(numbers.size()); }
int rows_of(const Product& p) { return p.w != nullptr ? p.w->rows : 0; }
using device::rows_of;

std::string text_of(const Tensor& t) { return fmt::format("[{}, {}]", t.rows, t.cols); }

// Tensors of different memory never lie in each other.
bool overlap(const Tensor& a, const Tensor& b) {
  return a.memory == b.memory && a.offset < b.offset + b.size() && b.offset < a.offset + a.size();
}

// Tensors made on a device, by frame: memory is given back in the reverse order.
class MadeTensors {
 public:
  void add(const Tensor& t) {
    made_.resize(live_);
    made_.push_back(t.memory);
    last_[t.memory] = live_++;
  }
  void mark() { marks_.push_back(live_); }
  void release() {
    live_ = marks_.back();
    marks_.pop_back();
  }
  // True if its frame has ended. Tensors of others, as caches, are not known.
  bool is_gone(const Tensor& t) const {
    const auto found = last_.find(t.memory);
    if (found == last_.end()) return false;
    return found->second >= live_ || made_[found->second] != t.memory;
  }

 private:
  std::vector<void*> made_;  // the first live_ of them are there
  std::vector<size_t> marks_;
  std::unordered_map<void*, size_t> last_;  // where in made_ each was at last
  size_t live_ = 0;
};

// The conditions of operations.h. Each call ends the program where something does not hold.
class Checker {
 public:
  Checker(const char* operation, const char* conditions, const MadeTensors& made,
          const std::type_info& matrix)
      : operation_(operation), conditions_(conditions), made_(made), matrix_(matrix) {}

  void that(bool holds) const {
    if (!holds) fail("a condition");
  }
  void there(const Tensor& t) const {
    if (t.precision != Precision::f32) fail("a tensor of keys or values");
    in_any_precision(t);
  }
  void shape(const Tensor& t, int rows, int cols) const {
    there(t);
    if (t.rows != rows || t.cols != cols)
      fail(fmt::format("{}, expected [{}, {}]", text_of(t), rows, cols));
  }
  void optional(const Tensor& t, int rows, int cols) const {
    if (t) shape(t, rows, cols);
  }
  void apart(const Tensor& x, const Tensor& y) const {
    if (overlap(x, y)) fail(fmt::format("{} and {} overlap", text_of(x), text_of(y)));
  }
  void apart_or_same(const Tensor& x, const Tensor& y) const {
    if (x.memory != y.memory || x.offset != y.offset) apart(x, y);
  }
  void alike(const Tensor& x, const Tensor& y) const {
    there(x);
    shape(y, x.rows, x.cols);
    apart_or_same(x, y);
  }
  // One row, or as many as x has.
  void broadcast(const Tensor& row, const Tensor& x) const {
    there(x);
    shape(row, row.rows == 1 ? 1 : x.rows, x.cols);
  }
  void weight(const PreparedMatrix* w, int rows, int cols) const {
    if (w == nullptr) fail("no weight");
    if (typeid(*w) != matrix_) fail("a weight of another backend");
    if (w->rows != rows || w->cols != cols)
      fail(fmt::format("a weight [{}, {}], expected [{}, {}]", w->rows, w->cols, rows, cols));
  }
  // Requires the `rows` rows of `cols` numbers that a product makes of x.
  void product(const Tensor& x, int rows, int cols, const Product& p) const {
    there(x);
    weight(p.w, rows_of(p), cols);
    optional(p.bias, 1, rows_of(p));
    shape(p.y, rows, rows_of(p));
    apart(x, p.y);
  }
  void products(const Tensor& x, std::span<const Product> all) const {
    for (const Product& each : all) product(x, x.rows, x.cols, each);
  }
  void windows(int rows, const Taps& taps, int y_rows) const {
    that(taps.kernel > 0 && taps.stride > 0 && taps.dilation > 0 && y_rows >= 0);
    const int64_t read =
        int64_t{y_rows - 1} * taps.stride + int64_t{taps.kernel - 1} * taps.dilation + 1;
    if (y_rows > 0 && read > rows) fail(fmt::format("windows of {} rows, of {}", read, rows));
  }
  void norm(const Tensor& x, const InstanceNorm& norm) const {
    there(x);
    shape(norm.scale, 1, x.cols);
    shape(norm.shift, 1, x.cols);
    optional(norm.alpha, 1, x.cols);
    optional(norm.counts, x.rows, 1);
  }
  void indices(std::span<const int> rows, int how_many, int below) const {
    if (count(rows) != how_many) fail(fmt::format("{} rows, expected {}", count(rows), how_many));
    for (const int row : rows)
      if (row < 0 || row >= below) fail(fmt::format("row {} of {}", row, below));
  }
  void beside(std::span<const Tensor> parts, const Tensor& y) const {
    int cols = 0;
    for (const Tensor& part : parts) {
      shape(part, y.rows, part.cols);
      apart(part, y);
      cols += part.cols;
    }
    shape(y, y.rows, cols);
  }
  void recurrences(std::span<const Recurrence> directions, const Tensor& y) const {
    int cols = 0;
    for (const Recurrence& each : directions) {
      const int hidden = each.w != nullptr ? each.w->cols : 0;
      weight(each.w, 4 * hidden, hidden);
      shape(each.gates, y.rows, 4 * hidden);
      apart(each.gates, y);
      cols += hidden;
    }
    shape(y, y.rows, cols);
  }
  void heads(const Tensor& q, const Tensor& k, const Tensor& v, int heads) const {
    there(q);
    in_any_precision(k);
    in_any_precision(v);
    that(k.rows == v.rows && k.cols == v.cols && k.precision == v.precision);
    that(heads > 0 && k.cols > 0 && q.cols % heads == 0 && q.cols % k.cols == 0 &&
         k.cols % (q.cols / heads) == 0);
  }
  void visible(std::span<const VisibleKeys> seen, const Tensor& q, const Tensor& k) const {
    that(count(seen) == q.rows);
    for (const VisibleKeys& each : seen) {
      that(each.count >= 0);
      if (each.rows != nullptr)
        indices({each.rows, static_cast<size_t>(each.count)}, each.count, k.rows);
      else
        that(each.count == 0 || (each.first >= 0 && each.first <= k.rows - each.count));
    }
  }
  void in_any_precision(const Tensor& t) const {
    that(t.rows >= 0 && t.cols >= 0 && (t || t.size() == 0));
    if (made_.is_gone(t)) fail("a tensor of a frame that has ended");
  }

 private:
  [[noreturn]] void fail(std::string_view found) const {
    fmt::print(stderr, "device: {}: {}; what must hold: {}\n", operation_, found, conditions_);
    std::abort();
  }

  const char *operation_, *conditions_;
  const MadeTensors& made_;
  const std::type_info& matrix_;
};

class CheckedDevice final : public DeviceDecorator {
 public:
  CheckedDevice(std::unique_ptr<Device> beneath, const std::type_info& matrix, bool numbers)
      : DeviceDecorator(std::move(beneath)), matrix_(matrix), numbers_(numbers) {}

  Tensor make(int rows, int cols) override {
    const Tensor t = DeviceDecorator::make(rows, cols);
    made_.add(t);
    if (numbers_) beneath().fill(t, std::numeric_limits<float>::quiet_NaN());
    return t;
  }
  void upload(std::span<const float> x, const Tensor& y) override {
    const Checker c("upload", "x has as many numbers as y", made_, matrix_);
    c.there(y);
    c.that(x.size() == y.size());
    DeviceDecorator::upload(x, y);
    if (numbers_) NumberCheck("upload", "(y)", beneath())(y);
  }
  std::span<const float> read(const Tensor& x) override {
    Checker("read", "x is there", made_, matrix_).there(x);
    if (numbers_) NumberCheck("read", "(x)", beneath())(x);
    return DeviceDecorator::read(x);
  }
  Mark mark() override {
    made_.mark();
    return DeviceDecorator::mark();
  }
  void release(const Mark& mark) override {
    made_.release();
    DeviceDecorator::release(mark);
  }

#define SOTTO_CHECK(name, parameters, arguments, result, ...)          \
  void name parameters override {                                      \
    const Checker c(#name, #__VA_ARGS__, made_, matrix_);              \
    (__VA_ARGS__);                                                     \
    beneath().name arguments;                                          \
    if (numbers_) NumberCheck(#name, #arguments, beneath()) arguments; \
  }
  SOTTO_OPERATIONS(SOTTO_CHECK)
#undef SOTTO_CHECK

 private:
  const std::type_info& matrix_;  // of this backend's weights
  const bool numbers_;
  MadeTensors made_;
};

class CheckedBackend final : public BackendDecorator {
 public:
  CheckedBackend(std::shared_ptr<const Backend> backend, Checks checks)
      : BackendDecorator(std::move(backend)), checks_(checks) {
    const float number = 0;
    const Weight some = prepare(quant::F32Matrix{&number, 1, 1}, nullptr, {});
    const PreparedMatrix& matrix = *some;
    matrix_ = &typeid(matrix);
  }

  std::unique_ptr<Device> open() const override {
    return std::make_unique<CheckedDevice>(beneath().open(), *matrix_, checks_ == Checks::numbers);
  }

 private:
  std::shared_ptr<const Backend> around(std::shared_ptr<const Backend> beneath) const override {
    return checked(std::move(beneath), checks_);
  }

  const Checks checks_;
  const std::type_info* matrix_;
};

}  // namespace

std::shared_ptr<const Backend> checked(std::shared_ptr<const Backend> backend, Checks checks) {
  return std::make_shared<CheckedBackend>(std::move(backend), checks);
}

std::shared_ptr<const Backend> checked_if_asked(std::shared_ptr<const Backend> backend) {
  const char* asked = std::getenv("SOTTO_CHECK");
  if (asked != nullptr && std::string_view(asked) == "numbers")
    return checked(std::move(backend), Checks::numbers);
#ifdef NDEBUG
  if (asked == nullptr) return backend;
#endif
  return checked(std::move(backend));
}

}  // namespace sotto::device
