#include "device_cpu/kernels.h"

namespace sotto::device::cpu {
namespace {

// row(name, the member of Kernels, the family's table), for each family.
template <class Row>
void for_each_family(const Row& row) {
  row("matmul_f32", &Kernels::matmul_f32, matmul_f32_variants());
  row("matmul_f16", &Kernels::matmul_f16, matmul_f16_variants());
  row("matmul_bf16", &Kernels::matmul_bf16, matmul_bf16_variants());
  row("matmul_panels", &Kernels::matmul_panels, matmul_panels_variants());
  row("mix_rows", &Kernels::mix_rows, mix_rows_variants());
  row("fourier", &Kernels::fourier, fourier_variants());
  row("to_levels", &Kernels::to_levels, to_levels_variants());
  row("matmul_int8_panels", &Kernels::matmul_int8_panels, matmul_int8_panels_variants());
  row("quantize_rows", &Kernels::quantize_rows, quantize_rows_variants());
  row("matmul_q8", &Kernels::matmul_q8, matmul_q8_variants());
  row("matmul_q6", &Kernels::matmul_q6, matmul_q6_variants());
  row("matmul_q4", &Kernels::matmul_q4, matmul_q4_variants());
  row("matmul_affine_panels", &Kernels::matmul_affine_panels, matmul_affine_panels_variants());
  row("matmul_int8", &Kernels::matmul_int8, matmul_int8_variants());
  row("matmul_bounded", &Kernels::matmul_bounded, matmul_bounded_variants());
  row("matmul_coarse", &Kernels::matmul_coarse, matmul_coarse_variants());
  row("matmul_int8_columns", &Kernels::matmul_int8_columns, matmul_int8_columns_variants());
  row("attention", &Kernels::attention, attention_variants());
  row("attention_f16", &Kernels::attention_f16, attention_f16_variants());
  row("attention_int8", &Kernels::attention_int8, attention_int8_variants());
  row("block_attention", &Kernels::block_attention, block_attention_variants());
  row("rounded_attention", &Kernels::rounded_attention, rounded_attention_variants());
  row("layer_norm", &Kernels::layer_norm, layer_norm_variants());
}

}  // namespace

Kernels choose_kernels(Features features) {
  Kernels chosen{};
  for_each_family([&](const char*, auto family, auto variants) {
    chosen.*family = best(variants, features).fn;
  });
  return chosen;
}

std::vector<BackendReport::Kernel> report_kernels(Features features) {
  std::vector<BackendReport::Kernel> chosen;
  for_each_family([&](const char* name, auto, auto variants) {
    chosen.push_back({name, std::string(best(variants, features).name())});
  });
  return chosen;
}

}  // namespace sotto::device::cpu
