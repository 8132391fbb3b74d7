// Static quantization of activations: a scale and a zero point that were measured ahead, for the
// numbers that one layer reads (Jacob et al. 2018, section 2.1).
//   x ~ scale * (q - zero),   q an integer in [0, most]
// 255 levels fill a byte. Neural codecs need more, or their pauses hiss: 4095 still give exact sums
// of products with int8 in 32 bits.
#pragma once

#include <cstdint>

namespace sotto::quant {

struct QuantParams {
  static constexpr int kBytes = 255, kTwoBytes = 4095;

  float scale = 1;
  int zero = 0;       // the level of 0, which is exact
  int most = kBytes;  // kBytes or kTwoBytes
  // Not 0: symmetric instead of all above, q = clip(rint(x * factor), -127, 127), x ~ q / factor.
  float factor = 0;

  bool is_symmetric() const { return factor != 0; }
  int at(float x) const;  // nearest level, saturating; NaN gives 0
  float value(int q) const { return scale * static_cast<float>(q - zero); }
};

// Parameters for numbers in [low, high], which is widened where it does not hold 0, or is empty.
QuantParams params_between(float low, float high, int most);

// Sums of so many products of a level and an int8 fit in 32 bits.
int most_columns(int most);

}  // namespace sotto::quant
