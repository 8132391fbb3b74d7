// The NEON kernels of the families beside the integer products. What each does stands in the header
// of its family.
#pragma once

#include "device_cpu/attention.h"
#include "device_cpu/isa.h"
#include "device_cpu/output.h"
#include "device_cpu/quantized_rows.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {

void matmul_f32(const Activations& x, const quant::F32Matrix& w, const Output& y, int begin,
                int end);
void matmul_f16(const Activations& x, const quant::F16Matrix& w, const Output& y, int begin,
                int end);
void matmul_bf16(const Activations& x, const quant::Bf16Matrix& w, const Output& y, int begin,
                 int end);
void quantize_rows(const Activations& x, const QuantizedRows& into);
template <class T>  // float, uint16_t or int8_t, as in attention.h
void attention(const AttentionHeads& heads);
void layer_norm(const float* x, const float* weight, const float* bias, float epsilon, int n,
                float* y);

}  // namespace sotto::device::cpu::neon
#endif
