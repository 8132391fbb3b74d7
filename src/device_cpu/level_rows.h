// Activations as levels that are known ahead (quant/quant_params.h), a byte each, or two.
#pragma once

#include <cstdint>
#include <span>

#include "device_cpu/isa.h"
#include "device_cpu/quantized_rows.h"
#include "quant/quant_params.h"

namespace sotto::device::cpu {

// Rows that may overlap: row i begins `i * step` bytes behind `low`. Kernels read whole blocks of
// 64 columns, so that behind the last row there are kSlack bytes more; what they hold meets zeros.
struct LevelRows {
  static constexpr size_t kSlack = 64;

  const uint8_t* low = nullptr;
  const uint8_t* high = nullptr;  // of 256 times as much, in the same places; or null
  int rows = 0;
  size_t step = 0;
  // Factors of the levels of each row, `scale_step` numbers apart; null: by one.
  const float* scales = nullptr;
  size_t scale_step = 0;

  // Rows from `first` on.
  LevelRows from(int first) const {
    const auto i = static_cast<size_t>(first);
    return {low + i * step, high != nullptr ? high + i * step : nullptr,           rows - first,
            step,           scales != nullptr ? scales + i * scale_step : nullptr, scale_step};
  }
  float scale_of(int row) const {
    return scales != nullptr ? scales[static_cast<size_t>(row) * scale_step] : 1.0f;
  }
};

// Rows of one group each as levels with a zero of 128, once add_128() was called for each of them.
LevelRows level_rows(const QuantizedRows& x);
void add_128(const QuantizedRows& x);

// max |x|, as infinity or more where not all are finite.
float magnitude(const float* x, size_t n);
// to[i] = rint(factor x[i]) + 128. Requires factor x[i] in [-128, 127]; else unspecified.
void to_levels_128(const float* x, float factor, size_t n, uint8_t* to);

// Fills low[i], and high[i] where it is not null, with levels.at(x[i]).
using ToLevels = void (*)(std::span<const float> x, const quant::QuantParams& levels, uint8_t* low,
                          uint8_t* high);

std::span<const Variant<ToLevels>> to_levels_variants();

}  // namespace sotto::device::cpu
