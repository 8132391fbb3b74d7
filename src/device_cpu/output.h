// Where a product goes, and what becomes of it on the way.
#pragma once

#include "device/device.h"
#include "device_cpu/activations.h"

namespace sotto::device::cpu {

struct Output {
  Activations y;
  const float* bias = nullptr;  // or null
  Epilogue epilogue = Epilogue::none;

  // Number r of row i.
  void put(int i, int r, float product) const {
    const float v = bias != nullptr ? product + bias[r] : product;
    float& to =
        y.data[static_cast<size_t>(i) * static_cast<size_t>(y.cols) + static_cast<size_t>(r)];
    switch (epilogue) {
      case Epilogue::none:
        to = v;
        break;
      case Epilogue::relu:
        to = v > 0 ? v : 0;
        break;
      case Epilogue::add:
        to += v;
        break;
    }
  }
};

}  // namespace sotto::device::cpu
