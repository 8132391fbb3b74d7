// Plots as inline SVG for a page: as wide as the page, colours by class (series-0, series-1, ...).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::measure {

struct Series {
  std::string label;
  std::vector<double> x, y;  // of equal length; all positive where an axis is logarithmic
};

// A row for each series with a dot for each y, a box from the lower to the upper quartile and a
// line at the median. The axis begins at 0.
std::string distribution_plot(std::span<const Series> rows, std::string_view unit);

// Both axes logarithmic.
std::string growth_plot(const Series& curve, std::string_view x_label, std::string_view y_label);

struct Bar {
  std::string label;
  double begin, end;
  int series;  // colour
};
// Each bar on a line of its own, along one axis of time from 0.
std::string waterfall_plot(std::span<const Bar> bars, std::string_view unit);

// The outline of a waveform, [-1, 1].
std::string waveform_plot(std::span<const float> samples);

}  // namespace sotto::measure
