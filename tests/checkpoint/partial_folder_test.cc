#include "checkpoint/partial_folder.h"

#include <gmock/gmock.h>

#include <thread>
#include <vector>

#include "checkpoint/files.h"
#include "golden.h"

namespace sotto::checkpoint::partial_folder_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class PartialFolderTest : public ::testing::Test {
 protected:
  size_t entries() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(parent_.path()), {}));
  }
  fs::path target() const { return parent_.path() / "model"; }
  static void fill(const PartialFolder& folder, std::string_view text) {
    std::ofstream(folder.path() / "file") << text;
  }

  TemporaryFolder parent_;
};

TEST_F(PartialFolderTest, AppearsWhenItIsCommitted) {
  auto folder = PartialFolder::create(target());
  ASSERT_TRUE(folder) << folder.error().message;
  EXPECT_THAT(folder->path().filename().string(), ::testing::StartsWith("model.sotto-partial-"));
  fill(*folder, "new");
  EXPECT_FALSE(fs::exists(target()));
  ASSERT_TRUE(folder->commit(false));
  EXPECT_EQ(sotto::testing::golden_text(target() / "file"), "new");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(PartialFolderTest, IsRemovedWhenItIsNot) {
  { fill(*PartialFolder::create(target()), "lost"); }
  EXPECT_EQ(entries(), 0u);
}

TEST_F(PartialFolderTest, ReplacesOnlyWhenItShould) {
  parent_.write("model/old", "old");
  {
    auto folder = PartialFolder::create(target().string() + "/");
    fill(*folder, "new");
    const Result<void> refused = folder->commit(false);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("model: cannot be made: File exists"));
    EXPECT_TRUE(fs::exists(target() / "old"));
    EXPECT_TRUE(folder->commit(true));
  }
  EXPECT_FALSE(fs::exists(target() / "old"));
  EXPECT_EQ(sotto::testing::golden_text(target() / "file"), "new");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(PartialFolderTest, LeftoversGoAndWhatIsInUseStays) {
  parent_.write("model.sotto-partial-aB3dE9/model.safetensors", "half");
  parent_.write("model.sotto-partial-notes/file", "another name");
  parent_.write("other.sotto-partial-aB3dE9/file", "another target");
  const auto first = PartialFolder::create(target());
  const auto second = PartialFolder::create(target());
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(fs::exists(parent_.path() / "model.sotto-partial-aB3dE9"));
  EXPECT_TRUE(fs::exists(parent_.path() / "model.sotto-partial-notes"));
  EXPECT_TRUE(fs::exists(parent_.path() / "other.sotto-partial-aB3dE9"));
  EXPECT_TRUE(fs::exists(first->path()));
}

// The one looks for leftovers while the other's folder has no lock on it yet.
TEST_F(PartialFolderTest, SeveralMayBeginAtOnce) {
  const auto begin = [&] {
    for (int round = 0; round < 300; ++round) {
      const auto folder = PartialFolder::create(target());
      ASSERT_TRUE(folder) << folder.error().message;
      fill(*folder, "mine");
      EXPECT_TRUE(fs::exists(folder->path() / "file"));
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(begin);
  }
  EXPECT_EQ(entries(), 0u);
}

TEST_F(PartialFolderTest, SaysWhereItCannotBe) {
  const auto folder = PartialFolder::create(parent_.path() / "gone" / "model");
  ASSERT_FALSE(folder);
  EXPECT_THAT(folder.error().message, HasSubstr("gone/model: cannot make a folder beside it"));
}

}  // namespace
}  // namespace sotto::checkpoint::partial_folder_test
