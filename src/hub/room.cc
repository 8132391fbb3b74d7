#include "hub/room.h"

#include <fmt/format.h>

#include <string>

namespace sotto::hub {
namespace {

std::string size_text(uint64_t bytes) {
  constexpr double kMega = 1e6, kGiga = 1e9;
  const auto size = static_cast<double>(bytes);
  return size < kGiga ? fmt::format("{:.1f} MB", size / kMega)
                      : fmt::format("{:.1f} GB", size / kGiga);
}

}  // namespace

Result<void> check_room(const std::filesystem::path& folder, uint64_t needed_bytes) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return Error{Errc::io, fmt::format("{}: cannot be made: {}", folder.string(), error.message())};
  }
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  if (error || space.available >= needed_bytes) return {};
  return Error{Errc::io, fmt::format("{}: {} are free on its disk, {} are needed", folder.string(),
                                     size_text(space.available), size_text(needed_bytes))};
}

}  // namespace sotto::hub
