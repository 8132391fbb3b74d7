#include "cli/sealed_file.h"

#include <fmt/format.h>

#include <string_view>

#include "base/file.h"
#include "base/fnv.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSealBegin = "(seal ";
constexpr size_t kSealLength = std::string_view(kSeal).size();
constexpr size_t kLargest = size_t{1} << 20;  // bytes

}  // namespace

std::string sealed(std::string text) {
  const size_t at = text.find(kSeal);
  return text.replace(at, kSealLength, fmt::format("(seal {:016x})", fnv1a(text)));
}

bool is_sealed(const std::string& text) {
  const size_t at = text.find(kSealBegin);
  if (at == text.npos || text.size() - at < kSealLength) return false;
  return sealed(std::string(text).replace(at, kSealLength, kSeal)) == text;
}

Result<bool> write_sealed(const fs::path& path, const std::string& text) {
  std::error_code failed;
  if (fs::exists(fs::symlink_status(path, failed))) {
    const Result<std::string> before = read_file(path, kLargest);
    if (!before) return before.error();
    if (*before == text) return false;
    if (!is_sealed(*before)) {
      return Error{Errc::io, fmt::format("{}: is not as sotto wrote it, expected no such file; it "
                                         "was left as it is",
                                         path.string())};
    }
  }
  fs::create_directories(path.parent_path(), failed);
  const Result<void> written = write_file(path, text);
  if (!written) return written.error();
  return true;
}

Result<Removal> remove_sealed(const fs::path& path) {
  std::error_code failed;
  if (!fs::exists(fs::symlink_status(path, failed))) return Removal::none;
  const Result<std::string> text = read_file(path, kLargest);
  if (!text) return text.error();
  if (!is_sealed(*text)) return Removal::kept;
  fs::remove(path, failed);
  if (!failed) return Removal::removed;
  return Error{Errc::io, fmt::format("{}: cannot be removed: {}", path.string(), failed.message())};
}

}  // namespace sotto::cli
