// GEMM epilogue: scale, bias, activation, store.
#pragma once

#include "device/device.h"
#include "device_cpu/activations.h"

namespace sotto::device::cpu {

struct Output {
  Activations y;
  const float* bias = nullptr;  // or null
  Epilogue epilogue = Epilogue::none;
  const float* scales = nullptr;  // of each column: the product is that many times larger; or null

  // Number r of row i.
  void put(int i, int r, float product) const {
    if (scales != nullptr) product *= scales[r];
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
