#include "device/choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "device/device.h"

namespace sotto::device {

Choice chosen_of(std::span<const float> logits, std::span<const int> banned) {
  constexpr float kLeast = -std::numeric_limits<float>::infinity();
  Choice choice;
  float greatest = kLeast;
  for (size_t i = 0; i < logits.size(); ++i) {
    const int id = static_cast<int>(i);
    if (!(logits[i] > greatest) || std::ranges::find(banned, id) != banned.end()) continue;
    choice.id = id;
    greatest = logits[i];
  }
  choice.logit = logits[static_cast<size_t>(choice.id)];
  double sum = 0;
  for (const float logit : logits) sum += std::exp(double{logit} - choice.logit);
  choice.log_sum = choice.logit + static_cast<float>(std::log(sum));
  return choice;
}

void Device::choose(const Tensor& x, const Weight& w, const Constant& bias, Banned banned,
                    std::span<Choice> chosen) {
  const Frame frame(*this);
  const std::span<const float> logits = read(linear(x, w, bias));
  const auto outputs = static_cast<size_t>(rows_of(w));
  for (size_t i = 0; i < chosen.size(); ++i)
    chosen[i] = chosen_of(logits.subspan(i * outputs, outputs), banned[i]);
}

}  // namespace sotto::device
