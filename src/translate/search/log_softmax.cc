#include "translate/search/log_softmax.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/vectorized.h"

namespace sotto::translate {
namespace {

constexpr size_t kSums = 16;    // at once, whatever the processor has: they are the same everywhere
constexpr size_t kChunk = 256;  // summed in float32, the chunks in float64

template <int kLanes>
using Floats = typename base::VectorOf<kLanes>::Floats;
template <int kLanes>
using Ints = typename base::VectorOf<kLanes>::Ints;

// x becomes e^x for x <= 0 within 2 units in the last place: x = n ln 2 + r, e^r by the polynomial
// of the Cephes library (single precision).
template <int kLanes>
[[gnu::always_inline]] inline void exponentiate_negative(Floats<kLanes>& x) {
  const Floats<kLanes> lowest = Floats<kLanes>{} - 87.0f;
  x = x > lowest ? x : lowest;  // a NaN, too: it could not be made an int
  const Ints<kLanes> n = __builtin_convertvector(x * 1.44269504f - 0.5f, Ints<kLanes>);
  const Floats<kLanes> whole = __builtin_convertvector(n, Floats<kLanes>);
  const Floats<kLanes> r = x - whole * 0.693359375f + whole * 2.12194440e-4f;
  Floats<kLanes> p = Floats<kLanes>{} + 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  const Ints<kLanes> power = (n + 127) << 23;
  x = p * (Floats<kLanes>)power;  // its bits
}

// The values from `at` on, as many as there are lanes; `rest` behind the last one.
template <int kLanes>
[[gnu::always_inline]] inline void load(std::span<const float> values, size_t at, float rest,
                                        Floats<kLanes>& x) {
  if (at + kLanes <= values.size()) {  // of a size that compilers know
    std::memcpy(&x, values.data() + at, sizeof x);
    return;
  }
  x = Floats<kLanes>{} + rest;
  if (at < values.size()) std::memcpy(&x, values.data() + at, (values.size() - at) * sizeof(float));
}

// Whether a comparison holds in some lane: the lanes as half as many numbers.
template <int kLanes>
[[gnu::always_inline]] inline bool any(const Ints<kLanes>& lanes) {
  uint64_t pairs[kLanes / 2], bits = 0;
  std::memcpy(pairs, &lanes, sizeof pairs);
  for (const uint64_t pair : pairs) bits |= pair;
  return bits != 0;
}

}  // namespace

SOTTO_BY_LANES(LogNormalizer, log_normalizer, (std::span<const float> logits, float max),
               (logits, max)) {
  double sum = 0;
  Ints<kLanes> nan = {};
  for (size_t begin = 0; begin < logits.size(); begin += kChunk) {
    const auto chunk = logits.subspan(begin, std::min(kChunk, logits.size() - begin));
    Floats<kLanes> sums[kSums / kLanes] = {};
    for (size_t i = 0; i < chunk.size(); i += kSums)
      for (size_t k = 0; k < kSums / kLanes; ++k) {
        Floats<kLanes> x;  // what is not there is so little that it counts for nothing
        load<kLanes>(chunk, i + k * kLanes, std::numeric_limits<float>::lowest(), x);
        nan |= x != x;
        x -= max;
        exponentiate_negative<kLanes>(x);
        sums[k] += x;
      }
    for (const Floats<kLanes>& some : sums)
      for (int j = 0; j < kLanes; ++j) sum += some[j];
  }
  if (any<kLanes>(nan)) return {max, std::numeric_limits<float>::quiet_NaN()};
  return {max, static_cast<float>(std::log(sum))};
}

LogNormalizer log_normalizer(std::span<const float> logits) {
  return log_normalizer(logits, logits[static_cast<size_t>(arg_max(logits))]);
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

SOTTO_BY_LANES(size_t, find_above,
               (std::span<const float> logits, const LogNormalizer& normalizer, float plus,
                float least, size_t begin),
               (logits, normalizer, plus, least, begin)) {
  constexpr size_t kBlock = 32;
  const float max = normalizer.max, log_sum = normalizer.log_sum;
  for (size_t i = begin; i < logits.size(); i += kBlock) {
    Ints<kLanes> above = {};
    for (size_t k = 0; k < kBlock; k += kLanes) {
      Floats<kLanes> x;
      load<kLanes>(logits, i + k, std::numeric_limits<float>::quiet_NaN(), x);
      above |= x - max - log_sum + plus > least;
    }
    if (any<kLanes>(above)) return i;
  }
  return logits.size();
}

}  // namespace sotto::translate
