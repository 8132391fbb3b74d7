// Runs the source of the VNNI kernels on a processor that has no more than AVX2, with vpdpbusd
// spelled out. This proves their logic, not the instruction; where the processor has it, the tests
// of the families run the real ones.
#include "device_cpu/affine_256.h"
#include "device_cpu/coarse_256.h"
#include "device_cpu/coarse_streams.h"
#include "device_cpu/int8_panels_checks.h"
#include "device_cpu/int8_panels_vnni_256.h"
#include "device_cpu/matmul_checks.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::testing {
namespace {

// Each lane: sum + the four products of its bytes, those of u without a sign.
struct SpelledOut {
  static constexpr avx2::Fetch kFetch = avx2::Fetch::to_first_cache;

  SOTTO_AVX2 static void add(__m256i& sum, __m256i u, __m256i s) {
    int32_t lanes[8];
    uint8_t us[32];
    int8_t ss[32];
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes), sum);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(us), u);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(ss), s);
    for (int c = 0; c < 32; ++c) {
      lanes[c / 4] = static_cast<int32_t>(static_cast<uint32_t>(lanes[c / 4]) +
                                          static_cast<uint32_t>(us[c] * ss[c]));
    }
    sum = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(lanes));
  }
};
using Bytes = avx2::Dpbusd<SpelledOut>;

class EmulatedVnni : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!supported(Isa::avx2)) GTEST_SKIP() << "not on this processor";
  }
};

TEST_F(EmulatedVnni, MatmulOfGroups) {
  const std::pair<int, MatmulAffine> kernels[] = {
      {8, avx2::affine<Bytes, 8>}, {6, avx2::affine<Bytes, 6>}, {4, avx2::affine<Bytes, 4>}};
  for (const auto& [bits, fn] : kernels) {
    SCOPED_TRACE(bits);
    check_affine_against_double(fn, bits);
    check_affine_extremes(fn, bits);
    check_affine_epilogues(fn, bits);
    check_affine_order(fn, bits);
  }
}

TEST_F(EmulatedVnni, MatmulOfInt8Rows) {
  check_int8_against_double(avx2::int8<Bytes>);
  check_int8_extremes(avx2::int8<Bytes>);
  check_int8_epilogues(avx2::int8<Bytes>);
  check_int8_order(avx2::int8<Bytes>);
}

TEST_F(EmulatedVnni, MatmulOfCoarseRows) {
  check_coarse_bits(coarse_all<avx2::CoarsePanels256<avx2::DpbusdSums<SpelledOut>>>);
}

TEST_F(EmulatedVnni, Int8Panels) {
  const MatmulInt8Panels fn = tile_int8_panels<avx2::Int8PanelsVnni<SpelledOut>>;
  check_int8_panels_definition(fn);
  check_int8_panels_epilogues(fn);
  check_int8_panels_ranges(fn);
  check_int8_panels_largest(fn);
}

}  // namespace
}  // namespace sotto::device::cpu::testing
#endif
