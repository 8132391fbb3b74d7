// Summaries of many measurements.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace sotto::measure {

// The value below which the share `q` in [0, 1] of the values lies, by the nearest rank; the median
// of an even number is the mean of the middle two. `values` is not empty.
double quantile(std::vector<double> values, double q);
double median(std::vector<double> values);

double rounded(double value);  // to 3 places

// One quantity of one contestant: [round][prompt], each round measured all prompts, a round after
// the other. All positive.
using Rounds = std::vector<std::vector<double>>;

// The ratio of B to A: the geometric mean over the prompts of the ratio of their medians, with its
// 95 % confidence interval.
struct Ratio {
  double value = 1, low = 1, high = 1;
};

// Bootstrap (Efron 1979): rounds are drawn with replacement, of A and of B on their own, a whole
// round at a time, because what disturbs a machine disturbs neighbours alike. The same seed, the
// same interval. A and B have the same prompts and at least a round each.
Ratio ratio_of_medians(const Rounds& a, const Rounds& b, uint64_t seed = 1);
// The same with the lower quartiles: what was measured when little else ran.
Ratio ratio_of_quartiles(const Rounds& a, const Rounds& b, uint64_t seed = 1);

enum class Verdict { faster, slower, undecided };
const char* name_of(Verdict verdict);

// For a quantity of which less is better. Slower (faster): both intervals lie wholly above
// 1 + tolerance (below 1 - tolerance). Noise of a shared machine adds time to some rounds and so
// lifts medians, seldom lower quartiles; a slower program lifts both.
Verdict verdict(const Ratio& medians, const Ratio& quartiles, double tolerance);

// The exponent k of the power law y = c x^k that fits best (least squares of the logarithms); 0 for
// fewer than two points. All positive.
double growth_exponent(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace sotto::measure
