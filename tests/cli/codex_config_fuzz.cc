// Any bytes as Codex' config.toml: where sotto's line can be written, what is there then is TOML with
// that notify, and uninstall gives the bytes back. Where it cannot, they stay.
#include <toml++/toml.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/file.h"
#include "cli/codex_config.h"

namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& file) {
  const auto bytes = sotto::read_file(file, size_t{1} << 24);
  if (!bytes) abort();
  return *bytes;
}

// The third word of the hook that is read in it.
std::string notified(const std::string& text) {
  try {
    const toml::table table = toml::parse(text);
    return table["notify"][2].value_or(std::string());
  } catch (const toml::parse_error&) {
    abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const fs::path file = fs::temp_directory_path() /
                               ("sotto-codex-fuzz-" + std::to_string(::getpid())) / "config.toml";
  fs::create_directories(file.parent_path());
  const std::string before(reinterpret_cast<const char*>(data), size);
  if (!sotto::write_file(file, before, fs::perms::owner_read | fs::perms::owner_write)) abort();
  const auto installed = sotto::cli::install_notify(file, {"/bin/sotto", "hook", "--a \"b\"\\\n"});
  if (!installed) {
    if (content(file) != before) abort();
    return 0;
  }
  const std::string after = content(file);
  if (notified(after) != "--a \"b\"\\\n") abort();
  const auto again = sotto::cli::install_notify(file, {"/bin/sotto", "hook", "--a \"b\"\\\n"});
  if (!again || *again) abort();
  const auto gone = sotto::cli::uninstall_notify(file);
  if (!gone || !*gone) abort();
  // A line of ours that was there already goes, too, and with it a file that was ours.
  const bool had_ours = before.find("# by `sotto hook install`") != before.npos;
  if (!had_ours && content(file) != before) abort();
  return 0;
}
