// Tests that run once for each variant of a kernel family.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "device_cpu/isa.h"

namespace sotto::device::cpu::testing {

template <class Fn>
class VariantTest : public ::testing::TestWithParam<Variant<Fn>> {
 protected:
  void SetUp() override {
    if (!supported(this->GetParam().isa)) GTEST_SKIP() << "not on this processor";
  }
};

struct VariantName {
  template <class Info>
  std::string operator()(const Info& info) const {
    return std::string(info.param.name());
  }
};

}  // namespace sotto::device::cpu::testing
