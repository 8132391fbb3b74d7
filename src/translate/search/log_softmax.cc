#include "translate/search/log_softmax.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/vectorized.h"

namespace sotto::translate {
namespace {

constexpr size_t kLanes = 16;   // whatever the processor has: the sums are the same everywhere
constexpr size_t kChunk = 256;  // summed in float32, the chunks in float64
// Vectors by hand, as the compiler leaves this loop scalar. 256,206 logits take 0.13 ms with
// AVX-512, 0.29 with SSE2.
using Floats = float __attribute__((vector_size(sizeof(float) * kLanes)));
using Ints = int32_t __attribute__((vector_size(sizeof(int32_t) * kLanes)));

// x becomes e^x for x <= 0 within 2 units in the last place: x = n ln 2 + r, e^r by the polynomial
// of the Cephes library (single precision). Vectors go by reference, as there is no common way to
// pass such wide ones.
[[gnu::always_inline]] inline void exponentiate_negative(Floats& x) {
  const Floats lowest = Floats{} - 87.0f;
  x = x > lowest ? x : lowest;  // a NaN, too: it could not be made an int
  const Ints n = __builtin_convertvector(x * 1.44269504f - 0.5f, Ints);
  const Floats whole = __builtin_convertvector(n, Floats);
  const Floats r = x - whole * 0.693359375f + whole * 2.12194440e-4f;
  Floats p = Floats{} + 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  const Ints power = (n + 127) << 23;
  x = p * (Floats)power;  // its bits
}

// Up to kLanes values; the rest is so small that its exponential counts for nothing.
[[gnu::always_inline]] inline void load(std::span<const float> values, Floats& x) {
  x = Floats{} + std::numeric_limits<float>::lowest();
  std::memcpy(&x, values.data(), std::min(values.size(), kLanes) * sizeof(float));
}

}  // namespace

SOTTO_VECTORIZED(LogNormalizer, log_normalizer, (std::span<const float> logits), (logits)) {
  const float max = logits[arg_max(logits)];
  double sum = 0;
  Ints nan = {};
  for (size_t begin = 0; begin < logits.size(); begin += kChunk) {
    const auto chunk = logits.subspan(begin, std::min(kChunk, logits.size() - begin));
    Floats lanes = {};
    for (size_t i = 0; i < chunk.size(); i += kLanes) {
      Floats x;
      load(chunk.subspan(i), x);
      nan |= x != x;
      x -= max;
      exponentiate_negative(x);
      lanes += x;
    }
    for (size_t j = 0; j < kLanes; ++j) sum += lanes[j];
  }
  for (size_t j = 0; j < kLanes; ++j)
    if (nan[j]) return {max, std::numeric_limits<float>::quiet_NaN()};
  return {max, static_cast<float>(std::log(sum))};
}

SOTTO_VECTORIZED(int, arg_max, (std::span<const float> values), (values)) {
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
