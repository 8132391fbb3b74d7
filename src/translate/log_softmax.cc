#include "translate/log_softmax.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace sotto::translate {
namespace {

constexpr size_t kLanes = 16;    // independent sums, so that the compiler may use vectors
constexpr size_t kChunk = 4096;  // summed in float32, the chunks in float64

// e^x for x <= 0 within 2 units in the last place: x = n ln 2 + r, e^r by the polynomial of the
// Cephes library (single precision).
inline float exp_of_negative(float x) {
  x = x > -87.0f ? x : -87.0f;  // a NaN, too: it could not be made an int
  const int n = static_cast<int>(x * 1.44269504f - 0.5f);
  const float r = x - n * 0.693359375f + n * 2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  return p * std::bit_cast<float>((n + 127) << 23);
}

}  // namespace

LogNormalizer log_normalizer(std::span<const float> logits) {
  const float max = logits[arg_max(logits)];
  double sum = 0;
  int nan = 0;
  for (size_t begin = 0; begin < logits.size(); begin += kChunk) {
    const auto chunk = logits.subspan(begin, std::min(kChunk, logits.size() - begin));
    float lanes[kLanes] = {};
    size_t i = 0;
    for (; i + kLanes <= chunk.size(); i += kLanes)
      for (size_t j = 0; j < kLanes; ++j) lanes[j] += exp_of_negative(chunk[i + j] - max);
    for (; i < chunk.size(); ++i) lanes[0] += exp_of_negative(chunk[i] - max);
    for (const float lane : lanes) sum += lane;
    for (const float logit : chunk) nan |= logit != logit;
  }
  return {max, nan ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(std::log(sum))};
}

int arg_max(std::span<const float> values) {
  size_t best = 0;
  constexpr size_t kBlock = 64;
  for (size_t begin = 0; begin < values.size(); begin += kBlock) {
    const auto block = values.subspan(begin, std::min(kBlock, values.size() - begin));
    int better = 0;
    for (const float v : block) better |= v > values[best];
    if (!better && values[best] == values[best]) continue;
    for (size_t i = begin; i < begin + block.size(); ++i)
      if (values[i] > values[best] || (values[best] != values[best] && values[i] == values[i]))
        best = i;
  }
  return static_cast<int>(best);
}

}  // namespace sotto::translate
