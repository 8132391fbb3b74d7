#include "base/number.h"

#include <gtest/gtest.h>

#include <clocale>
#include <string>

namespace sotto::number_test {
namespace {

TEST(NumberTest, TheWholeTextOrNothing) {
  EXPECT_EQ(parse_double("1.5"), 1.5);
  EXPECT_EQ(parse_double("-2e3"), -2000);
  EXPECT_EQ(parse_double(".25"), 0.25);
  for (const char* text : {"", " 1", "1 ", "+1", "1,5", "0x10", "1.5x", "1e999", "--1", "one"}) {
    EXPECT_FALSE(parse_double(text)) << text;
  }
}

TEST(NumberTest, IsTheSameInEveryLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where it is not there, nothing changes
  EXPECT_EQ(parse_double("1.5"), 1.5);
  std::setlocale(LC_ALL, before.c_str());
}

}  // namespace
}  // namespace sotto::number_test
