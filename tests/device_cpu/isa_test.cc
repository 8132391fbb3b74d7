#include "device_cpu/isa.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "device_cpu/backend.h"
#include "device_cpu/kernels.h"

namespace sotto::device::cpu::isa_test {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;

// Sets $SOTTO_CPU for one test.
class Forced {
 public:
  explicit Forced(const char* value) {
    if (const char* before = std::getenv("SOTTO_CPU")) before_ = before;
    setenv("SOTTO_CPU", value, 1);
  }
  ~Forced() { before_.empty() ? unsetenv("SOTTO_CPU") : setenv("SOTTO_CPU", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST(Isa, PortableIsAlwaysThere) {
  EXPECT_TRUE(supported(Isa::portable));
  const auto chosen = choose_instructions("portable");
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->isa, Isa::portable);
  EXPECT_EQ(chosen->features, 0u);
}

TEST(Isa, AllThatTheProcessorHasIsTheDefault) {
  const Forced none("");
  const auto chosen = choose_instructions();
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->features, features_of_this_processor());
  for (const Isa isa : kAllIsas) {
    EXPECT_TRUE(!supported(isa) || chosen->isa >= isa) << name_of(isa);
  }
}

TEST(Isa, TheEnvironmentForcesOne) {
  const Forced portable("portable");
  const auto chosen = choose_instructions();
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->isa, Isa::portable);
  const auto backend = open_backend(1);
  ASSERT_TRUE(backend);
  EXPECT_EQ((*backend)->report().chosen, "portable");
  EXPECT_THAT(
      (*backend)->report().kernels,
      AllOf(Not(::testing::IsEmpty()), Each(Field(&BackendReport::Kernel::variant, "portable"))));
}

TEST(Isa, AnUnknownNameIsAnErrorThatSaysWhatThereIs) {
  const auto chosen = choose_instructions("sse9");
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().code, Errc::bad_argument);
  EXPECT_EQ(chosen.error().message,
            "SOTTO_CPU is sse9, expected one of portable, neon, neondot, i8mm, avx2, avxvnni, "
            "avx512, avx512vnni, avx512bf16, amx");
}

TEST(Isa, WhatTheProcessorLacksIsAnError) {
  for (const Isa isa : kAllIsas) {
    const auto chosen = choose_instructions(name_of(isa));
    EXPECT_EQ(static_cast<bool>(chosen), supported(isa)) << name_of(isa);
    if (!chosen) {
      EXPECT_EQ(chosen.error().code, Errc::unsupported);
      EXPECT_THAT(chosen.error().message, HasSubstr(std::string(name_of(isa))));
    }
  }
}

#ifdef __linux__
// The kernel's own list of what the processor has, of which AMX may be kept from us.
TEST(Isa, FeaturesAreThoseThatTheSystemNames) {
  std::ifstream file("/proc/cpuinfo");
  std::set<std::string> listed;
#ifdef SOTTO_X86
  const std::string title = "flags";
#else
  const std::string title = "Features";
#endif
  for (std::string line; listed.empty() && std::getline(file, line);) {
    if (!line.starts_with(title)) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    listed.insert(std::istream_iterator<std::string>(words), {});
  }
  if (listed.empty()) GTEST_SKIP() << "an emulator has no such list";
  struct Named {
    const char *ours, *systems;
    Features bit;
  };
  const Named all[] = {
#ifdef SOTTO_X86
      {"avx2", "avx2", kAvx2},
      {"avx512vl", "avx512vl", kAvx512},
      {"avxvnni", "avx_vnni", kAvxVnni},
      {"avx512vnni", "avx512_vnni", kAvx512Vnni},
      {"avx512bf16", "avx512_bf16", kAvx512Bf16},
      {"amx", "amx_int8", kAmxInt8},
#else
      {"dotprod", "asimddp", kDotProd},
      {"i8mm", "i8mm", kI8mm},
#endif
  };
  std::istringstream words(cpu_features());
  const std::set<std::string> found(std::istream_iterator<std::string>(words), {});
  const Features bits = features_of_this_processor();
  for (const Named& each : all) {
    SCOPED_TRACE(each.ours);
    EXPECT_EQ(found.contains(each.ours), listed.contains(each.systems));
    if (each.bit != kAmxInt8 || !listed.contains(each.systems)) {
      EXPECT_EQ((bits & each.bit) != 0, listed.contains(each.systems));
    }
  }
}
#endif

TEST(Isa, EachFamilyGivesItsBestThatIsAllowed) {
  const auto of = [](auto variants, Features features) { return best(variants, features).isa; };
  EXPECT_EQ(of(matmul_f32_variants(), 0), Isa::portable);
#ifdef SOTTO_X86
  EXPECT_EQ(of(attention_variants(), features_of(Isa::avx512vnni)), Isa::avx2);
  EXPECT_EQ(of(matmul_int8_variants(), features_of(Isa::amx)), Isa::amx);
  EXPECT_EQ(of(matmul_q8_variants(), features_of(Isa::amx)), Isa::amx);
  EXPECT_EQ(of(matmul_q8_variants(), features_of(Isa::avx512vnni)), Isa::avx512vnni);
#endif
#ifdef SOTTO_ARM64
  for (const Isa isa : {Isa::neondot, Isa::i8mm}) {
    EXPECT_EQ(of(matmul_int8_panels_variants(), features_of(isa)), isa);
    EXPECT_EQ(of(matmul_panels_variants(), features_of(isa)), Isa::neon);
    EXPECT_EQ(of(block_attention_variants(), features_of(isa)), Isa::neon);
  }
#endif
}

TEST(Isa, NoKernelNeedsWhatIsNotThere) {
#ifdef SOTTO_X86
  // Skylake-X has long vectors without products of bytes, Alder Lake the products without them.
  const Features skylake_x = kAvx2 | kAvx512, alder_lake = kAvx2 | kAvxVnni;
  const auto of = [](auto variants, Features features) { return best(variants, features).isa; };
  EXPECT_EQ(of(matmul_f32_variants(), skylake_x), Isa::avx512);
  EXPECT_EQ(of(matmul_panels_variants(), skylake_x), Isa::avx512);
  EXPECT_EQ(of(block_attention_variants(), skylake_x), Isa::avx512);
  EXPECT_EQ(of(matmul_int8_variants(), skylake_x), Isa::avx2);
  EXPECT_EQ(of(matmul_f32_variants(), alder_lake), Isa::avx2);
  EXPECT_EQ(of(matmul_int8_variants(), alder_lake), Isa::avxvnni);
#endif
}

}  // namespace
}  // namespace sotto::device::cpu::isa_test
