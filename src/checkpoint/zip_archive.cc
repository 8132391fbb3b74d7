#include "checkpoint/zip_archive.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <cstring>

#include "checkpoint/printable.h"

namespace sotto::checkpoint {

// libzip reads the archive through this source, which remembers its last read. libzip does not tell
// where an entry's bytes lie, but reading one byte of a stored entry reads just that byte of the
// file, and so shows the place. `stored` checks that it did.
struct ZipArchive::State {
  std::span<const std::byte> file;
  std::string source;
  zip_uint64_t position = 0;
  zip_uint64_t last_position = 0, last_size = 0;
  zip_error_t error{};
  zip_t* archive = nullptr;

  ~State() {
    if (archive != nullptr) zip_discard(archive);
    zip_error_fini(&error);
  }

  zip_int64_t read(void* data, zip_uint64_t length) {
    const zip_uint64_t size = std::min<zip_uint64_t>(length, file.size() - position);
    if (size != 0) std::memcpy(data, file.data() + position, size);
    last_position = position;
    last_size = size;
    position += size;
    return static_cast<zip_int64_t>(size);
  }

  zip_int64_t seek(void* data, zip_uint64_t length) {
    const zip_int64_t to =
        zip_source_seek_compute_offset(position, file.size(), data, length, &error);
    if (to < 0) return -1;
    position = static_cast<zip_uint64_t>(to);
    return 0;
  }

  zip_int64_t stat(void* data, zip_uint64_t length) {
    if (length < sizeof(zip_stat_t)) return -1;
    auto* result = static_cast<zip_stat_t*>(data);
    zip_stat_init(result);
    result->size = file.size();
    result->valid |= ZIP_STAT_SIZE;
    return sizeof *result;
  }

  static zip_int64_t answer(void* state, void* data, zip_uint64_t length,
                            zip_source_cmd_t command) {
    State& self = *static_cast<State*>(state);
    switch (command) {
      case ZIP_SOURCE_OPEN:
        self.position = 0;
        return 0;
      case ZIP_SOURCE_READ:
        return self.read(data, length);
      case ZIP_SOURCE_SEEK:
        return self.seek(data, length);
      case ZIP_SOURCE_TELL:
        return static_cast<zip_int64_t>(self.position);
      case ZIP_SOURCE_STAT:
        return self.stat(data, length);
      case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&self.error, data, length);
      case ZIP_SOURCE_CLOSE:
      case ZIP_SOURCE_FREE:
        return 0;
      case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(
            ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
            ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
      default:
        zip_error_set(&self.error, ZIP_ER_OPNOTSUPP, 0);
        return -1;
    }
  }

  Error wrong(std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {}", source, what)};
  }
};

ZipArchive::ZipArchive(std::unique_ptr<State> state) : state_(std::move(state)) {}
ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive& ZipArchive::operator=(ZipArchive&&) noexcept = default;
ZipArchive::~ZipArchive() = default;

Result<ZipArchive> ZipArchive::open(std::span<const std::byte> file, std::string_view source) {
  auto state = std::make_unique<State>();
  state->file = file;
  state->source = source;
  zip_error_init(&state->error);
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* from = zip_source_function_create(State::answer, state.get(), &error);
  if (from != nullptr) state->archive = zip_open_from_source(from, ZIP_RDONLY, &error);
  if (state->archive == nullptr) {
    const std::string reason = zip_error_strerror(&error);
    if (from != nullptr) zip_source_free(from);
    zip_error_fini(&error);
    return state->wrong(fmt::format("not a readable zip archive: {}", reason));
  }
  zip_error_fini(&error);
  return ZipArchive(std::move(state));
}

std::vector<std::string> ZipArchive::names() const {
  std::vector<std::string> names;
  const zip_int64_t count = zip_get_num_entries(state_->archive, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* name = zip_get_name(state_->archive, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
    if (name != nullptr) names.emplace_back(name);
  }
  return names;
}

Result<std::span<const std::byte>> ZipArchive::stored(const std::string& name) const {
  State& state = *state_;
  const zip_int64_t index = zip_name_locate(state.archive, name.c_str(), ZIP_FL_ENC_RAW);
  if (index < 0) return state.wrong(fmt::format("there is no entry {}", printable(name)));
  zip_stat_t stat;
  zip_stat_init(&stat);
  constexpr zip_uint64_t kNeeded =
      ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(state.archive, static_cast<zip_uint64_t>(index), 0, &stat) != 0 ||
      (stat.valid & kNeeded) != kNeeded) {
    return state.wrong(fmt::format("entry {} cannot be read", printable(name)));
  }
  if (stat.comp_method != ZIP_CM_STORE || stat.encryption_method != ZIP_EM_NONE) {
    return state.wrong(fmt::format(
        "entry {} is compressed or encrypted, expected it stored as it is", printable(name)));
  }
  if (stat.size == 0) return std::span<const std::byte>();
  zip_file_t* entry = zip_fopen_index(state.archive, static_cast<zip_uint64_t>(index), 0);
  if (entry == nullptr) return state.wrong(fmt::format("entry {} cannot be read", printable(name)));
  state.last_size = 0;
  std::byte first{};
  const zip_int64_t got = zip_fread(entry, &first, 1);
  zip_fclose(entry);
  if (got != 1 || state.last_size != 1 || state.file[state.last_position] != first ||
      stat.size > state.file.size() - state.last_position) {
    return state.wrong(fmt::format("entry {} is not all there: truncated", printable(name)));
  }
  return state.file.subspan(state.last_position, stat.size);
}

}  // namespace sotto::checkpoint
