#include "device_cpu/surveys.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/vectorized.h"
#include "device_cpu/exponential.h"

namespace sotto::device::cpu {
namespace {

// Vectors by hand: compilers leave comparisons of floats scalar, which might trap. They go by
// reference, as there is no common way to pass such wide ones. Compilers leave comparisons of
// vectors that are wider than the processor's scalar, too: 16 lanes took AVX2 ten times as long.
#ifdef __x86_64__
constexpr int kSurveyLanes = 8;
#else
constexpr int kSurveyLanes = 4;
#endif
using Lanes = float __attribute__((vector_size(sizeof(float) * kSurveyLanes)));
using LaneBits = int32_t __attribute__((vector_size(sizeof(int32_t) * kSurveyLanes)));

constexpr float kLowest = std::numeric_limits<float>::lowest();

[[gnu::always_inline]] inline void load_lanes(const float* from, int n, float rest, Lanes& v) {
  if (n >= kSurveyLanes) {  // of a size that compilers know
    std::memcpy(&v, from, sizeof v);
    return;
  }
  v = Lanes{} + rest;
  std::memcpy(&v, from, static_cast<size_t>(n) * sizeof(float));
}

}  // namespace

SOTTO_VECTORIZED(Survey, survey, (float* logits, const Coarseness& coarse, int n),
                 (logits, coarse, n)) {
  const float half_square = coarse.spread * coarse.spread / 2, reach = coarse.reach;
  Lanes greatest = Lanes{} + kLowest, most = Lanes{} + kLowest;
  LaneBits nan = {};
  for (int i = 0; i < n; i += kSurveyLanes) {
    Lanes v, loss;
    load_lanes(logits + i, n - i, kLowest, v);
    nan |= v != v;
    if (coarse.losses != nullptr) {
      load_lanes(coarse.losses + i, n - i, 0, loss);
      const Lanes up = v + loss * reach;
      most = up > most ? up : most;
      v -= loss * loss * half_square;
      std::memcpy(logits + i, &v,
                  static_cast<size_t>(std::min(n - i, kSurveyLanes)) * sizeof(float));
    }
    greatest = v > greatest ? v : greatest;
  }
  Survey found{kLowest, kLowest, false};
  for (int j = 0; j < kSurveyLanes; ++j) {
    found.greatest = std::max(found.greatest, greatest[j]);
    found.most = std::max(found.most, most[j]);
    found.has_nan |= nan[j] != 0;
  }
  if (coarse.losses == nullptr) found.most = found.greatest;
  return found;
}

SOTTO_VECTORIZED(int, find_at_least,
                 (float least, const float* logits, const Coarseness& coarse, int n, int first,
                  int* found),
                 (least, logits, coarse, n, first, found)) {
  const float half_square = coarse.spread * coarse.spread / 2, reach = coarse.reach;
  int count = 0;
  for (int i = 0; i < n; i += kSurveyLanes) {
    Lanes v, loss;
    load_lanes(logits + i, n - i, kLowest, v);
    load_lanes(coarse.losses + i, n - i, 0, loss);
    const LaneBits reaches = v + loss * (loss * half_square + reach) >= least;
    // The lanes as eight numbers: most often none of them has a bit.
    uint64_t pairs[kSurveyLanes / 2], any = 0;
    std::memcpy(pairs, &reaches, sizeof pairs);
    for (const uint64_t pair : pairs) any |= pair;
    if (any == 0) continue;
    for (int j = 0; j < kSurveyLanes; ++j)
      if (reaches[j] != 0) found[count++] = first + i + j;
  }
  return count;
}

SOTTO_VECTORIZED(float, sum_of_exponentials, (const float* logits, float top, int n),
                 (logits, top, n)) {
  alignas(64) float terms[kStretch] = {};
  for (int i = 0; i < n; ++i) terms[i] = exponential(logits[i] - top);
  constexpr int kSums = 16;  // at once, on every processor
  Lanes sums[kSums / kSurveyLanes] = {};
  for (int i = 0; i < kStretch; i += kSums)
    for (int k = 0; k < kSums / kSurveyLanes; ++k) {
      Lanes v;
      load_lanes(terms + i + k * kSurveyLanes, kSurveyLanes, 0, v);
      sums[k] += v;
    }
  float sum = 0;
  for (const Lanes& some : sums)
    for (int j = 0; j < kSurveyLanes; ++j) sum += some[j];
  return sum;
}

}  // namespace sotto::device::cpu
