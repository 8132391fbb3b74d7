// The instruction sets that kernels may use: found out and chosen at run time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sotto/error.h"

// Kernels carry their instruction set themselves, so that one binary runs on any processor.
#if defined(__x86_64__)
#define SOTTO_X86 1
#define SOTTO_AVX2 __attribute__((target("avx2,fma,f16c")))
#define SOTTO_AVXVNNI __attribute__((target("avx2,fma,f16c,avxvnni")))
#define SOTTO_AVX512 __attribute__((target("avx2,fma,f16c,avx512f,avx512bw,avx512vl")))
#define SOTTO_AVX512VNNI \
  __attribute__((target("avx2,fma,f16c,avx512f,avx512bw,avx512vl,avx512vnni")))
#define SOTTO_AVX512BF16 \
  __attribute__((target("avx2,fma,f16c,avx512f,avx512bw,avx512vl,avx512vnni,avx512bf16")))
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

// Bits for instructions that some processors of a kind have beside those that all share.
using Features = uint32_t;
enum Feature : Features {
  kAvx2 = 1 << 0,    // with FMA and F16C
  kAvx512 = 1 << 1,  // F, BW and VL
  kAvxVnni = 1 << 2,
  kAvx512Vnni = 1 << 3,
  kAmxInt8 = 1 << 4,  // with AMX-TILE
  kNeon = 1 << 5,
  kDotProd = 1 << 6,
  kI8mm = 1 << 7,
  kAvx512Bf16 = 1 << 8,
};

// Features that kernels need together, under the name that $SOTTO_CPU and reports have for them.
// Worst first; those of another architecture are never supported.
enum class Isa {
  portable,
  neon,
  neondot,
  i8mm,
  avx2,
  avxvnni,
  avx512,
  avx512vnni,
  avx512bf16,
  amx
};
inline constexpr Isa kAllIsas[] = {Isa::portable,   Isa::neon,    Isa::neondot, Isa::i8mm,
                                   Isa::avx2,       Isa::avxvnni, Isa::avx512,  Isa::avx512vnni,
                                   Isa::avx512bf16, Isa::amx};

std::string_view name_of(Isa isa);
Features features_of(Isa isa);
Features features_of_this_processor();  // of which this build knows
bool supported(Isa isa);                // on this processor

// The instructions that kernels may use, and their name in reports.
struct Instructions {
  Isa isa = Isa::portable;
  Features features = 0;
};

// Chooses those of that name and no others; empty: of $SOTTO_CPU, and if that is empty too, all
// that there are. The error says what there is.
Result<Instructions> choose_instructions(std::string_view forced = {});

// The processor's features that matter to kernels, or may one day: "avx2 fma".
std::string cpu_features();

// One kernel of a family. A family is a table of them, worst first, that begins with the portable
// one, which is the specification.
template <class Fn>
struct Variant {
  Isa isa;
  Fn fn;

  std::string_view name() const { return name_of(isa); }
};

// The best variant that needs no more than those features.
template <class Fn>
const Variant<Fn>& best(std::span<const Variant<Fn>> variants, Features features) {
  const Variant<Fn>* found = &variants.front();
  for (const Variant<Fn>& v : variants) {
    if ((features_of(v.isa) & ~features) == 0) found = &v;
  }
  return *found;
}

}  // namespace sotto::device::cpu
