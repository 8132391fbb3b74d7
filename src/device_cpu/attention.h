// Heads of one query beside each other: scores against keys, softmax, the mean of values.
#pragma once

#include <cstddef>
#include <span>

#include "device/device.h"
#include "device_cpu/isa.h"

namespace sotto::device::cpu {

struct AttentionHeads {
  const float* q = nullptr;  // of the first head [size], and behind it of the others
  const void* k = nullptr;   // row 0 of the keys
  const void* v = nullptr;
  size_t stride = 0;  // numbers from one row of keys, or of values, to the next
  int size = 0;       // of a head
  float scale = 1;    // of the scores
  VisibleKeys seen;
  float* scores = nullptr;   // room for count * (seen.count + 1) numbers
  float* out = nullptr;      // as q
  int first = 0, count = 1;  // which heads
  int sharing = 1;           // neighbours that have the same keys and values
  // int8: what so many columns of row 0 are multiplied by, and how far it is to the next row's.
  const float* k_scales = nullptr;
  const float* v_scales = nullptr;
  size_t scale_stride = 0;
  int scale_columns = 1;

  // The column of a row at which keys, and values, of the i-th of these heads begin.
  int column(int i) const { return (first + i) / sharing * size; }
};

//   score_i = scale q . k_i;  p_i = e^(score_i - max);  out = sum p_i v_i / sum p_i
// Zeros when nothing is seen. What a head gives does not depend on which others come with it.
using Attention = void (*)(const AttentionHeads& heads);

std::span<const Variant<Attention>> attention_variants();       // of floats
std::span<const Variant<Attention>> attention_f16_variants();   // of uint16_t, binary16 bits
std::span<const Variant<Attention>> attention_int8_variants();  // of int8_t with scales

}  // namespace sotto::device::cpu
