#include "desktop/volume_record.h"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <string>

#include "base/file.h"
#include "base/temporary_folder.h"

namespace sotto::desktop::volume_record_test {
namespace {

TEST(VolumeRecordTest, WhatOneProcessWroteTheNextOneReads) {
  const sotto::testing::TemporaryFolder folder;
  const auto path = folder.path() / "not" / "there" / "yet.json";
  {
    VolumeRecord record(path);
    EXPECT_TRUE(record.read().empty());
    ASSERT_TRUE(record.write({{"a \"b\" \x01", 0.1, 0.025}, {"c", 1.0 / 3, 0.08}}));
  }
  VolumeRecord record(path);
  const auto found = record.read();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "a \"b\" \x01");
  EXPECT_EQ(found[0].before, 0.1);
  EXPECT_EQ(found[1].before, 1.0 / 3);  // to the last bit
  EXPECT_EQ(found[1].now, 0.08);
  ASSERT_TRUE(record.write({}));
  EXPECT_TRUE(record.read().empty());
  EXPECT_EQ(std::filesystem::file_size(path), 0u);
}

TEST(VolumeRecordTest, ASecondOneHasNoFile) {
  const sotto::testing::TemporaryFolder folder;
  std::optional<VolumeRecord> first(folder.path() / "r.json");
  ASSERT_TRUE(first->write({{"a", 1, 0.25}}));
  {
    VolumeRecord second(folder.path() / "r.json");
    EXPECT_TRUE(second.is_lost());
    EXPECT_TRUE(second.read().empty());
    EXPECT_FALSE(second.write({}));
  }
  EXPECT_EQ(first->read().size(), 1u);
  first.reset();
  EXPECT_EQ(VolumeRecord(folder.path() / "r.json").read().size(), 1u);
}

TEST(VolumeRecordTest, WhatSomebodyElseWroteIsNoVolume) {
  const sotto::testing::TemporaryFolder folder;
  const auto path = folder.path() / "r.json";
  for (const char* text :
       {"", "[", "{}", "[1, {}]", R"([{"player": "a", "before": 1e9, "now": 0.2}])",
        R"([{"player": "a", "before": -1, "now": 0.2}])",
        R"([{"player": 3, "before": 1, "now": 0}])",
        R"([{"player": "a", "before": "1", "now": 0.2}])"}) {
    std::ofstream(path) << text;
    EXPECT_TRUE(VolumeRecord(path).read().empty()) << text;
  }
  std::ofstream(path) << std::string(200'000, '[');
  EXPECT_TRUE(VolumeRecord(path).read().empty());
}

}  // namespace
}  // namespace sotto::desktop::volume_record_test
