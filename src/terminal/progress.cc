#include "terminal/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace sotto::terminal {
namespace {

constexpr int kBarWidth = 30;

}  // namespace

Progress::Progress(std::string what, bool quiet, Unit unit)
    : what_(std::move(what)),
      quiet_(quiet),
      bar_(::isatty(STDERR_FILENO) == 1),
      unit_(unit),
      begin_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (!quiet_ && bar_ && shown_ >= 0) std::fputc('\n', stderr);
}

void Progress::show(size_t done, size_t all) {
  const int percent = all == 0 ? 100 : static_cast<int>(done * 100.0 / static_cast<double>(all));
  if (quiet_ || percent <= shown_) return;
  if (!bar_ && percent / 10 == shown_ / 10 && shown_ >= 0) return;
  if (shown_ < 0) begun_with_ = done;
  shown_ = percent;
  const std::string amount = unit_ == Unit::bytes
                                 ? fmt::format("{:.1f} of {:.1f} MB", done / 1e6, all / 1e6)
                                 : fmt::format("{} of {}", done, all);
  std::string line = fmt::format("{}  {:3} %  {}  {:.1f} s", what_, percent, amount, seconds());
  // Bytes that were there before are no measure of how fast the rest comes.
  if (const double rate = static_cast<double>(done - begun_with_) / seconds();
      rate > 0 && done < all) {
    if (unit_ == Unit::bytes) line += fmt::format(", {:.1f} MB/s", rate / 1e6);
    line += fmt::format(", {:.0f} s left", static_cast<double>(all - done) / rate);
  }
  if (bar_) {
    const int filled = percent * kBarWidth / 100;
    line = fmt::format("\r[{:#<{}}{:{}}] {}\x1b[K", "", filled, "", kBarWidth - filled, line);
  } else {
    line += '\n';
  }
  std::fputs(line.c_str(), stderr);
}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

}  // namespace sotto::terminal
