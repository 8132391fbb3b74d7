#include "desktop/recordings.h"

#include <gtest/gtest.h>

#include <string>

namespace sotto::desktop::recordings_test {
namespace {

// Objects as pw-dump 0.3.65 writes them, without what nobody looks at.
std::string node(int id, const std::string& kind, const std::string& state,
                 const std::string& more = "") {
  return "{\"id\": " + std::to_string(id) +
         ", \"type\": \"PipeWire:Interface:Node\", \"version\": 3, \"info\": {\"state\": \"" +
         state + "\", \"error\": null, \"props\": {\"media.class\": \"" + kind +
         "\", \"media.name\": \"a [{ \\\"name\\\" \\\\\"" + more + "}}}";
}

std::string link(int id, int from, int to) {
  return "{\"id\": " + std::to_string(id) +
         ", \"type\": \"PipeWire:Interface:Link\", \"info\": {\"output-node-id\": " +
         std::to_string(from) + ", \"input-node-id\": " + std::to_string(to) + "}}";
}

std::string desk(const std::string& recorder) {
  return "[" + node(1, "Audio/Source", "running") + ",\n" + node(2, "Audio/Sink", "running") +
         ",\n" + recorder + "\n]\n";
}

TEST(RecordingsTest, AStreamThatRunsAndIsLinkedToASourceRecords) {
  Recordings it;
  ASSERT_TRUE(it.push(desk(node(3, "Stream/Input/Audio", "suspended"))));
  EXPECT_FALSE(it.is_any());
  ASSERT_TRUE(it.push("[" + link(4, 1, 3) + "]"));
  EXPECT_FALSE(it.is_any());  // it is paused
  ASSERT_TRUE(
      it.push(R"([{"id": 3, "type": "PipeWire:Interface:Node", "info": {"state": "running"}}])"));
  EXPECT_TRUE(it.is_any());
  ASSERT_TRUE(
      it.push(R"([{"id": 3, "type": "PipeWire:Interface:Node", "info": {"state": "idle"}}])"));
  EXPECT_FALSE(it.is_any());
  ASSERT_TRUE(
      it.push(R"([{"id": 3, "type": "PipeWire:Interface:Node", "info": {"state": "running"}}])"));
  EXPECT_TRUE(it.is_any());
  ASSERT_TRUE(it.push("[\n{\n\"id\": 4,\n\"info\": null\n}\n]\n"));
  EXPECT_FALSE(it.is_any());
}

TEST(RecordingsTest, ArraysComeInPiecesOfAnySize) {
  const std::string all =
      desk(node(3, "Stream/Input/Audio", "running")) + "\n[" + link(4, 1, 3) + "]\n";
  Recordings it;
  for (const char c : all) ASSERT_TRUE(it.push(std::string(1, c)));
  EXPECT_TRUE(it.is_any());
}

TEST(RecordingsTest, MonitorsMetersFiltersAndPlayersAreNoRecordings) {
  const std::string others[] = {
      node(3, "Stream/Output/Audio", "running"),
      node(3, "Stream/Input/Audio", "running", ", \"stream.monitor\": true"),
      node(3, "Stream/Input/Audio", "running", ", \"resample.peaks\": \"true\""),
      node(3, "Stream/Input/Audio", "running", ", \"node.link-group\": \"filter-chain-1\"")};
  for (const std::string& other : others) {
    Recordings it;
    ASSERT_TRUE(it.push(desk(other) + "[" + link(4, 1, 3) + "]"));
    EXPECT_FALSE(it.is_any()) << other;
  }
  Recordings it;
  ASSERT_TRUE(it.push(desk(node(3, "Stream/Input/Audio", "running")) + "[" + link(4, 2, 3) + "]"));
  EXPECT_FALSE(it.is_any());  // what is heard is recorded
  ASSERT_TRUE(
      it.push("[" + node(5, "Audio/Source/Virtual", "running") + "," + link(6, 5, 3) + "]"));
  EXPECT_TRUE(it.is_any());  // a filter's other side
}

TEST(RecordingsTest, WhatIsNoListIsRefusedAndBounded) {
  EXPECT_FALSE(Recordings().push("can't connect"));
  EXPECT_TRUE(Recordings().push("[{\"id\": 1, \"info\": {\"x\": nan}}]"));
  EXPECT_TRUE(Recordings().push("[1, \"two\", {\"id\": \"three\", \"info\": 4}, {}]"));
  Recordings it;
  const std::string much(size_t{1} << 20, '[');
  bool goes_on = true;
  for (int i = 0; i < 20 && goes_on; ++i) goes_on = it.push(much);
  EXPECT_FALSE(goes_on);
}

}  // namespace
}  // namespace sotto::desktop::recordings_test
