// One kernel of each family, chosen together.
#pragma once

#include <vector>

#include "device/device.h"
#include "device_cpu/attention.h"
#include "device_cpu/block_attention.h"
#include "device_cpu/coarse_rows.h"
#include "device_cpu/fourier.h"
#include "device_cpu/isa.h"
#include "device_cpu/layer_norm.h"
#include "device_cpu/level_rows.h"
#include "device_cpu/matmul_affine_panels.h"
#include "device_cpu/matmul_bounded.h"
#include "device_cpu/matmul_columns.h"
#include "device_cpu/matmul_f32.h"
#include "device_cpu/matmul_int.h"
#include "device_cpu/matmul_int8_panels.h"
#include "device_cpu/matmul_panels.h"
#include "device_cpu/mix_rows.h"
#include "device_cpu/rounded_attention.h"

namespace sotto::device::cpu {

struct Kernels {
  MatmulF32 matmul_f32;
  MatmulF16 matmul_f16;
  MatmulBf16 matmul_bf16;
  MatmulPanels matmul_panels;
  MixRows mix_rows;
  FourierKernels fourier;
  ToLevels to_levels;
  MatmulInt8Panels matmul_int8_panels;
  QuantizeRows quantize_rows;
  MatmulAffine matmul_q8, matmul_q6, matmul_q4;
  MatmulAffinePanels matmul_affine_panels;
  MatmulSym8 matmul_int8;
  MatmulBounded matmul_bounded;
  MatmulCoarse matmul_coarse;
  MatmulSym8Columns matmul_int8_columns;
  Attention attention, attention_f16, attention_int8;
  BlockAttention block_attention, rounded_attention;
  LayerNorm layer_norm;
};

// The best of each family that needs no more than those features.
Kernels choose_kernels(Features features);
std::vector<BackendReport::Kernel> report_kernels(Features features);

}  // namespace sotto::device::cpu
