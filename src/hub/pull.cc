#include "hub/pull.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "checkpoint/hub_cache.h"
#include "hub/blob.h"
#include "hub/room.h"

namespace sotto::hub {
namespace {

namespace fs = std::filesystem;

// Backup programs leave such a folder out (the cache directory tagging standard).
void tag_cache() {
  const fs::path tag = checkpoint::hub_cache() / "CACHEDIR.TAG";
  std::error_code ignored;
  if (!fs::exists(tag, ignored))
    (void)write_file(tag, "Signature: 8a477f597d28d172789f06886806bc55\n");
}

// A link to the blob, as short as the depth of the path allows.
Result<void> link_file(const fs::path& snapshot, const RemoteFile& file) {
  const fs::path link = snapshot / file.path;
  fs::path blob = "../../blobs";
  for (const char c : file.path)
    if (c == '/') blob = ".." / blob;
  blob /= file.digest;
  std::error_code error;
  fs::create_directories(link.parent_path(), error);
  if (fs::is_symlink(link, error) && fs::read_symlink(link, error) == blob) return {};
  fs::remove(link, error);
  fs::create_symlink(blob, link, error);
  if (!error) return {};
  return Error{Errc::io, fmt::format("{}: cannot be made: {}", link.string(), error.message())};
}

}  // namespace

uint64_t missing_bytes(const Repository& repository, const std::vector<RemoteFile>& files) {
  uint64_t bytes = 0;
  std::error_code ignored;
  for (const RemoteFile& file : files)
    if (!fs::exists(blob_path(repository, file), ignored)) bytes += file.bytes;
  return bytes;
}

Result<fs::path> pull(Http& http, const Repository& repository,
                      const std::vector<RemoteFile>& files, uint64_t room_for_more,
                      const std::function<void(uint64_t done, uint64_t all)>& progress,
                      const std::stop_token& stop) {
  const fs::path folder = checkpoint::hub_folder(repository.id);
  const auto room = check_room(folder, missing_bytes(repository, files) + room_for_more);
  if (!room) return room.error();
  tag_cache();
  uint64_t all = 0, done = 0;
  for (const RemoteFile& file : files) all += file.bytes;
  for (const RemoteFile& file : files) {
    const auto fetched = fetch_blob(
        http, repository, file, [&](uint64_t bytes) { progress(done + bytes, all); }, stop);
    if (!fetched) return fetched.error();
    done += file.bytes;
  }
  const fs::path snapshot = folder / "snapshots" / repository.commit;
  for (const RemoteFile& file : files)
    if (const auto linked = link_file(snapshot, file); !linked) return linked.error();
  if (repository.revision != repository.commit) {
    std::error_code error;
    fs::create_directories(folder / "refs", error);
    const auto named = write_file(folder / "refs" / repository.revision, repository.commit);
    if (!named) return named.error();
  }
  return snapshot;
}

}  // namespace sotto::hub
