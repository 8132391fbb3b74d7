#include "measure/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/xml.h"
#include "measure/statistics.h"

namespace sotto::measure {
namespace {

// In units of the picture, which the page scales to its width.
constexpr double kWidth = 480, kLeft = 12, kRight = 12, kRow = 46, kAxis = 34;
constexpr size_t kMostDots = 400;  // a row

std::string open_svg(double height, std::string_view name) {
  return fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n", kWidth, height,
                     escaped_xml(name));
}

// Round numbers up to `top`: 1, 2 or 5 times a power of ten apart, about five of them.
std::vector<double> ticks(double top) {
  const double rough = top / 5, power = std::pow(10, std::floor(std::log10(rough)));
  const double share = rough / power;
  const double step = power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
  std::vector<double> found;
  for (double t = 0; t <= top * 1.0001; t += step) found.push_back(t);
  return found;
}

struct Scale {
  double top;  // of the values
  double operator()(double value) const {
    return kLeft + (kWidth - kLeft - kRight) * std::clamp(value / top, 0.0, 1.0);
  }
};

std::string linear_axis(const Scale& scale, double y, std::string_view unit) {
  std::string out;
  for (const double t : ticks(scale.top)) {
    const double x = scale(t);
    out += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" y1=\"0\" x2=\"{0:.1f}\" y2=\"{1:.1f}\"/>"
        "<text x=\"{0:.1f}\" y=\"{2:.1f}\" text-anchor=\"{3}\">{4:g}{5}</text>\n",
        x, y, y + 20,
        t == 0            ? "start"
        : x > kWidth - 60 ? "end"
                          : "middle",
        t, t == 0 ? fmt::format(" {}", escaped_xml(unit)) : "");
  }
  return out;
}

std::string dots(const Series& row, const Scale& scale, double middle, size_t series) {
  std::string out;
  const size_t step = std::max<size_t>(1, row.y.size() / kMostDots);
  for (size_t i = 0; i < row.y.size(); i += step) {
    // Spread over the row so that equal values are seen, the same in every picture.
    const double offset = 7 * std::sin(12.9898 * static_cast<double>(i + 1));
    out += fmt::format("<circle class=\"series-{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>\n",
                       series, scale(row.y[i]), middle + offset);
  }
  return out;
}

}  // namespace

std::string distribution_plot(std::span<const Series> rows, std::string_view unit) {
  double top = 0;
  for (const Series& row : rows) {
    if (!row.y.empty()) top = std::max(top, quantile(row.y, 0.99));
  }
  if (top <= 0) return "";
  const Scale scale{top * 1.05};
  const double bottom = kRow * static_cast<double>(rows.size());
  std::string out = open_svg(bottom + kAxis, "distribution") + linear_axis(scale, bottom, unit);
  for (size_t i = 0; i < rows.size(); ++i) {
    const Series& row = rows[i];
    const double top_of_row = kRow * static_cast<double>(i), middle = top_of_row + 31;
    out += fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", kLeft, top_of_row + 15,
                       escaped_xml(row.label));
    if (row.y.empty()) continue;
    const double low = scale(quantile(row.y, 0.25)), high = scale(quantile(row.y, 0.75));
    out += fmt::format(
        "<rect class=\"box series-{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
        "height=\"18\"/>\n",
        i, low, middle - 9, std::max(1.0, high - low));
    out += dots(row, scale, middle, i);
    out += fmt::format(
        "<line class=\"median\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" "
        "y2=\"{2:.1f}\"/>\n",
        scale(median(row.y)), middle - 12, middle + 12);
  }
  return out + "</svg>\n";
}

