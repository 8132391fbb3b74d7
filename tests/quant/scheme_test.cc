#include "quant/scheme.h"

#include <gmock/gmock.h>

namespace sotto::quant::scheme_test {
namespace {

using Kind = Scheme::Kind;
using ::testing::HasSubstr;

TEST(Scheme, NamesAndSchemesAreTheSameThing) {
  for (const char* name : {"f32", "f16", "bf16", "int8", "q8", "q6", "q4", "q8:32", "q6:32",
                           "q4:32", "q8:128", "q6:128", "q4:128"}) {
    const Result<Scheme> scheme = parse_scheme(name);
    ASSERT_TRUE(scheme) << name;
    EXPECT_EQ(name_of(*scheme), name);
  }
  EXPECT_EQ(*parse_scheme("q6:128"), (Scheme{Kind::q6, 128}));
  EXPECT_EQ(*parse_scheme("q4:64"), *parse_scheme("q4"));
  EXPECT_EQ(parse_scheme("q4")->bits(), 4);
  EXPECT_EQ(parse_scheme("int8")->bits(), 0);
}

TEST(Scheme, OtherNamesAreErrors) {
  for (const char* name : {"", "q", "q5", "q8:", "q8:16", "q8:x", "q8:64x", "q8: 64", "q8:-64",
                           "q8:99999999999999", "f32:64", "int8:64", "Q8", "q8 "}) {
    const Result<Scheme> scheme = parse_scheme(name);
    ASSERT_FALSE(scheme) << name;
    EXPECT_EQ(scheme.error().code, Errc::bad_argument);
    EXPECT_THAT(scheme.error().message, HasSubstr("expected f32, f16, bf16, int8, or q8"));
  }
}

TEST(Scheme, FitsWhereTheGroupDividesTheColumns) {
  EXPECT_TRUE(fits({Kind::q8, 32}, 96));
  EXPECT_FALSE(fits({Kind::q8, 64}, 96));
  EXPECT_TRUE(fits({Kind::int8}, 7));
  EXPECT_TRUE(fits({Kind::bf16}, 7));
}

}  // namespace
}  // namespace sotto::quant::scheme_test
