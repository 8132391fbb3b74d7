// Growth of a quantity with the size of the work, beside the growth that is expected.
#pragma once

#include <string>
#include <vector>

#include "measure/run_folder.h"
#include "measure/svg.h"

namespace sotto::measure {

inline constexpr const char* kGrowthTask = "growth";

// A curve as `sotto bench growth` writes it: one variant; each measurement has x and y, and the
// largest exponent that is as expected in `limit`.
struct GrowthCurve {
  Series points;  // the median of y at each x, by x
  std::string x_label, y_label;
  double limit;     // of the exponent
  double exponent;  // of the power law through the upper half of the points

  bool worse() const { return exponent > limit; }
  std::string summary() const;
};
std::vector<GrowthCurve> growth_curves(const Run& run);

}  // namespace sotto::measure
