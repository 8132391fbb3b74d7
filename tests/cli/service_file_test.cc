#include "cli/service_file.h"

#include <gmock/gmock.h>

#include "cli/sealed_file.h"

namespace sotto::cli::service_file_test {
namespace {

using ::testing::HasSubstr;

TEST(ServiceFile, LaunchdHasAWordAString) {
  const std::string text = launchd_agent({"/opt/a b/sotto", "serve", "--speaker", "<&>.wav"});
  EXPECT_THAT(text, HasSubstr("    <string>/opt/a b/sotto</string>\n    <string>serve</string>\n"));
  EXPECT_THAT(text, HasSubstr("    <string>&lt;&amp;&gt;.wav</string>\n  </array>"));
  EXPECT_TRUE(is_sealed(text));
}

TEST(ServiceFile, AnyChangeBreaksTheSeal) {
  const std::string text = systemd_unit({"/opt/sotto", "serve"});
  ASSERT_TRUE(is_sealed(text));
  for (size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = other[i] == 'x' ? 'y' : 'x';
    EXPECT_FALSE(is_sealed(other)) << i;
  }
  EXPECT_FALSE(is_sealed(""));
  EXPECT_FALSE(is_sealed("(seal 00"));
}

}  // namespace
}  // namespace sotto::cli::service_file_test
