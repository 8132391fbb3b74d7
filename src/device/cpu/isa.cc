#include "device/cpu/isa.h"

#include <fmt/format.h>

#ifdef SOTTO_X86
#include <cpuid.h>
#endif

#include <cstdlib>

namespace sotto::device::cpu {
namespace {

constexpr Isa kAll[] = {Isa::portable, Isa::avx2, Isa::avxvnni, Isa::avx512vnni};

#ifdef SOTTO_X86
// Clang 14 does not know these names.
bool has_f16c() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
bool has_avxvnni() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a >> 4 & 1) != 0;
}
#endif

}  // namespace

std::string_view name_of(Isa isa) {
  switch (isa) {
    case Isa::portable:
      return "portable";
    case Isa::avx2:
      return "avx2";
    case Isa::avxvnni:
      return "avxvnni";
    case Isa::avx512vnni:
      return "avx512vnni";
  }
  return "unknown";
}

bool supported(Isa isa) {
#ifdef SOTTO_X86
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c();
  if (isa == Isa::avx2) return avx2;
  if (isa == Isa::avxvnni) return avx2 && has_avxvnni();
  if (isa == Isa::avx512vnni) {
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
  }
#endif
  return isa == Isa::portable;
}

Result<Isa> choose_isa(std::string_view forced) {
  if (forced.empty()) {
    if (const char* wanted = std::getenv("SOTTO_CPU")) forced = wanted;
  }
  std::string known;
  Isa chosen = Isa::portable;
  for (const Isa isa : kAll) {
    if (name_of(isa) == forced) {
      if (supported(isa)) return isa;
      return Error{Errc::unsupported,
                   fmt::format("SOTTO_CPU is {}, which this processor cannot run (it has: {})",
                               forced, cpu_features())};
    }
    known += fmt::format("{}{}", known.empty() ? "" : ", ", name_of(isa));
    if (supported(isa)) chosen = isa;
  }
  if (forced.empty()) return chosen;
  return Error{Errc::bad_argument,
               fmt::format("SOTTO_CPU is {}, expected one of {}", forced, known)};
}

std::string cpu_features() {
  std::string found;
#ifdef SOTTO_X86
  // The builtin takes literals only.
#define SOTTO_FEATURE(name) \
  if (__builtin_cpu_supports(name)) found += found.empty() ? name : " " name
  SOTTO_FEATURE("sse4.2");
  SOTTO_FEATURE("avx2");
  SOTTO_FEATURE("fma");
  SOTTO_FEATURE("avx512f");
  SOTTO_FEATURE("avx512bw");
  SOTTO_FEATURE("avx512vl");
  SOTTO_FEATURE("avx512vnni");
#undef SOTTO_FEATURE
  if (has_avxvnni()) found += " avxvnni";
#endif
  return found.empty() ? "portable" : found;
}

}  // namespace sotto::device::cpu
