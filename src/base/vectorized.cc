#include "base/vectorized.h"

#include <cstdlib>

namespace sotto::base {

Vectors widest_vectors([[maybe_unused]] std::string_view wanted) {
#ifdef __x86_64__
  const bool all = wanted.empty(), wide = wanted.starts_with("avx512") || wanted == "amx";
  // x86-64-v4 has these beyond AVX2, and the parts of v3 that a compiler may use beside it.
  const bool has512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("fma");
  if (has512 && (all || wide)) return Vectors::avx512;
  const bool narrow = wanted == "avx2" || wanted == "avxvnni";
  if (__builtin_cpu_supports("avx2") && (all || wide || narrow)) return Vectors::avx2;
#endif
  return Vectors::baseline;
}

const Vectors kVectors = [] {
  const char* wanted = std::getenv("SOTTO_CPU");
  return widest_vectors(wanted == nullptr ? "" : wanted);
}();

}  // namespace sotto::base
