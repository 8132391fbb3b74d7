// WAV, FLAC and Ogg Opus files by libsndfile. We hand it the bytes' way to the disk, so that a full
// disk is reported by its own name (libsndfile only says "system error").
#include <fcntl.h>
#include <fmt/format.h>
#include <sndfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "audio/output.h"
#include "audio/samples.h"
#include "base/utf8.h"

namespace sotto::audio {
namespace {

struct Format {
  const char* ending;
  int code;
};
constexpr Format kFormats[] = {
    {".wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16},
    {".flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16},
    {".opus", SF_FORMAT_OGG | SF_FORMAT_OPUS},
    {".ogg", SF_FORMAT_OGG | SF_FORMAT_OPUS},
};
constexpr int kOpusRates[] = {8000, 12000, 16000, 24000, 48000};  // RFC 6716, section 2

// The sizes in a WAV header have 32 bits; we stop a little before.
constexpr int64_t kMaxWavBytes = 0xffff0000;

int format_of(const std::string& name) {
  const std::string ending = lower_ascii(std::filesystem::path(name).extension().string());
  for (const Format& format : kFormats) {
    if (ending == format.ending) return format.code;
  }
  return 0;
}

int rate_for(int format, int wanted_hz) {
  if ((format & SF_FORMAT_SUBMASK) != SF_FORMAT_OPUS) return wanted_hz;
  const int* rate = std::lower_bound(std::begin(kOpusRates), std::end(kOpusRates), wanted_hz);
  return rate == std::end(kOpusRates) ? kOpusRates[4] : *rate;
}

// The file through which libsndfile reads and writes.
struct DiskFile {
  int fd = -1;
  int error = 0;  // the first errno that a write met

  ~DiskFile() {
    if (fd >= 0) ::close(fd);
  }
};

sf_count_t disk_length(void* user) {
  struct stat status;
  return ::fstat(static_cast<DiskFile*>(user)->fd, &status) == 0 ? status.st_size : -1;
}

sf_count_t disk_seek(sf_count_t offset, int whence, void* user) {
  return ::lseek(static_cast<DiskFile*>(user)->fd, offset, whence);
}

sf_count_t disk_read(void* data, sf_count_t count, void* user) {
  return ::read(static_cast<DiskFile*>(user)->fd, data, static_cast<size_t>(count));
}

sf_count_t disk_write(const void* data, sf_count_t count, void* user) {
  auto* file = static_cast<DiskFile*>(user);
  sf_count_t done = 0;
  while (done < count) {
    const ssize_t written =
        ::write(file->fd, static_cast<const char*>(data) + done, static_cast<size_t>(count - done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      if (file->error == 0) file->error = written < 0 ? errno : EIO;
      break;
    }
    done += written;
  }
  return done;
}

sf_count_t disk_tell(void* user) { return disk_seek(0, SEEK_CUR, user); }

class FileOutput final : public Output {
 public:
  static Result<std::unique_ptr<Output>> open(const std::string& path, int sample_rate_hz) {
    std::unique_ptr<FileOutput> output(new FileOutput(path));
    const int format = format_of(path);
    output->rate_hz_ = rate_for(format, sample_rate_hz);
    output->is_wav_ = (format & SF_FORMAT_TYPEMASK) == SF_FORMAT_WAV;
    if (Result<void> r = output->open_disk(); !r) return r.error();

    SF_INFO info{};
    info.samplerate = output->rate_hz_;
    info.channels = 1;
    info.format = format;
    SF_VIRTUAL_IO io{disk_length, disk_seek, disk_read, disk_write, disk_tell};
    output->sound_ = sf_open_virtual(&io, SFM_WRITE, &info, &output->disk_);
    if (output->sound_ == nullptr) return output->failed(sf_strerror(nullptr));
    if (output->disk_.error != 0) return output->failed("");
    return std::unique_ptr<Output>(std::move(output));
  }

  ~FileOutput() override {
    if (sound_ != nullptr) sf_close(sound_);
  }

  int sample_rate_hz() const override { return rate_hz_; }

  Result<void> put(std::span<const float> samples, std::stop_token) override {
    if (sound_ == nullptr) return Error{Errc::bad_argument, path_ + ": is already closed"};
    if (is_wav_ && (frames_ + static_cast<int64_t>(samples.size())) * 2 > kMaxWavBytes) {
      return Error{Errc::unsupported,
                   path_ + ": a WAV file ends at 4 GiB; write a .flac or .opus file instead"};
    }
    std::array<int16_t, 1024> piece;
    while (!samples.empty()) {
      const size_t count = std::min(samples.size(), piece.size());
      std::transform(samples.begin(), samples.begin() + static_cast<ptrdiff_t>(count),
                     piece.begin(), to_s16);
      const auto written = sf_writef_short(sound_, piece.data(), static_cast<sf_count_t>(count));
      if (disk_.error != 0 || written != static_cast<sf_count_t>(count)) {
        return failed(sf_strerror(sound_));
      }
      frames_ += written;
      samples = samples.subspan(count);
    }
    return {};
  }

  // The length in a WAV header is brought up to date, so that a run that is killed later leaves a
  // file that plays to here. FLAC and Ogg are streams of pages and need nothing.
  Result<void> settle() override {
    if (sound_ == nullptr || !is_wav_) return {};
    sf_command(sound_, SFC_UPDATE_HEADER_NOW, nullptr, 0);
    return disk_.error != 0 ? Result<void>(failed("")) : Result<void>();
  }

  Result<void> close() override {
    if (sound_ == nullptr) return {};
    const int error = sf_close(std::exchange(sound_, nullptr));
    if (error != 0 || disk_.error != 0) return failed(sf_error_number(error));
    if (::close(std::exchange(disk_.fd, -1)) != 0) {
      disk_.error = errno;
      return failed("");
    }
    return {};
  }

 private:
  explicit FileOutput(std::string path) : path_(std::move(path)) {}

  Result<void> open_disk() {
    // Not blocking: a named pipe without a reader must not hang us before it is refused.
    disk_.fd =
        ::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    if (disk_.fd < 0) {
      disk_.error = errno;
      return failed("");
    }
    struct stat status;
    if (::fstat(disk_.fd, &status) != 0 || !S_ISREG(status.st_mode)) {
      return Error{Errc::unsupported,
                   path_ + ": is not a regular file; give `-` to write to a pipe"};
    }
    return {};
  }

  Error failed(const char* reason) const {
    return {Errc::io, fmt::format("{}: cannot write: {}", path_,
                                  disk_.error != 0 ? std::strerror(disk_.error) : reason)};
  }

  std::string path_;
  DiskFile disk_;
  SNDFILE* sound_ = nullptr;  // writes through disk_
  int rate_hz_ = 0;
  bool is_wav_ = false;
  int64_t frames_ = 0;
};

}  // namespace

bool is_audio_file_name(const std::string& target) { return format_of(target) != 0; }

Result<std::unique_ptr<Output>> open_file(const std::string& path, int sample_rate_hz) {
  return FileOutput::open(path, sample_rate_hz);
}

}  // namespace sotto::audio
