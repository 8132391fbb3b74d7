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
#include <iterator>

namespace sotto::device::cpu {
namespace {

// A new instruction set is a row here, a bit of features_of_this_processor() and a row in the
// tables of the families that have a kernel for it.
struct Row {
  std::string_view name;
  Features needs;
};
constexpr Row kIsaRows[] = {
    // by Isa
    {"portable", 0},
    {"neon", kNeon},
    {"neondot", kNeon | kDotProd},
    {"i8mm", kNeon | kDotProd | kI8mm},
    {"avx2", kAvx2},
    {"avxvnni", kAvx2 | kAvxVnni},
    {"avx512", kAvx2 | kAvx512},
    {"avx512vnni", kAvx2 | kAvx512 | kAvx512Vnni},
    {"avx512bf16", kAvx2 | kAvx512 | kAvx512Vnni | kAvx512Bf16},
    {"amx", kAvx2 | kAvx512 | kAvx512Vnni | kAmxInt8},
};
static_assert(std::size(kIsaRows) == std::size(kAllIsas));
constexpr const Row& row_of(Isa isa) { return kIsaRows[static_cast<size_t>(isa)]; }

#ifdef SOTTO_X86
// Clang 14 does not know these names.
bool has_f16c() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
// Bits of EAX of leaf 7, subleaf 1.
bool has_extended(unsigned bit) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a >> bit & 1) != 0;
}
bool has_avxvnni() { return has_extended(4); }
bool has_avx512bf16() { return __builtin_cpu_supports("avx512f") && has_extended(5); }

bool has_amx_int8() {
  constexpr unsigned kTile = 24, kInt8 = 25;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d >> kTile & d >> kInt8 & 1) != 0;
}

// Tiles are 8 KiB of every thread's state: Linux (5.16 and later) wants a process to ask for them,
// once, and refuses where the processor or a hypervisor has them off. Without that the first
// instruction would end the process.
bool may_use_amx() {
#ifdef __linux__
  constexpr long kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr long kTileData = 18;               // XFEATURE_XTILEDATA
  static const bool granted =
      has_amx_int8() && syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
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

std::string_view name_of(Isa isa) { return row_of(isa).name; }
Features features_of(Isa isa) { return row_of(isa).needs; }

Features features_of_this_processor() {
  Features found = 0;
#ifdef SOTTO_X86
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c()) found |= kAvx2;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    found |= kAvx512;
  if (has_avxvnni()) found |= kAvxVnni;
  if (__builtin_cpu_supports("avx512vnni")) found |= kAvx512Vnni;
  if (has_avx512bf16()) found |= kAvx512Bf16;
  if ((found & kAvx512Vnni) != 0 && may_use_amx()) found |= kAmxInt8;
#endif
#ifdef SOTTO_ARM64
  found |= kNeon;
  if (has_dot()) found |= kDotProd;
  if (has_i8mm()) found |= kI8mm;
#endif
  return found;
}

bool supported(Isa isa) { return (features_of(isa) & ~features_of_this_processor()) == 0; }

Result<Instructions> choose_instructions(std::string_view forced) {
  if (forced.empty()) {
    if (const char* wanted = std::getenv("SOTTO_CPU")) forced = wanted;
  }
  std::string known;
  Instructions all{Isa::portable, features_of_this_processor()};
  for (const Isa isa : kAllIsas) {
    if (name_of(isa) == forced) {
      if (supported(isa)) return Instructions{isa, features_of(isa)};
      return Error{Errc::unsupported,
                   fmt::format("SOTTO_CPU is {}, which this processor cannot run (it has: {})",
                               forced, cpu_features())};
    }
    known += fmt::format("{}{}", known.empty() ? "" : ", ", name_of(isa));
    if (supported(isa)) all.isa = isa;
  }
  if (forced.empty()) return all;
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
  if (has_avx512bf16()) found += " avx512bf16";
  if (has_amx_int8()) found += " amx";
#endif
#ifdef SOTTO_ARM64
  found = "neon";
  if (has_dot()) found += " dotprod";
  if (has_i8mm()) found += " i8mm";
#endif
  return found.empty() ? "portable" : found;
}

}  // namespace sotto::device::cpu
