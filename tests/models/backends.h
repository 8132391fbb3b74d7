// The backends that goldens are held against: each variant of the kernels, and the one that checks
// the boundary.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "device_cpu/backend.h"
#include "device_cpu/isa.h"
#include "models/checking_backend.h"
#ifdef SOTTO_MLX
#include "device_mlx/mlx_backend.h"
#endif

namespace sotto::testing {

inline constexpr const char* kChecking = "checking";
inline constexpr const char* kMlx = "mlx";

#ifdef __SANITIZE_THREAD__  // which is to see everything split
inline constexpr int kThreads = 2;
inline constexpr int64_t kLeastBytes = 1;
#else
inline constexpr int kThreads = 1;  // where nobody says how many
inline constexpr int64_t kLeastBytes = 0;
#endif

inline auto all_backends() {
  return ::testing::Values("portable", "neon", "neondot", "i8mm", "avx2", "avxvnni", "avx512",
                           "avx512vnni", "avx512bf16", "amx", kChecking, kMlx);
}

// Others remember what they are to compute, which takes memory.
inline bool computes_at_once(const std::string& name) { return name != kChecking && name != kMlx; }

inline bool has_backend(const std::string& name) {
#ifdef SOTTO_MLX
  if (name == kMlx) return true;
#endif
  return name == kChecking || device::cpu::open_backend(1, name);
}

// An empty name: that of this processor.
inline std::shared_ptr<const device::Backend> open_backend(const std::string& name,
                                                           int threads = kThreads) {
#ifdef SOTTO_MLX
  if (name == kMlx) return device::mlx::open_backend();
#endif
  const auto cpu = device::cpu::open_backend(threads, name == kChecking ? "" : name, kLeastBytes);
  if (!cpu) throw std::runtime_error(cpu.error().message);
  if (name != kChecking) return *cpu;
  return std::make_shared<CheckingBackend>(*cpu);
}

struct BackendName {
  template <class Info>
  std::string operator()(const Info& info) const {
    return info.param;
  }
};

}  // namespace sotto::testing
