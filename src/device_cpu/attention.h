// One head of one query: scores against keys, softmax, the mean of values.
#pragma once

#include <cstddef>
#include <span>

#include "device/device.h"
#include "device_cpu/isa.h"

namespace sotto::device::cpu {

struct AttentionHead {
  const float* q = nullptr;  // [size]
  const void* k = nullptr;   // the head's first column in row 0 of the keys
  const void* v = nullptr;
  size_t stride = 0;  // numbers from one row of keys, or of values, to the next
  int size = 0;       // of a head
  float scale = 1;    // of the scores
  Seen seen;
  float* scores = nullptr;  // room for seen.count numbers
  float* out = nullptr;     // [size]
  // int8: what row 0 of the head is multiplied by, and how far it is to the next row's.
  const float* k_scales = nullptr;
  const float* v_scales = nullptr;
  size_t scale_stride = 0;
};

//   score_i = scale q . k_i;  p_i = e^(score_i - max);  out = sum p_i v_i / sum p_i
// Zeros when nothing is seen.
using Attention = void (*)(const AttentionHead& head);

std::span<const Variant<Attention>> attention_variants();       // of floats
std::span<const Variant<Attention>> attention_f16_variants();   // of uint16_t, binary16 bits
std::span<const Variant<Attention>> attention_int8_variants();  // of int8_t with scales

}  // namespace sotto::device::cpu
