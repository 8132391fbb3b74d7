#include "base/xml.h"

#include <gtest/gtest.h>

namespace sotto::xml_test {
namespace {

using std::string_literals::operator""s;

TEST(Xml, ShowsMarkupAsText) {
  EXPECT_EQ(escaped_xml("<a b='c' d=\"e\"> & 端"),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt; &amp; 端");
}

TEST(Xml, HasNoControlCharactersButWhiteSpace) {
  EXPECT_EQ(escaped_xml("a\x1b[31m\0b\t\r\nc\x7f"s), "a[31mb\t\r\nc\x7f");
}

}  // namespace
}  // namespace sotto::xml_test
