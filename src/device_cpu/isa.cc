#include "device_cpu/isa.h"

#include <fmt/format.h>

#ifdef SOTTO_X86
#include <cpuid.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif
#endif
#ifdef SOTTO_ARM64
#ifdef __APPLE__
#include <sys/sysctl.h>
#else
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif
#endif

#include <cstdlib>

namespace sotto::device::cpu {
namespace {

constexpr Isa kAll[] = {Isa::portable, Isa::neon,    Isa::neondot,    Isa::i8mm,
                        Isa::avx2,     Isa::avxvnni, Isa::avx512vnni, Isa::amx};

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

// AMX-TILE and AMX-INT8.
bool has_amx() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d >> 24 & 3) == 3;
}

// Tiles are 8 KiB of every thread's state: Linux (5.16 and later) wants a process to ask for them,
// once, and refuses where the processor or a hypervisor has them off. Without that the first
// instruction would end the process.
bool may_use_amx() {
#ifdef __linux__
  constexpr long kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr long kTileData = 18;               // XFEATURE_XTILEDATA
  static const bool granted =
      has_amx() && syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
  return granted;
#else
  return false;
#endif
}
#endif

#ifdef SOTTO_ARM64
#ifdef __APPLE__
// Untested: written from Apple's list of names, never run on a Mac.
bool has(const char* name) {
  int value = 0;
  size_t size = sizeof value;
  return sysctlbyname(name, &value, &size, nullptr, 0) == 0 && value != 0;
}
bool has_dot() { return has("hw.optional.arm.FEAT_DotProd"); }
bool has_i8mm() { return has("hw.optional.arm.FEAT_I8MM"); }
#else
bool has_dot() { return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0; }
bool has_i8mm() { return (getauxval(AT_HWCAP2) & HWCAP2_I8MM) != 0; }
#endif
#endif

}  // namespace

std::string_view name_of(Isa isa) {
  switch (isa) {
    case Isa::portable:
      return "portable";
    case Isa::neon:
      return "neon";
    case Isa::neondot:
      return "neondot";
    case Isa::i8mm:
      return "i8mm";
    case Isa::avx2:
      return "avx2";
    case Isa::avxvnni:
      return "avxvnni";
    case Isa::avx512vnni:
      return "avx512vnni";
    case Isa::amx:
      return "amx";
  }
  return "unknown";
}

bool supported(Isa isa) {
#ifdef SOTTO_X86
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c();
  if (isa == Isa::avx2) return avx2;
  if (isa == Isa::avxvnni) return avx2 && has_avxvnni();
  const bool avx512vnni =
      avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
  if (isa == Isa::avx512vnni) return avx512vnni;
  if (isa == Isa::amx) return avx512vnni && may_use_amx();
#endif
#ifdef SOTTO_ARM64
  if (isa == Isa::neon) return true;
  if (isa == Isa::neondot) return has_dot();
  if (isa == Isa::i8mm) return has_dot() && has_i8mm();
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
  if (has_amx()) found += " amx";
#endif
#ifdef SOTTO_ARM64
  found = "neon";
  if (has_dot()) found += " dotprod";
  if (has_i8mm()) found += " i8mm";
#endif
  return found.empty() ? "portable" : found;
}

}  // namespace sotto::device::cpu
