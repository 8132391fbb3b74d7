#include "base/kept_figure.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "base/file.h"
#include "base/paths.h"

namespace sotto {
namespace {

namespace fs = std::filesystem;

fs::path file_of(const Figure& figure) { return cache_folder() / figure.name; }

std::optional<double> kept(const Figure& figure) {
  if (!cache_enabled()) return {};
  const Result<std::string> text = read_file(file_of(figure));
  if (!text || !text->starts_with(figure.subject + '\n')) return std::nullopt;
  int64_t thousandths = 0;
  const char* begin = text->data() + figure.subject.size() + 1;
  if (std::from_chars(begin, text->data() + text->size(), thousandths).ec != std::errc()) return {};
  const double value = static_cast<double>(thousandths) / 1e3;
  const auto most = figure.believed ? figure.believed(value) : std::nullopt;
  std::error_code ignored;
  const auto age = fs::file_time_type::clock::now() - fs::last_write_time(file_of(figure), ignored);
  if (most && age > *most) return {};
  return value;
}

bool keep(const Figure& figure, double value) {
  if (!cache_enabled()) return false;
  std::error_code ignored;
  fs::create_directories(cache_folder(), ignored);
  const std::string text = fmt::format("{}\n{:.0f}\n", figure.subject, 1e3 * value);
  return static_cast<bool>(write_file(file_of(figure), text));
}

}  // namespace

Result<double> kept_figure(const Figure& figure) {
  static std::mutex measuring;
  static std::map<std::pair<std::string, std::string>, double> measured;  // where nothing is kept
  const std::lock_guard lock(measuring);
  if (const auto value = kept(figure)) return *value;
  const std::pair what{figure.name, figure.subject};
  if (const auto value = measured.find(what); value != measured.end()) return value->second;
  const Result<double> value = figure.measure();
  if (value && !keep(figure, *value)) measured[what] = *value;
  return value;
}

}  // namespace sotto
