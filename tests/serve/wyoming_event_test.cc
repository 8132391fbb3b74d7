// Events out of bytes that come in pieces.
#include "serve/wyoming_event.h"

#include <gmock/gmock.h>

namespace sotto::serve::wyoming_event_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string event_bytes(std::string_view data, std::string_view payload = "") {
  return R"({"type": "x", "data_length": )" + std::to_string(data.size()) +
         R"(, "payload_length": )" + std::to_string(payload.size()) + "}\n" + std::string(data) +
         std::string(payload);
}

std::string error_of(std::string_view bytes) {
  WyomingReader reader;
  reader.push(bytes);
  const auto event = reader.next();
  return event ? "no error" : event.error().message;
}

TEST(WyomingReader, TakesBytesAsTheyCome) {
  const std::string bytes =
      event_bytes(R"({"text": "one"})", "\n{}") + event_bytes(R"({"text": "two"})");
  WyomingReader reader;
  std::vector<std::string> texts;
  for (const char c : bytes) {
    reader.push({&c, 1});
    const auto event = reader.next();
    ASSERT_TRUE(event) << event.error().message;
    if (*event) texts.push_back((*event)->data["text"]);
  }
  EXPECT_THAT(texts, ::testing::ElementsAre("one", "two"));
}

TEST(WyomingReader, JoinsTheDataOfTheLineAndThatBehindIt) {
  WyomingReader reader;
  reader.push(R"({"type": "x", "data": {"a": 1, "b": 1}, "data_length": 8})"
              "\n{\"b\": 2}{\"type\": \"y\"}\n");
  EXPECT_EQ((*reader.next())->data, (nlohmann::json{{"a", 1}, {"b", 2}}));
  EXPECT_EQ((*reader.next())->type, "y");
  EXPECT_FALSE(*reader.next());
}

TEST(WyomingReader, SaysWhatIsNoEvent) {
  EXPECT_THAT(error_of("GET / HTTP/1.1\n"), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_of("{}\n"), HasSubstr("type is missing, expected a string"));
  EXPECT_THAT(error_of("{\"type\": \"x\", \"data_length\": -1}\n"), HasSubstr("data_length"));
  EXPECT_THAT(error_of("{\"type\": \"x\", \"payload_length\": 1048577}\n"),
              HasSubstr("payload_length is no integer from 0 to 1048576"));
  EXPECT_THAT(error_of(event_bytes("[]")), HasSubstr("expected an object"));
  EXPECT_THAT(error_of(std::string(70000, 'x')), HasSubstr("longer than 65536 bytes"));
}

TEST(WyomingReader, RefusesDeepData) {  // whoever copies it would recurse
  const std::string levels(400'000, '[');
  EXPECT_THAT(error_of(event_bytes("{\"a\":" + levels + std::string(400'000, ']') + "}")),
              StartsWith("an event's data: JSON nested more than 64 levels"));
}

}  // namespace
}  // namespace sotto::serve::wyoming_event_test
