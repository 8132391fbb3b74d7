// Which instructions kernels may use: found out and chosen at run time.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "sotto/error.h"

// Kernels carry their instruction set themselves, so that one binary runs on any processor.
#if defined(__x86_64__)
#define SOTTO_X86 1
#define SOTTO_AVX2 __attribute__((target("avx2,fma,f16c")))
#define SOTTO_AVXVNNI __attribute__((target("avx2,fma,f16c,avxvnni")))
#define SOTTO_AVX512VNNI \
  __attribute__((target("avx2,fma,f16c,avx512f,avx512bw,avx512vl,avx512vnni")))
#define SOTTO_AMX \
  __attribute__((target("avx2,fma,f16c,avx512f,avx512bw,avx512vl,avx512vnni,amx-tile,amx-int8")))
#elif defined(__aarch64__)
#define SOTTO_ARM64 1   // NEON is part of it and needs no attribute
#if defined(__clang__)  // from version 16 on: older ones hide the intrinsics
#define SOTTO_NEONDOT __attribute__((target("dotprod")))
#define SOTTO_I8MM __attribute__((target("dotprod,i8mm")))
#else
#define SOTTO_NEONDOT __attribute__((target("arch=armv8.2-a+dotprod")))
#define SOTTO_I8MM __attribute__((target("arch=armv8.2-a+dotprod+i8mm")))
#endif
#endif

namespace sotto::device::cpu {

// Worst first; those of another architecture are never supported. A family that has a kernel for
// avxvnni has one for avx512vnni: not every processor with the second has the first.
enum class Isa { portable, neon, neondot, i8mm, avx2, avxvnni, avx512vnni, amx };

std::string_view name_of(Isa isa);
bool supported(Isa isa);  // by this build on this processor

// The instruction set of that name; empty: $SOTTO_CPU, and where that is empty too, the best one.
// The error says what there is.
Result<Isa> choose_isa(std::string_view forced = {});

// The processor's features that matter to kernels: "avx2 fma".
std::string cpu_features();

// One kernel of a family. A family is a table of them, worst first, that begins with the portable
// one, which is the specification.
template <class Fn>
struct Variant {
  Isa isa;
  Fn fn;

  std::string_view name() const { return name_of(isa); }
};

// The best variant that needs no more than `isa`.
template <class Fn>
const Variant<Fn>& best(std::span<const Variant<Fn>> variants, Isa isa) {
  const Variant<Fn>* found = &variants.front();
  for (const Variant<Fn>& v : variants) {
    if (v.isa <= isa) found = &v;
  }
  return *found;
}

}  // namespace sotto::device::cpu
