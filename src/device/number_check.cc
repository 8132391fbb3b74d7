#include "device/number_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace sotto::device {
namespace {

bool is_nan(float number) { return std::isnan(number); }

}  // namespace

NumberCheck::Name NumberCheck::next_name() {
  const std::string_view name = arguments_.substr(0, arguments_.find_first_of(",)"));
  arguments_.remove_prefix(std::min(arguments_.size(), name.size() + 1));
  arguments_.remove_prefix(std::min(arguments_.size(), arguments_.find_first_not_of(' ')));
  return {name, -1, {}};
}

void NumberCheck::fail(const Name& name, std::string_view found) const {
  fmt::print(stderr, "device: {}: {}{}{}{} has {}; expected none\n", operation_, name.argument,
             name.index < 0 ? "" : fmt::format("[{}]", name.index), name.member.empty() ? "" : ".",
             name.member, found);
  std::abort();
}

void NumberCheck::see(const Name& name, const Tensor& t) {
  if (t.size() == 0) return;
  const Frame frame(device_);
  Tensor floats = t;
  if (t.precision != Precision::f32) {
    floats = device_.make(t.rows, t.cols);
    device_.copy(t, floats);
  }
  const std::span<const float> numbers = device_.read(floats);
  const auto first = std::ranges::find_if(numbers, is_nan);
  if (first == numbers.end()) return;
  const auto at = static_cast<size_t>(first - numbers.begin()), cols = static_cast<size_t>(t.cols);
  fail(name,
       fmt::format("{} NaN of [{}, {}], the first in row {}, column {}",
                   std::ranges::count_if(numbers, is_nan), t.rows, t.cols, at / cols, at % cols));
}

void NumberCheck::see(const Name& name, const Constant& constant) { see(name, constant.tensor); }

void NumberCheck::see(const Name& name, const Product& product) {
  see(name.dot("bias"), product.bias);
  see(name.dot("y"), product.y);
}

void NumberCheck::see(const Name& name, const InstanceNorm& norm) {
  see(name.dot("scale"), norm.scale);
  see(name.dot("shift"), norm.shift);
  see(name.dot("alpha"), norm.alpha);
  see(name.dot("counts"), norm.counts);
}

void NumberCheck::see(const Name& name, const Recurrence& direction) {
  see(name.dot("gates"), direction.gates);
}

void NumberCheck::see(const Name& name, const Scoring& scoring) {
  see(name.dot("bias"), scoring.bias);
  see(name.dot("weights"), scoring.weights);
}

void NumberCheck::see(const Name& name, const Choice& choice) {
  if (is_nan(choice.logit) || is_nan(choice.log_sum)) fail(name, "NaN");
}

}  // namespace sotto::device
