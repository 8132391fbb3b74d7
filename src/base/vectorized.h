// Loops in plain C++ that the compiler makes vectors of, once for each width that x86 processors
// have.
#pragma once

#include <cstdint>
#include <string_view>

namespace sotto::base {

enum class Vectors { baseline, avx2, avx512 };

// The widest vectors that this processor has and `wanted` allows, which is a name as $SOTTO_CPU
// takes it: "portable" allows none, "avx2" and "avxvnni" 256 bits, an empty one all.
Vectors widest_vectors(std::string_view wanted);

// widest_vectors($SOTTO_CPU), found when the program starts; the baseline before that.
extern const Vectors kVectors;

}  // namespace sotto::base

namespace sotto::base {

// Vectors of so many numbers. They go by reference, as there is no common way to pass wide ones.
template <int kLanes>
struct VectorOf {
  typedef float Floats __attribute__((vector_size(sizeof(float) * kLanes)));
  typedef int32_t Ints __attribute__((vector_size(sizeof(int32_t) * kLanes)));
};

}  // namespace sotto::base

// Stands for the head of a function: SOTTO_VECTORIZED(float, sum, (const float* x, int n), (x, n))
// { ... }. The body is compiled for each width, and a call takes kVectors. The results are the
// same, as no product is fused with a sum (-ffp-contract=off).
#ifdef __x86_64__
#define SOTTO_VECTORIZED(result, name, parameters, arguments)                                   \
  [[gnu::always_inline]] static inline result name##_loop parameters;                           \
  [[gnu::target("arch=x86-64-v4")]] static result name##_512 parameters {                       \
    return name##_loop arguments;                                                               \
  }                                                                                             \
  [[gnu::target("avx2")]] static result name##_256 parameters { return name##_loop arguments; } \
  result name parameters {                                                                      \
    switch (::sotto::base::kVectors) {                                                          \
      case ::sotto::base::Vectors::avx512:                                                      \
        return name##_512 arguments;                                                            \
      case ::sotto::base::Vectors::avx2:                                                        \
        return name##_256 arguments;                                                            \
      default:                                                                                  \
        return name##_loop arguments;                                                           \
    }                                                                                           \
  }                                                                                             \
  [[gnu::always_inline]] static inline result name##_loop parameters
#else
#define SOTTO_VECTORIZED(result, name, parameters, arguments) result name parameters
#endif

// The same for a body of vectors by hand (VectorOf<kLanes>): it has kLanes, as many floats as the
// vectors of each width hold. Compilers leave comparisons of wider vectors scalar: the
// exponentials of 16 lanes took AVX2 5.5 times as long as those of 8.
#ifdef __x86_64__
#define SOTTO_BY_LANES(result, name, parameters, arguments)               \
  template <int kLanes>                                                   \
  [[gnu::always_inline]] static inline result name##_lanes parameters;    \
  [[gnu::target("arch=x86-64-v4")]] static result name##_512 parameters { \
    return name##_lanes<16> arguments;                                    \
  }                                                                       \
  [[gnu::target("avx2")]] static result name##_256 parameters {           \
    return name##_lanes<8> arguments;                                     \
  }                                                                       \
  result name parameters {                                                \
    switch (::sotto::base::kVectors) {                                    \
      case ::sotto::base::Vectors::avx512:                                \
        return name##_512 arguments;                                      \
      case ::sotto::base::Vectors::avx2:                                  \
        return name##_256 arguments;                                      \
      default:                                                            \
        return name##_lanes<4> arguments;                                 \
    }                                                                     \
  }                                                                       \
  template <int kLanes>                                                   \
  [[gnu::always_inline]] static inline result name##_lanes parameters
#else
#define SOTTO_BY_LANES(result, name, parameters, arguments)            \
  template <int kLanes>                                                \
  [[gnu::always_inline]] static inline result name##_lanes parameters; \
  result name parameters { return name##_lanes<4> arguments; }         \
  template <int kLanes>                                                \
  [[gnu::always_inline]] static inline result name##_lanes parameters
#endif
