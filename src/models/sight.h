// Shows a trace the network's outputs on a device, by the names of their modules.
#pragma once

#include <initializer_list>
#include <string_view>

#include "device/device.h"
#include "models/trace.h"

namespace sotto::models {

struct Sight {
  device::Device& d;
  Trace* trace = nullptr;
  int layer = -1;

  void operator()(std::string_view name, const device::Tensor& x) const {
    if (trace != nullptr) trace->see("", layer, name, d.read(x), x.cols);
  }
  // Shows several tensors beside each other.
  void operator()(std::string_view name, std::initializer_list<device::Tensor> parts) const {
    if (trace == nullptr) return;
    int cols = 0;
    for (const device::Tensor& part : parts) cols += part.cols;
    const device::Tensor all = d.make(parts.begin()->rows, cols);
    d.concatenate({parts.begin(), parts.size()}, all);
    (*this)(name, all);
  }
};

}  // namespace sotto::models
