#include "base/printable.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace sotto::printable_test {
namespace {

TEST(Printable, LeavesWhatIsWritten) {
  const std::string text = "All 42 tests pass: 試験は通りました, naïve 👍";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, LetsNoEscapeThrough) {
  EXPECT_EQ(printable("\x1b]52;c;cm0gLXJm\x07 hi"), "?]52;c;cm0gLXJm? hi");
  EXPECT_EQ(printable("a\nb\tc\r\nd"), "a b c  d");
  std::string all;
  for (char32_t c = 0; c < 0x3000; ++c) append_utf8(all, c);
  const std::string line = printable(all);
  for (size_t i = 0; i < line.size();) {
    const char32_t c = next_code_point(line, i);
    EXPECT_FALSE(c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x202E || c == 0x2066) << int(c);
  }
}

TEST(Printable, MakesBytesThatAreNoCharactersVisible) {
  EXPECT_EQ(printable("a\xff\x9b"), "a\uFFFD\uFFFD");
}

}  // namespace
}  // namespace sotto::printable_test
