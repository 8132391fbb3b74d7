#include "device_cpu/kernels.h"

namespace sotto::device::cpu {

Kernels choose_kernels(Isa isa) {
  return {
      .matmul_f32 = best(matmul_f32_variants(), isa).fn,
      .matmul_f16 = best(matmul_f16_variants(), isa).fn,
      .matmul_bf16 = best(matmul_bf16_variants(), isa).fn,
      .matmul_panels = best(matmul_panels_variants(), isa).fn,
      .to_levels = best(to_levels_variants(), isa).fn,
      .matmul_int8_panels = best(matmul_int8_panels_variants(), isa).fn,
      .quantize_rows = best(quantize_rows_variants(), isa).fn,
      .matmul_q8 = best(matmul_q8_variants(), isa).fn,
      .matmul_q6 = best(matmul_q6_variants(), isa).fn,
      .matmul_q4 = best(matmul_q4_variants(), isa).fn,
      .matmul_int8 = best(matmul_int8_variants(), isa).fn,
      .matmul_int8_columns = best(matmul_int8_columns_variants(), isa).fn,
      .attention = best(attention_variants(), isa).fn,
      .block_attention = best(block_attention_variants(), isa).fn,
      .layer_norm = best(layer_norm_variants(), isa).fn,
  };
}

std::vector<BackendReport::Kernel> report_kernels(Isa isa) {
  const auto name = [isa](const auto& variants) { return std::string(best(variants, isa).name()); };
  return {
      {"matmul_f32", name(matmul_f32_variants())},
      {"matmul_f16", name(matmul_f16_variants())},
      {"matmul_bf16", name(matmul_bf16_variants())},
      {"matmul_panels", name(matmul_panels_variants())},
      {"to_levels", name(to_levels_variants())},
      {"matmul_int8_panels", name(matmul_int8_panels_variants())},
      {"quantize_rows", name(quantize_rows_variants())},
      {"matmul_q8", name(matmul_q8_variants())},
      {"matmul_q6", name(matmul_q6_variants())},
      {"matmul_q4", name(matmul_q4_variants())},
      {"matmul_int8", name(matmul_int8_variants())},
      {"matmul_int8_columns", name(matmul_int8_columns_variants())},
      {"attention", name(attention_variants())},
      {"block_attention", name(block_attention_variants())},
      {"layer_norm", name(layer_norm_variants())},
  };
}

}  // namespace sotto::device::cpu
