// Profile of a network: a backend whose devices time each operation. For benches; what it computes
// is what the backend beneath it computes.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "device/device.h"

namespace sotto::device {

// All calls of one operation on one shape.
struct Zone {
  std::string_view operation;  // "linear", "attention", ...
  int rows = 0;                // of x: tokens or hypotheses at once
  int inputs = 0;              // columns of x
  int outputs = 0;             // of a linear: rows of its weights, those of a group together
  int64_t calls = 0;
  double ms = 0;             // wall time
  double megabytes = 0;      // of weights, as often as they were read
  double multiply_adds = 0;  // millions
};

// Filled by one device at a time; lives longer than the backend that fills it.
class Zones {
 public:
  void add(const Zone& call);
  void clear() { zones_.clear(); }
  // The one that took longest first.
  std::vector<Zone> sorted() const;

 private:
  std::vector<Zone> zones_;
};

std::shared_ptr<const Backend> measured(std::shared_ptr<const Backend> backend, Zones& zones);

}  // namespace sotto::device
