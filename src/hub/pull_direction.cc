#include "hub/pull_direction.h"

#include <algorithm>

#include "base/file.h"
#include "base/log.h"
#include "checkpoint/partial_folder.h"
#include "hub/direction.h"
#include "hub/room.h"
#include "hub/unpacked_file.h"

namespace sotto::hub {
namespace {

namespace fs = std::filesystem;

constexpr int kMostTries = 2;  // of a file that comes damaged

const RegistryFile& network_of(const RegistryModel& model) {
  return *std::ranges::find(model.files, RegistryFile::Role::model, &RegistryFile::role);
}

Result<void> fetch(RegistrySource& source, const RegistryFile& file, const fs::path& path,
                   const std::function<void(uint64_t)>& progress, const std::stop_token& stop) {
  const auto made = UnpackedFile::create(path, file, progress);
  if (!made) return made.error();
  UnpackedFile& unpacked = **made;
  for (int tries = 1;; ++tries) {
    Result<void> fetched = source.read(file.path, unpacked, stop);
    if (fetched) fetched = unpacked.finish();
    if (fetched || fetched.error().code != Errc::bad_format || tries == kMostTries) return fetched;
    log::info("{}; fetching it again", fetched.error().message);
    if (auto emptied = unpacked.restart(); !emptied) return emptied;
  }
}

}  // namespace

uint64_t listed_bytes(const RegistryModel& model) {
  uint64_t bytes = 0;
  for (const RegistryFile& file : model.files) bytes += file.bytes;
  return bytes;
}

bool has_model(const fs::path& folder, const RegistryModel& model) {
  const auto said = read_direction_file(folder);
  if (!said || said->from != model.from || said->to != model.to ||
      said->architecture != model.architecture || said->sha256 != network_of(model).sha256)
    return false;
  return std::ranges::all_of(model.files, [&](const RegistryFile& file) {
    std::error_code error;
    const uintmax_t bytes = fs::file_size(folder / file.name(), error);
    return !error && (file.bytes == 0 ? bytes > 0 : bytes == file.bytes);
  });
}

Result<void> pull_direction(RegistrySource& source, const RegistryModel& model,
                            const fs::path& folder,
                            const std::function<void(uint64_t done, uint64_t all)>& progress,
                            const std::stop_token& stop) {
  const uint64_t all = listed_bytes(model);
  if (const auto room = check_room(folder.parent_path(), all); !room) return room;
  auto partial = checkpoint::PartialFolder::create(folder);
  if (!partial) return partial.error();
  uint64_t done = 0;
  for (const RegistryFile& file : model.files) {
    const auto heard = [&](uint64_t bytes) { progress(done + std::min(bytes, file.bytes), all); };
    const auto fetched = fetch(source, file, partial->path() / file.name(), heard, stop);
    if (!fetched) return fetched;
    done += file.bytes;
  }
  const RegistryFile& network = network_of(model);
  const DirectionFile said{model.from, model.to, model.architecture, source.address(network.path),
                           network.sha256};
  if (auto r = write_file(partial->path() / DirectionFile::kFile, said.json()); !r) return r;
  return partial->commit(true);
}

}  // namespace sotto::hub
