#include "audio/sound_file.h"

#include <fmt/format.h>
#include <sndfile.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

namespace sotto::audio {
namespace {

constexpr int kMostChannels = 64;
constexpr int kFastestHz = 768000;
constexpr sf_count_t kFramesAtOnce = 4096;

struct Close {
  void operator()(SNDFILE* file) const { sf_close(file); }
};

using File = std::unique_ptr<SNDFILE, Close>;

// A file that lies in memory, as libsndfile reads it.
struct Memory {
  std::string_view content;
  size_t at = 0;

  static sf_count_t length(void* self) {
    return static_cast<sf_count_t>(static_cast<Memory*>(self)->content.size());
  }
  static sf_count_t seek(sf_count_t offset, int whence, void* self) {
    auto& memory = *static_cast<Memory*>(self);
    const auto size = static_cast<sf_count_t>(memory.content.size());
    if (whence == SEEK_CUR) offset += static_cast<sf_count_t>(memory.at);
    if (whence == SEEK_END) offset += size;
    memory.at = static_cast<size_t>(std::clamp<sf_count_t>(offset, 0, size));
    return static_cast<sf_count_t>(memory.at);
  }
  static sf_count_t read(void* to, sf_count_t count, void* self) {
    auto& memory = *static_cast<Memory*>(self);
    const size_t bytes = std::min(static_cast<size_t>(std::max<sf_count_t>(count, 0)),
                                  memory.content.size() - memory.at);
    std::memcpy(to, memory.content.data() + memory.at, bytes);
    memory.at += bytes;
    return static_cast<sf_count_t>(bytes);
  }
  static sf_count_t write(const void*, sf_count_t, void*) { return 0; }
  static sf_count_t tell(void* self) {
    return static_cast<sf_count_t>(static_cast<Memory*>(self)->at);
  }
};

Result<Sound> read_all(const File& file, const SF_INFO& info, const std::string& name,
                       double max_seconds) {
  const auto bad = [&](std::string_view what) {
    return Error{Errc::bad_format, fmt::format("{}: {}", name, what)};
  };
  if (file == nullptr)
    return bad(fmt::format("is no recording ({}), expected a WAV, FLAC, Ogg or MP3 file",
                           sf_strerror(nullptr)));
  if (info.channels < 1 || info.channels > kMostChannels || info.samplerate < 1 ||
      info.samplerate > kFastestHz)
    return bad(fmt::format("has {} channels at {} Hz, expected 1 to {} at up to {} Hz",
                           info.channels, info.samplerate, kMostChannels, kFastestHz));
  const auto most = static_cast<size_t>(max_seconds * info.samplerate);
  const auto channels = static_cast<size_t>(info.channels);
  Sound sound{{}, info.samplerate};
  std::vector<float> frames(static_cast<size_t>(kFramesAtOnce) * channels);
  while (sound.samples.size() < most) {
    // The length in the header is not believed: a broken one costs no memory.
    const sf_count_t read = sf_readf_float(file.get(), frames.data(), kFramesAtOnce);
    if (read <= 0) break;
    const size_t wanted = std::min(static_cast<size_t>(read), most - sound.samples.size());
    for (size_t i = 0; i < wanted; ++i) {
      float sum = 0;
      for (size_t c = 0; c < channels; ++c) sum += frames[i * channels + c];
      sound.samples.push_back(sum / static_cast<float>(channels));
    }
  }
  if (sound.samples.empty()) return bad("has no samples");
  const auto finite = [](float x) { return std::isfinite(x); };
  if (!std::all_of(sound.samples.begin(), sound.samples.end(), finite))
    return bad("has samples that are no finite numbers");
  return sound;
}

}  // namespace

Result<Sound> read_sound(const std::filesystem::path& path, double max_seconds) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored))
    return Error{Errc::not_found, fmt::format("{}: there is no such file", path.string())};
  SF_INFO info{};
  const File file(sf_open(path.c_str(), SFM_READ, &info));
  return read_all(file, info, path.string(), max_seconds);
}

Result<Sound> decode_sound(std::string_view content, const std::string& name, double max_seconds) {
  Memory memory{content};
  SF_VIRTUAL_IO io = {.get_filelen = &Memory::length,
                      .seek = &Memory::seek,
                      .read = &Memory::read,
                      .write = &Memory::write,
                      .tell = &Memory::tell};
  SF_INFO info{};
  const File file(sf_open_virtual(&io, SFM_READ, &info, &memory));
  return read_all(file, info, name, max_seconds);
}

}  // namespace sotto::audio
