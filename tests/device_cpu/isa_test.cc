#include "device_cpu/isa.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "device_cpu/backend.h"
#include "device_cpu/kernels.h"

namespace sotto::device::cpu {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr Isa kAll[] = {Isa::portable, Isa::neon,    Isa::neondot,    Isa::i8mm,
                        Isa::avx2,     Isa::avxvnni, Isa::avx512vnni, Isa::amx};

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
  const auto isa = choose_isa("portable");
  ASSERT_TRUE(isa);
  EXPECT_EQ(*isa, Isa::portable);
}

TEST(Isa, TheBestSupportedOneIsTheDefault) {
  const Forced none("");
  const auto chosen = choose_isa();
  ASSERT_TRUE(chosen);
  EXPECT_TRUE(supported(*chosen));
  for (const Isa isa : kAll) {
    EXPECT_TRUE(!supported(isa) || *chosen >= isa) << name_of(isa);
  }
}

TEST(Isa, TheEnvironmentForcesOne) {
  const Forced portable("portable");
  const auto isa = choose_isa();
  ASSERT_TRUE(isa);
  EXPECT_EQ(*isa, Isa::portable);
  const auto backend = open_backend(1);
  ASSERT_TRUE(backend);
  EXPECT_EQ((*backend)->report().chosen, "portable");
  EXPECT_THAT(
      (*backend)->report().kernels,
      AllOf(Not(::testing::IsEmpty()), Each(Field(&BackendReport::Kernel::variant, "portable"))));
}

TEST(Isa, AnUnknownNameIsAnErrorThatSaysWhatThereIs) {
  const auto isa = choose_isa("sse9");
  ASSERT_FALSE(isa);
  EXPECT_EQ(isa.error().code, Errc::bad_argument);
  EXPECT_EQ(isa.error().message,
            "SOTTO_CPU is sse9, expected one of portable, neon, neondot, i8mm, avx2, avxvnni, "
            "avx512vnni, amx");
}

TEST(Isa, WhatTheProcessorLacksIsAnError) {
  for (const Isa isa : kAll) {
    const auto chosen = choose_isa(name_of(isa));
    EXPECT_EQ(static_cast<bool>(chosen), supported(isa)) << name_of(isa);
    if (!chosen) {
      EXPECT_EQ(chosen.error().code, Errc::unsupported);
      EXPECT_THAT(chosen.error().message, HasSubstr(std::string(name_of(isa))));
    }
  }
}

TEST(Isa, EachFamilyGivesItsBestThatIsAllowed) {
  EXPECT_EQ(best(matmul_f32_variants(), Isa::portable).isa, Isa::portable);
#ifdef SOTTO_X86
  EXPECT_EQ(best(matmul_f32_variants(), Isa::avx512vnni).isa, Isa::avx512vnni);
  EXPECT_EQ(best(attention_variants(), Isa::avx512vnni).isa, Isa::avx2);
  EXPECT_EQ(best(matmul_int8_variants(), Isa::amx).isa, Isa::amx);
  EXPECT_EQ(best(matmul_q8_variants(), Isa::amx).isa, Isa::amx);
  EXPECT_EQ(best(matmul_q8_variants(), Isa::avx512vnni).isa, Isa::avx512vnni);
#endif
}

}  // namespace
}  // namespace sotto::device::cpu
