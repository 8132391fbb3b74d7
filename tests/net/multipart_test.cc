// Forms with files, as browsers and clients send them, and what is none.
#include "net/multipart.h"

#include <gmock/gmock.h>

namespace sotto::net::multipart_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

const std::string kType = "multipart/form-data; boundary=x-Y'1";

std::string form(std::initializer_list<std::string> parts) {
  std::string body;
  for (const std::string& part : parts) body += "--x-Y'1\r\n" + part + "\r\n";
  return body + "--x-Y'1--\r\n";
}

TEST(Multipart, HasFieldsAndFiles) {
  const auto parts = parse_multipart(
      kType, form({"Content-Disposition: form-data; name=\"q\"\r\n\r\nAll tests pass.",
                   "content-type: text/plain\r\ncontent-disposition: form-data; name=file; "
                   "filename=\"a \\\"b\\\".txt\"\r\n\r\none\r\n\r\n--x-Y two\r\n"}));
  ASSERT_TRUE(parts) << parts.error().message;
  ASSERT_EQ(parts->size(), 2u);
  EXPECT_EQ((*parts)[0].name, "q");
  EXPECT_EQ((*parts)[0].file_name, std::nullopt);
  EXPECT_EQ((*parts)[0].content, "All tests pass.");
  EXPECT_EQ((*parts)[1].name, "file");
  EXPECT_THAT((*parts)[1].file_name, Optional(std::string("a \"b\".txt")));
  EXPECT_EQ((*parts)[1].content, "one\r\n\r\n--x-Y two\r\n");
}

TEST(Multipart, MayBeEmptyOrHaveAPreamble) {
  EXPECT_TRUE(parse_multipart(kType, "--x-Y'1--")->empty());
  const auto parts = parse_multipart(
      kType, "hello\r\n" + form({"Content-Disposition: form-data; name=\"q\"\r\n\r\n"}));
  ASSERT_TRUE(parts) << parts.error().message;
  ASSERT_EQ(parts->size(), 1u);
  EXPECT_EQ((*parts)[0].content, "");
  // A boundary in quotes, behind another parameter.
  EXPECT_TRUE(parse_multipart("multipart/form-data; charset=utf-8; boundary=\"x-Y'1\"",
                              form({"Content-Disposition: form-data; name=q\r\n\r\nx"})));
}

TEST(Multipart, ThatMakesNoSenseIsRefused) {
  const std::string part = "Content-Disposition: form-data; name=\"q\"\r\n\r\nx";
  const auto error_of = [](const std::string& type, const std::string& body) {
    const auto parts = parse_multipart(type, body);
    return parts ? std::string() : parts.error().message;
  };
  EXPECT_THAT(error_of("multipart/form-data", form({part})), HasSubstr("no boundary"));
  EXPECT_THAT(error_of(kType, "nothing"), HasSubstr("not in it"));
  EXPECT_THAT(error_of(kType, "--x-Y'1\r\n" + part), HasSubstr("breaks off"));
  EXPECT_THAT(error_of(kType, "--x-Y'1 z\r\n" + part), HasSubstr("does not end"));
  EXPECT_THAT(error_of(kType, form({"X: y\r\n\r\nx"})), HasSubstr("no Content-Disposition"));
  EXPECT_THAT(error_of(kType, form({"Content-Disposition: form-data\r\n\r\nx"})),
              HasSubstr("no name"));
  EXPECT_THAT(error_of(kType, form({"no head"})), HasSubstr("no end"));
  std::string many;
  for (int i = 0; i < 65; ++i) many += "--x-Y'1\r\n" + part + "\r\n";
  EXPECT_THAT(error_of(kType, many + "--x-Y'1--"), HasSubstr("more than 64"));
}

}  // namespace
}  // namespace sotto::net::multipart_test
