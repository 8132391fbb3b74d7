// Figures of this machine that take a while to measure: measured once, and kept.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "sotto/error.h"

namespace sotto {

struct Figure {
  std::string name;     // its file in the cache folder
  std::string subject;  // what it holds for, on one line
  std::function<Result<double>()> measure;
  // Time for which a figure of that value is believed; none: for ever.
  std::function<std::optional<std::chrono::hours>(double)> believed = {};
};

// Reads the figure of this subject from the file, else measures it now, to a thousandth. If nothing
// may be kept, it is measured once a run. One figure at a time is measured.
Result<double> kept_figure(const Figure& figure);

}  // namespace sotto
