#include "base/base64.h"

#include <gtest/gtest.h>

#include <array>

namespace sotto::base64_test {
namespace {

using namespace std::string_literals;

// RFC 4648, section 10.
constexpr std::array<std::pair<const char*, const char*>, 7> kVectors = {{{"", ""},
                                                                          {"f", "Zg=="},
                                                                          {"fo", "Zm8="},
                                                                          {"foo", "Zm9v"},
                                                                          {"foob", "Zm9vYg=="},
                                                                          {"fooba", "Zm9vYmE="},
                                                                          {"foobar", "Zm9vYmFy"}}};

TEST(Base64, IsThatOfTheStandard) {
  for (const auto& [bytes, text] : kVectors) {
    EXPECT_EQ(base64(std::string_view(bytes)), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
  EXPECT_EQ(base64(std::as_bytes(std::span("foob", 4))), "Zm9vYg==");
}

TEST(Base64, HasLettersOfItsOwnForUrls) {
  EXPECT_EQ(base64("\xfb\xff\xbe"s), "+/++");
  EXPECT_EQ(base64url("\xfb\xff\xbe"s), "-_--");
  EXPECT_EQ(base64url("\xfb"s), "-w");
}

TEST(Base64, AllBytesComeBackAtEachLength) {
  std::string bytes;
  for (int i = 0; i < 600; ++i) {
    ASSERT_EQ(from_base64(base64(bytes)), bytes) << i;
    bytes += static_cast<char>(i * 7);
  }
}

TEST(Base64, RefusesWhatIsNone) {
  for (const char* text : {"Zg", "Zg=", "Z===", "====", "=", "Zg==Zg==", "Zm9v\n", "\nZg=", "Zm-v",
                           "Zm\xc3\xa9", "Zm9vZ=g=", "    "})
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  EXPECT_EQ(from_base64("Zm\0v"s), std::nullopt);
}

}  // namespace
}  // namespace sotto::base64_test