std::string growth_plot(const Series& curve, std::string_view x_label, std::string_view y_label) {
  constexpr double kHeight = 240, kBottom = kHeight - 40, kTop = 24, kStart = 70;
  if (curve.x.empty()) return "";
  const auto x_range = std::ranges::minmax(curve.x);
  auto y_range = std::ranges::minmax(curve.y);
  y_range.min = std::min(y_range.min, y_range.max / 3);  // a flat curve shall look flat
  const auto place = [](double value, double low, double high) {
    return high > low ? std::log(value / low) / std::log(high / low) : 0.5;
  };
  const auto x_of = [&](double x) {
    return kStart + (kWidth - kStart - 40) * place(x, x_range.min, x_range.max);
  };
  const auto y_of = [&](double y) {
    return kBottom - (kBottom - kTop) * place(y, y_range.min, y_range.max);
  };
  std::string out = open_svg(kHeight, curve.label), points;
  for (size_t i = 0; i < curve.x.size(); ++i) {
    const double x = x_of(curve.x[i]), y = y_of(curve.y[i]);
    points += fmt::format("{:.1f},{:.1f} ", x, y);
    out += fmt::format(
        "<circle class=\"series-0\" cx=\"{0:.1f}\" cy=\"{1:.1f}\" r=\"4\"/><text "
        "x=\"{0:.1f}\" y=\"{2:.1f}\" text-anchor=\"middle\">{3:.3g}</text><text x=\"{0:.1f}\" "
        "y=\"{4:.1f}\" text-anchor=\"middle\">{5:.3g}</text>\n",
        x, y, y - 10, curve.y[i], kBottom + 18, curve.x[i]);
  }
  out += fmt::format("<polyline class=\"series-0\" points=\"{}\"/>\n", points);
  out += fmt::format(
      "<text x=\"4\" y=\"14\">{}</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}"
      "</text></svg>\n",
      escaped_xml(y_label), kWidth - 4, kHeight - 4, escaped_xml(x_label));
  return out;
}

std::string waterfall_plot(std::span<const Bar> bars, std::string_view unit) {
  constexpr double kLine = 24;
  double top = 0;
  for (const Bar& bar : bars) top = std::max(top, bar.end);
  if (top <= 0) return "";
  const Scale scale{top * 1.02};
  const double bottom = kLine * static_cast<double>(bars.size());
  std::string out = open_svg(bottom + kAxis, "waterfall") + linear_axis(scale, bottom, unit);
  for (size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double y = kLine * static_cast<double>(i), begin = scale(bar.begin), end = scale(bar.end);
    // The text goes where there is room: behind the bar, before it, or into it.
    const double width = 7.5 * static_cast<double>(bar.label.size() + 6);
    const bool behind = end + width<kWidth, before = begin> width;
    const double x = behind ? end + 6 : before ? begin - 6 : end - 6;
    out += fmt::format(
        "<rect class=\"series-{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"18\"/>"
        "<text{} x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{} {:.1f}</text>\n",
        bar.series, begin, y + 3, std::max(1.5, end - begin),
        behind || before ? "" : " class=\"inside\"", x, y + 17, behind ? "start" : "end",
        escaped_xml(bar.label), bar.end - bar.begin);
  }
  return out + "</svg>\n";
}

std::string waveform_plot(std::span<const float> samples) {
  constexpr size_t kColumns = 360;
  constexpr double kHeight = 80;
  std::string upper, lower;
  for (size_t column = 0; column < kColumns && !samples.empty(); ++column) {
    const size_t begin = column * samples.size() / kColumns;
    const size_t end = std::max(begin + 1, (column + 1) * samples.size() / kColumns);
    const auto [low, high] = std::ranges::minmax(samples.subspan(begin, end - begin));
    const double x = kWidth * static_cast<double>(column) / kColumns;
    const auto y_of = [](float v) { return kHeight / 2 * (1 - std::clamp(v, -1.0F, 1.0F)); };
    upper += fmt::format("{:.0f},{:.1f} ", x, y_of(high));
    lower = fmt::format("{:.0f},{:.1f} ", x, y_of(low)) + lower;
  }
  return open_svg(kHeight, "waveform") +
         fmt::format("<polygon class=\"wave\" points=\"{}{}\"/></svg>\n", upper, lower);
}

}  // namespace sotto::measure
