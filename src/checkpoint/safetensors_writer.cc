#include "checkpoint/safetensors_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "checkpoint/printable.h"

namespace sotto::checkpoint {
namespace {

constexpr size_t kAlignment = 64;
constexpr const char* kMetadataKey = "__metadata__";

// The largest power of two up to 64 that divides the size.
size_t alignment_of(size_t bytes) {
  return bytes == 0 ? kAlignment : std::min(kAlignment, size_t{1} << std::countr_zero(bytes));
}

Error io_error(const std::string& path) {
  return {Errc::io, fmt::format("{}: cannot write: {}", path, std::strerror(errno))};
}

}  // namespace

size_t TensorSpec::bytes() const {
  size_t bytes = size_of(dtype);
  for (const int64_t size : shape) bytes *= static_cast<size_t>(size);
  return bytes;
}

void sort_for_alignment(std::vector<TensorSpec>& tensors) {
  std::stable_sort(tensors.begin(), tensors.end(), [](const TensorSpec& a, const TensorSpec& b) {
    return alignment_of(a.bytes()) > alignment_of(b.bytes());
  });
}

struct SafetensorsWriter::State {
  std::string path;
  int fd = -1;
  size_t file_bytes = 0;
  struct Place {
    size_t begin, size;
  };
  std::map<std::string, Place> places;
  std::atomic<size_t> missing = 0;  // bytes

  ~State() {
    if (fd >= 0) ::close(fd);
  }

  Result<void> write_at(size_t at, const void* data, size_t size) const {
    const char* from = static_cast<const char*>(data);
    while (size > 0) {
      const ssize_t n = ::pwrite(fd, from, size, static_cast<off_t>(at));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return io_error(path);
      at += static_cast<size_t>(n);
      from += n;
      size -= static_cast<size_t>(n);
    }
    return {};
  }
};

SafetensorsWriter::SafetensorsWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
SafetensorsWriter::SafetensorsWriter(SafetensorsWriter&&) noexcept = default;
SafetensorsWriter& SafetensorsWriter::operator=(SafetensorsWriter&&) noexcept = default;
SafetensorsWriter::~SafetensorsWriter() = default;

Result<SafetensorsWriter> SafetensorsWriter::create(
    const std::filesystem::path& path, std::vector<TensorSpec> tensors,
    const std::map<std::string, std::string>& metadata) {
  auto state = std::make_unique<State>();
  state->path = path.string();
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header[kMetadataKey] = metadata;
  size_t size = 0;
  for (const TensorSpec& t : tensors) {
    if (t.name == kMetadataKey ||
        !state->places.emplace(t.name, State::Place{size, t.bytes()}).second)
      return Error{Errc::bad_argument,
                   fmt::format("{}: tensor name {} is taken", state->path, printable(t.name))};
    header[t.name] = {{"dtype", name_of(t.dtype)},
                      {"shape", t.shape},
                      {"data_offsets", {size, size + t.bytes()}}};
    size += t.bytes();
  }
  std::string text = dumped(header);
  const uint64_t data = (sizeof(uint64_t) + text.size() + kAlignment - 1) / kAlignment * kAlignment;
  text.resize(data - sizeof(uint64_t), ' ');  // the format allows spaces behind the header
  const uint64_t header_bytes = text.size();
  text.insert(0, reinterpret_cast<const char*>(&header_bytes), sizeof header_bytes);
  for (auto& [name, place] : state->places) place.begin += data;
  state->missing = size;
  state->file_bytes = data + size;
  state->fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (state->fd < 0 || ::ftruncate(state->fd, static_cast<off_t>(state->file_bytes)) != 0)
    return io_error(state->path);
  if (const Result<void> r = state->write_at(0, text.data(), text.size()); !r) return r.error();
  return SafetensorsWriter(std::move(state));
}

Result<void> SafetensorsWriter::write(const std::string& name, size_t first_byte,
                                      std::span<const std::byte> bytes) {
  const auto it = state_->places.find(name);
  assert(it != state_->places.end() && first_byte + bytes.size() <= it->second.size);
  state_->missing -= bytes.size();
  return state_->write_at(it->second.begin + first_byte, bytes.data(), bytes.size());
}

Result<void> SafetensorsWriter::finish() {
  if (state_->missing != 0) {
    return Error{Errc::internal, fmt::format("{}: {} bytes of tensors were not written",
                                             state_->path, state_->missing.load())};
  }
  if (::fsync(state_->fd) != 0) return io_error(state_->path);
  return {};
}

size_t SafetensorsWriter::file_bytes() const { return state_->file_bytes; }

Result<void> write_safetensors(const std::filesystem::path& path,
                               std::span<const StoredTensor> tensors) {
  std::vector<TensorSpec> specs;
  for (const StoredTensor& t : tensors) specs.push_back({t.name, t.dtype, t.shape});
  sort_for_alignment(specs);
  std::filesystem::path partial = path;
  partial += fmt::format(".{}.partial", ::getpid());
  const auto written = [&]() -> Result<void> {
    Result<SafetensorsWriter> file = SafetensorsWriter::create(partial, std::move(specs), {});
    if (!file) return file.error();
    for (const StoredTensor& t : tensors) {
      if (const Result<void> r = file->write(t.name, 0, t.bytes); !r) return r.error();
    }
    if (const Result<void> r = file->finish(); !r) return r.error();
    std::error_code failed;
    std::filesystem::rename(partial, path, failed);
    if (failed)
      return Error{Errc::io,
                   fmt::format("{}: cannot be written: {}", path.string(), failed.message())};
    return {};
  }();
  std::error_code ignored;
  if (!written) std::filesystem::remove(partial, ignored);
  return written;
}

}  // namespace sotto::checkpoint
