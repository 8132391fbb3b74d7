// Shows a trace the network's outputs on a device, by the names of their modules.
#pragma once

#include <string_view>

#include "device/device.h"
#include "models/trace.h"

namespace sotto::models {

struct Sight {
  device::Device& d;
  Trace* trace = nullptr;

  void operator()(std::string_view name, const device::Tensor& x) const {
    if (trace != nullptr) trace->see("", -1, name, d.read(x), x.cols);
  }
};

}  // namespace sotto::models
