#include "base/kept_figure.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/paths.h"
#include "base/scoped_folders.h"
#include "base/temporary_folder.h"

namespace sotto::kept_figure_test {
namespace {

namespace fs = std::filesystem;

class KeptFigure : public ::testing::Test {
 protected:
  void SetUp() override { ::setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1); }

  Figure figure(const std::string& subject, double value) {
    const auto measure = [this, value]() -> Result<double> {
      ++measured_;
      return value;
    };
    const auto believed = [](double found) {
      return found > 5 ? std::optional(std::chrono::hours(24)) : std::nullopt;
    };
    return {"speed", subject, measure, believed};
  }

  sotto::testing::TemporaryFolder folder_;
  int measured_ = 0;
};

TEST_F(KeptFigure, IsMeasuredOnce) {
  EXPECT_EQ(*kept_figure(figure("this", 1.25)), 1.25);
  EXPECT_EQ(*kept_figure(figure("this", 2)), 1.25);
  EXPECT_EQ(measured_, 1);
  EXPECT_EQ(*read_file(cache_folder() / "speed"), "this\n1250\n");
}

TEST_F(KeptFigure, HoldsForItsSubject) {
  EXPECT_EQ(*kept_figure(figure("this", 1)), 1);
  EXPECT_EQ(*kept_figure(figure("that", 2)), 2);
  EXPECT_EQ(*kept_figure(figure("tha", 3)), 3);
}

TEST_F(KeptFigure, IsBelievedAsLongAsItsOwnerSays) {
  EXPECT_EQ(*kept_figure(figure("this", 6)), 6);
  EXPECT_EQ(*kept_figure(figure("this", 7)), 6);
  fs::last_write_time(cache_folder() / "speed",
                      fs::file_time_type::clock::now() - std::chrono::hours(25));
  EXPECT_EQ(*kept_figure(figure("this", 4)), 4);
  fs::last_write_time(cache_folder() / "speed",
                      fs::file_time_type::clock::now() - std::chrono::hours(25));
  EXPECT_EQ(*kept_figure(figure("this", 7)), 4);
}

TEST_F(KeptFigure, IsMeasuredOnceARunWhereNothingMayBeKept) {
  const ScopedFolders nothing({.keeps = false});
  EXPECT_EQ(*kept_figure(figure("of this run", 1)), 1);
  EXPECT_EQ(*kept_figure(figure("of this run", 2)), 1);
  EXPECT_FALSE(fs::exists(cache_folder() / "speed"));
}

TEST_F(KeptFigure, AnErrorIsNotKept) {
  const auto fails = []() -> Result<double> { return Error{Errc::not_found, "no model"}; };
  EXPECT_FALSE(kept_figure({"speed", "failed", fails}));
  EXPECT_EQ(*kept_figure(figure("failed", 2)), 2);
}

}  // namespace
}  // namespace sotto::kept_figure_test
