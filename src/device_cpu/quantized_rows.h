// Activations as the integer kernels read them.
#pragma once

#include <cstdint>
#include <span>

#include "device_cpu/activations.h"
#include "device_cpu/isa.h"
#include "device_cpu/rounding.h"

namespace sotto::device::cpu {

// Order of columns in a block of 64, or in a whole group that is smaller.
enum class Order {
  natural,
  split,  // first the even columns, then the odd ones: the order of nibbles in bytes, low ones
          // first
};

// Rows of activations as int8, group by group (the weight's groups): x ~ scale * q, and
// sum = scale * (sum of q in the group). The sum is taken of the rounded numbers: the product with
// w = s q' + b is then exactly the product of w and the rounded x, and what rounding loses stays in
// proportion to w. With the sum of the true x it would be in proportion to w - b, several times as
// large. A scale for each group, not for each row: on narrator-en-ja that takes the error of logits
// from 1.33 % to 1.01 % of their size, and the largest one from 0.29 to 0.17.
// Rows are padded with zeros, so that kernels read whole vectors: `stride` numbers of q, and
// `group_stride` of the others.
struct QuantizedRows {
  int8_t* q = nullptr;        // -127 .. 127
  float* scale = nullptr;     // of each group
  float* sum = nullptr;       // scale * sum of q
  int32_t* sum128 = nullptr;  // 128 * sum of q: turns dots of w - 128 into dots of w
  int rows = 0;
  int cols = 0;
  int group = 0;  // divides cols
  Order order = Order::natural;
  // Factor of x, 2^-100 to 2^100; 0: 127 / max |x| of each group.
  float factor = 0;

  int groups() const { return cols / group; }
  int stride() const { return (cols + 63) / 64 * 64; }
  int group_stride() const { return (groups() + 7) / 8 * 8; }
  int block() const { return group < 64 ? group : 64; }

  // Rows from `first` on.
  QuantizedRows from(int first, int count) const {
    QuantizedRows r = *this;
    const auto g = static_cast<size_t>(first) * static_cast<size_t>(group_stride());
    r.q += static_cast<size_t>(first) * static_cast<size_t>(stride());
    r.scale += g;
    r.sum += g;
    r.sum128 += g;
    r.rows = count;
    return r;
  }
  // Index of column c in a row.
  int place(int c) const {
    if (order == Order::natural) return c;
    const int in_block = c % block();
    return c - in_block + in_block / 2 + (in_block % 2 != 0 ? block() / 2 : 0);
  }
};

// The rounding of a group's numbers to integers: by the given factor, or by their greatest
// magnitude.
template <class Largest>
Rounding rounding_for(const QuantizedRows& into, const Largest& largest) {
  return into.factor != 0 ? Rounding{into.factor, 1 / into.factor} : rounding_of(largest());
}

// Fills `into`, whose shape fits x: scale = max |x| / 127 and q = rint(x * (127 / max |x|)) in each
// group; with a factor, scale = 1 / factor and q = clip(rint(x * factor), -127, 127). Every variant
// gives the same bits. What is not finite gives some q in range.
using QuantizeRows = void (*)(const Activations& x, const QuantizedRows& into);

std::span<const Variant<QuantizeRows>> quantize_rows_variants();

}  // namespace sotto::device::cpu
