// y = x W^T + b with weights of 8 bits or fewer and activations of int8.
//
// With w = s q + b and x = xs xq in each group g of columns:
//   y = sum_g  s_g xs_g dot(q_g, xq_g)  +  b_g xs_g sum(xq_g)
// and with int8 rows, w = s q:  y = s xs dot(q, xq).
// The dots are exact integers in every variant; variants differ in the order in which the floats
// are added. Each number of y is summed in an order that depends on the shape of w alone.
#pragma once

#include <span>

#include "device_cpu/isa.h"
#include "device_cpu/output.h"
#include "device_cpu/quantized_rows.h"

namespace sotto::device::cpu {

// In which order the kernels for weights of so many bits read x.
inline Order order_for(int bits) { return bits == 4 ? Order::split : Order::natural; }

// Computes columns [begin, end) of y, which are rows of w. x has the groups of w and its order.
using MatmulAffine = void (*)(const QuantizedRows& x, const quant::AffineView& w, const Output& y,
                              int begin, int end);

std::span<const Variant<MatmulAffine>> matmul_q8_variants();
std::span<const Variant<MatmulAffine>> matmul_q6_variants();
std::span<const Variant<MatmulAffine>> matmul_q4_variants();

// The same for int8 rows: each row of x is one group, in its natural order.
using MatmulSym8 = void (*)(const QuantizedRows& x, const quant::Sym8View& w, const Output& y,
                            int begin, int end);

std::span<const Variant<MatmulSym8>> matmul_int8_variants();

}  // namespace sotto::device::cpu

// The kernels of one instruction set, which lie in a file of their own.
#define SOTTO_INT_KERNELS(isa)                                                             \
  namespace sotto::device::cpu::isa {                                                      \
  void matmul_q8(const QuantizedRows&, const quant::AffineView&, const Output&, int, int); \
  void matmul_q6(const QuantizedRows&, const quant::AffineView&, const Output&, int, int); \
  void matmul_q4(const QuantizedRows&, const quant::AffineView&, const Output&, int, int); \
  void matmul_int8(const QuantizedRows&, const quant::Sym8View&, const Output&, int, int); \
  }

// The three of a template by bits.
#define SOTTO_AFFINE_KERNELS(affine)                                                             \
  void matmul_q8(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin, \
                 int end) {                                                                      \
    affine<8>(x, w, y, begin, end);                                                              \
  }                                                                                              \
  void matmul_q6(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin, \
                 int end) {                                                                      \
    affine<6>(x, w, y, begin, end);                                                              \
  }                                                                                              \
  void matmul_q4(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin, \
                 int end) {                                                                      \
    affine<4>(x, w, y, begin, end);                                                              \
  }
