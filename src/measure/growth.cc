#include "measure/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "measure/statistics.h"

namespace sotto::measure {
namespace {

// "words -> ms" in the text of each measurement.
std::pair<std::string, std::string> axes_of(const std::string& text) {
  const size_t arrow = text.find(" -> ");
  if (arrow == std::string::npos) return {"x", "y"};
  return {text.substr(0, arrow), text.substr(arrow + 4)};
}

GrowthCurve curve_of(const std::string& name, const std::vector<const Measurement*>& measurements) {
  std::map<double, std::vector<double>> by_x;
  for (const Measurement* m : measurements) by_x[m->numbers.at("x")].push_back(m->numbers.at("y"));
  GrowthCurve curve{.points = {name, {}, {}},
                    .x_label = axes_of(measurements[0]->text).first,
                    .y_label = axes_of(measurements[0]->text).second,
                    .limit = measurements[0]->numbers.at("limit"),
                    .exponent = 0};
  for (const auto& [x, values] : by_x) {
    curve.points.x.push_back(x);
    curve.points.y.push_back(median(values));
  }
  // A constant part hides growth at the small end.
  const size_t skipped = curve.points.x.size() > 3 ? curve.points.x.size() / 2 - 1 : 0;
  const auto upper = [&](const std::vector<double>& all) {
    return std::vector<double>(all.begin() + static_cast<ptrdiff_t>(skipped), all.end());
  };
  if (curve.points.x.size() >= 2)
    curve.exponent = growth_exponent(upper(curve.points.x), upper(curve.points.y));
  return curve;
}

}  // namespace

std::string GrowthCurve::summary() const {
  return fmt::format("{} grows with {} to the power of {:.2f}, expected at most {:.2f}{}", y_label,
                     x_label, exponent, limit, worse() ? ": WORSE" : "");
}

std::vector<GrowthCurve> growth_curves(const Run& run) {
  std::vector<std::pair<std::string, std::vector<const Measurement*>>> by_variant;
  for (const Measurement& m : run.measurements) {
    const auto number = [&](const char* key) {
      const auto found = m.numbers.find(key);
      return found == m.numbers.end() ? 0.0 : found->second;
    };
    if (m.task != kGrowthTask || number("x") <= 0 || number("y") <= 0 ||
        !m.numbers.contains("limit"))
      continue;
    auto entry = std::ranges::find(by_variant, m.variant, [](const auto& e) { return e.first; });
    if (entry == by_variant.end()) entry = by_variant.insert(by_variant.end(), {m.variant, {}});
    entry->second.push_back(&m);
  }
  std::vector<GrowthCurve> curves;
  for (const auto& [name, measurements] : by_variant)
    curves.push_back(curve_of(name, measurements));
  return curves;
}

}  // namespace sotto::measure
