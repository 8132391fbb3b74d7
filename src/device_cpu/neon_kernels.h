// The NEON kernels of the families beside the integer products. What each does stands in the header
// of its family.
#pragma once

#include "device_cpu/attention.h"
#include "device_cpu/isa.h"
#include "device_cpu/level_rows.h"
#include "device_cpu/matmul_panels.h"
#include "device_cpu/mix_rows.h"
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
void matmul_panels(const Windows& x, const PanelMatrix& w, const Output& y, int begin, int end);
// Columns [0, n - n % 16) of what mix_rows.h says; gives how many.
int mix_rows(std::span<const float> a, std::span<const float* const> x, std::span<float* const> y,
             int n);
// The first numbers, as many as are whole vectors; gives how many.
size_t to_levels(std::span<const float> x, const quant::QuantParams& levels, uint8_t* low,
                 uint8_t* high);
void quantize_rows(const Activations& x, const QuantizedRows& into);
template <class T>  // float, uint16_t or int8_t, as in attention.h
void attention(const AttentionHeads& heads);
void layer_norm(const float* x, const float* weight, const float* bias, float epsilon, int n,
                float* y);

}  // namespace sotto::device::cpu::neon
#endif
