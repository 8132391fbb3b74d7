#include "measure/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <random>

namespace sotto::measure {
namespace {

constexpr int kResamples = 2000;

// The logarithm of the geometric mean over the prompts, of the rounds that `chosen` names.
double mean_log(const Rounds& rounds, const std::vector<size_t>& chosen, double q) {
  const size_t prompts = rounds.front().size();
  double sum = 0;
  std::vector<double> values(chosen.size());
  for (size_t prompt = 0; prompt < prompts; ++prompt) {
    std::ranges::transform(chosen, values.begin(), [&](size_t r) { return rounds[r][prompt]; });
    sum += std::log(q == 0.5 ? median(values) : quantile(values, q));
  }
  return sum / static_cast<double>(prompts);
}

std::vector<size_t> drawn(size_t count, std::mt19937_64& random) {
  std::vector<size_t> chosen(count);
  for (size_t& round : chosen) round = random() % count;  // of 2^64: the bias is nothing
  return chosen;
}

std::vector<size_t> all(size_t count) {
  std::vector<size_t> chosen(count);
  for (size_t i = 0; i < count; ++i) chosen[i] = i;
  return chosen;
}

Ratio ratio(const Rounds& a, const Rounds& b, double q, uint64_t seed) {
  assert(!a.empty() && !b.empty() && a.front().size() == b.front().size());
  std::mt19937_64 random(seed);
  std::vector<double> ratios;
  for (int i = 0; i < kResamples; ++i) {
    const double log_a = mean_log(a, drawn(a.size(), random), q);
    ratios.push_back(std::exp(mean_log(b, drawn(b.size(), random), q) - log_a));
  }
  return {.value = std::exp(mean_log(b, all(b.size()), q) - mean_log(a, all(a.size()), q)),
          .low = quantile(ratios, 0.025),
          .high = quantile(ratios, 0.975)};
}

}  // namespace

double quantile(std::vector<double> values, double q) {
  assert(!values.empty());
  std::ranges::sort(values);
  const double rank = std::ceil(q * static_cast<double>(values.size()));
  return values[static_cast<size_t>(std::max(rank, 1.0)) - 1];
}

double median(std::vector<double> values) {
  assert(!values.empty());
  std::ranges::sort(values);
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double rounded(double value) { return std::round(value * 1e3) / 1e3; }

Ratio ratio_of_medians(const Rounds& a, const Rounds& b, uint64_t seed) {
  return ratio(a, b, 0.5, seed);
}

Ratio ratio_of_quartiles(const Rounds& a, const Rounds& b, uint64_t seed) {
  return ratio(a, b, 0.25, seed);
}

const char* name_of(Verdict verdict) {
  if (verdict == Verdict::undecided) return "undecided";
  return verdict == Verdict::faster ? "faster" : "slower";
}

Verdict verdict(const Ratio& medians, const Ratio& quartiles, double tolerance) {
  const double above = 1 + tolerance, below = 1 - tolerance;
  if (medians.low > above && quartiles.low > above) return Verdict::slower;
  if (medians.high < below && quartiles.high < below) return Verdict::faster;
  return Verdict::undecided;
}

double growth_exponent(const std::vector<double>& x, const std::vector<double>& y) {
  assert(x.size() == y.size());
  const auto n = static_cast<double>(x.size());
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double u = std::log(x[i]), v = std::log(y[i]);
    sum_x += u;
    sum_y += v;
    sum_xx += u * u;
    sum_xy += u * v;
  }
  const double spread = n * sum_xx - sum_x * sum_x;
  return spread > 0 ? (n * sum_xy - sum_x * sum_y) / spread : 0;
}

}  // namespace sotto::measure
