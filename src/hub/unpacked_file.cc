#include "hub/unpacked_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace sotto::hub {
namespace {

// Bytes that packing may add to bytes that cannot be made smaller. Empty members and frames have no
// end otherwise.
constexpr uint64_t kPackingBytes = uint64_t{1} << 20;

}  // namespace

UnpackedFile::UnpackedFile(const std::filesystem::path& path, const RegistryFile& file,
                           std::function<void(uint64_t)> progress)
    : path_(path),
      wanted_(file),
      progress_(std::move(progress)),
      file_(std::fopen(path.c_str(), "wbxe"), std::fclose) {}

Result<std::unique_ptr<UnpackedFile>> UnpackedFile::create(const std::filesystem::path& path,
                                                           const RegistryFile& file,
                                                           std::function<void(uint64_t)> progress) {
  std::unique_ptr<UnpackedFile> made(new UnpackedFile(path, file, std::move(progress)));
  if (!made->file_) return made->failed("made");
  if (const auto begun = made->restart(); !begun) return begun.error();
  return made;
}

Result<void> UnpackedFile::restart() {
  if (std::fflush(file_.get()) != 0 || ::ftruncate(::fileno(file_.get()), 0) != 0)
    return failed("emptied");
  std::rewind(file_.get());
  packed_ = written_ = 0;
  digest_ = std::make_unique<Digest>(wanted_.sha256, 0);
  unpacker_ = std::make_unique<Unpacker>(
      wanted_.path, [this](std::span<const char> bytes) { return write(bytes); });
  return {};
}

Result<void> UnpackedFile::append(std::span<const char> packed) {
  packed_ += packed.size();
  const uint64_t most = wanted_.bytes > 0 ? wanted_.bytes : wanted_.most_bytes();
  if (packed_ > most + kPackingBytes) {
    return Error{Errc::bad_format,
                 fmt::format("{}: more bytes come than it has unpacked, {}", wanted_.path, most)};
  }
  return unpacker_->add(packed);
}

Result<void> UnpackedFile::write(std::span<const char> bytes) {
  const uint64_t most = wanted_.bytes > 0 ? wanted_.bytes : wanted_.most_bytes();
  if (bytes.size() > most - written_) {
    return Error{Errc::bad_format,
                 wanted_.bytes > 0
                     ? fmt::format("{}: unpacks to more than the {} bytes that the registry lists",
                                   wanted_.path, most)
                     : fmt::format("{}: unpacks to more than {} bytes, the most that is expected",
                                   wanted_.path, most)};
  }
  digest_->add(bytes);
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
    return failed("written");
  written_ += bytes.size();
  progress_(written_);
  return {};
}

Result<void> UnpackedFile::finish() {
  if (auto whole = unpacker_->finish(); !whole) return whole;
  if (written_ == 0 || (wanted_.bytes > 0 && written_ != wanted_.bytes)) {
    return Error{Errc::bad_format,
                 fmt::format("{}: unpacks to {} bytes, expected {}", wanted_.path, written_,
                             wanted_.bytes > 0 ? std::to_string(wanted_.bytes) : "some")};
  }
  const std::string hash = digest_->hex();
  if (!wanted_.sha256.empty() && hash != wanted_.sha256) {
    return Error{Errc::bad_format, fmt::format("{}: what came has the SHA-256 {}, expected {}",
                                               wanted_.path, hash, wanted_.sha256)};
  }
  if (std::fflush(file_.get()) != 0 || ::fsync(::fileno(file_.get())) != 0)
    return failed("written");
  return {};
}

Error UnpackedFile::failed(const char* verb) const {
  return {Errc::io,
          fmt::format("{}: cannot be {}: {}", path_.string(), verb, std::strerror(errno))};
}

}  // namespace sotto::hub
