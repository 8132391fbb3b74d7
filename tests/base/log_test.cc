// The log: what is heard, and by whom.
#include "base/log.h"

#include <gmock/gmock.h>
#include <spdlog/logger.h>

#include <string>
#include <vector>

namespace sotto::log_test {
namespace {

using log::Level;

// Hears the log while it lives.
class Ear {
 public:
  Ear() : before_(log::exchange(nullptr)) {
    log::to_function([this](Level level, std::string_view line) {
      levels.push_back(level);
      lines.emplace_back(line);
    });
  }
  ~Ear() { log::exchange(before_); }

  std::vector<Level> levels;
  std::vector<std::string> lines;

 private:
  const std::shared_ptr<spdlog::logger> before_;
};

TEST(Log, SaysWhatWasGivenAndHowMuchItMatters) {
  Ear ear;
  const std::string name = "a\nb";  // a line stays one
  log::debug("{} {:.1f}", 1, 2.25);
  log::info("{{}}");
  log::warn("{}", name);
  log::error("{:>3}", std::string("x"));
  EXPECT_THAT(ear.lines, ::testing::ElementsAre("1 2.2", "{}", "a b", "  x"));
  EXPECT_THAT(ear.levels,
              ::testing::ElementsAre(Level::debug, Level::info, Level::warn, Level::error));
}

TEST(Log, IsHeardFromALevelOn) {
  Ear ear;
  log::set_level(Level::error);
  log::warn("nobody hears this");
  log::error("this");
  log::set_level(Level::info);
  log::debug("nor this");
  log::info("and this");
  EXPECT_THAT(ear.lines, ::testing::ElementsAre("this", "and this"));
}

}  // namespace
}  // namespace sotto::log_test
