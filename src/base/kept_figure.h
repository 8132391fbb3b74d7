// What takes a while to measure and says something of this machine: measured once, and kept.
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
  // How long one of that value is believed; none: for ever.
  std::function<std::optional<std::chrono::hours>(double)> believed = {};
};

// What the file says of this subject, else what is measured now, to a thousandth. Where nothing may
// be kept, it is measured once a run. One figure at a time is measured.
Result<double> kept_figure(const Figure& figure);

}  // namespace sotto
