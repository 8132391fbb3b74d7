// What SIMDe lacks of AVX-512. Include it behind <simde/x86/avx512.h>, with its native aliases.
#pragma once

#include <cstdint>

#include "device_cpu/isa.h"
#include "quant/half.h"

// Kernels that are included behind this have these intrinsics, and need no instructions.
#define SOTTO_EMULATED_AVX512
#undef SOTTO_AVX2
#define SOTTO_AVX2
#undef SOTTO_AVX512
#define SOTTO_AVX512
#undef SOTTO_AVX512VNNI
#define SOTTO_AVX512VNNI
#undef SOTTO_AMX
#define SOTTO_AMX

// Like the real ones these touch only the selected lanes.
namespace {

inline simde__m512 emulated_maskz_loadu_ps(unsigned mask, const float* p) {
  float lanes[16] = {};
  for (int k = 0; k < 16; ++k) {
    if ((mask >> k & 1) != 0) lanes[k] = p[k];
  }
  return simde_mm512_loadu_ps(lanes);
}

inline float emulated_reduce_add_ps(simde__m512 v) {
  float lanes[16];
  simde_mm512_storeu_ps(lanes, v);
  for (int width = 8; width > 0; width /= 2) {
    for (int k = 0; k < width; ++k) lanes[k] += lanes[k + width];
  }
  return lanes[0];
}

inline simde__m512i emulated_cvtepu16_epi32(simde__m256i v) {
  uint16_t from[16];
  uint32_t lanes[16];
  simde_mm256_storeu_si256(reinterpret_cast<simde__m256i*>(from), v);
  for (int k = 0; k < 16; ++k) lanes[k] = from[k];
  return simde_mm512_loadu_si512(lanes);
}

inline simde__m512i emulated_cvtepi8_epi32(simde__m128i v) {
  int8_t from[16];
  int32_t lanes[16];
  simde_mm_storeu_si128(reinterpret_cast<simde__m128i*>(from), v);
  for (int k = 0; k < 16; ++k) lanes[k] = from[k];
  return simde_mm512_loadu_si512(lanes);
}

inline void emulated_mask_storeu_ps(float* p, unsigned mask, simde__m512 v) {
  float lanes[16];
  simde_mm512_storeu_ps(lanes, v);
  for (int k = 0; k < 16; ++k) {
    if ((mask >> k & 1) != 0) p[k] = lanes[k];
  }
}

inline simde__m256i emulated_maskz_loadu_epi16(unsigned mask, const uint16_t* p) {
  uint16_t lanes[16] = {};
  for (int k = 0; k < 16; ++k) {
    if ((mask >> k & 1) != 0) lanes[k] = p[k];
  }
  return simde_mm256_loadu_si256(lanes);
}

inline simde__m512 emulated_cvtph_ps(simde__m256i v) {
  uint16_t from[16];
  float lanes[16];
  simde_mm256_storeu_si256(from, v);
  for (int k = 0; k < 16; ++k) lanes[k] = sotto::quant::from_f16(from[k]);
  return simde_mm512_loadu_ps(lanes);
}

inline simde__m512 emulated_cvtepi32_ps(simde__m512i v) {
  int32_t from[16];
  float lanes[16];
  simde_mm512_storeu_si512(from, v);
  for (int k = 0; k < 16; ++k) lanes[k] = static_cast<float>(from[k]);
  return simde_mm512_loadu_ps(lanes);
}

// Two quarters of a, then two of b.
inline simde__m512 emulated_shuffle_f32x4(simde__m512 a, simde__m512 b, int which) {
  float from[2][16], lanes[16];
  simde_mm512_storeu_ps(from[0], a);
  simde_mm512_storeu_ps(from[1], b);
  for (int quarter = 0; quarter < 4; ++quarter) {
    for (int k = 0; k < 4; ++k) {
      lanes[4 * quarter + k] = from[quarter / 2][4 * (which >> (2 * quarter) & 3) + k];
    }
  }
  return simde_mm512_loadu_ps(lanes);
}

}  // namespace

#define __mmask16 simde__mmask16
#define _mm256_maskz_loadu_epi16 emulated_maskz_loadu_epi16
#define _mm512_cvtepi32_ps emulated_cvtepi32_ps
#define _mm512_cvtph_ps emulated_cvtph_ps
#define _mm512_mask_storeu_ps emulated_mask_storeu_ps
#define _mm512_shuffle_f32x4 emulated_shuffle_f32x4
#define _mm512_cvtepi8_epi32 emulated_cvtepi8_epi32
#define _mm512_cvtepu16_epi32 emulated_cvtepu16_epi32
#define _mm512_maskz_loadu_ps emulated_maskz_loadu_ps
#define _mm512_reduce_add_ps emulated_reduce_add_ps
