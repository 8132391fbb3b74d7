#include "audio/encoder.h"

#include <fmt/format.h>
#include <sndfile.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "audio/aac_output.h"
#include "audio/output.h"
#include "audio/samples.h"

namespace sotto::audio {
namespace {

constexpr Encoding kEncodings[] = {
    {"wav", "audio/wav", 0},
    {"pcm", "audio/pcm", 0},
    {"flac", "audio/flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16},
    {"opus", "audio/ogg", SF_FORMAT_OGG | SF_FORMAT_OPUS},
    {"mp3", "audio/mpeg", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III},
    {"aac", "audio/aac", Encoding::kAac},
};

Error nobody_listens() { return {Errc::cancelled, "nobody listens any more"}; }

// RIFF, WAVE, "fmt " of 16 bytes, "data": the canonical 44 bytes (Microsoft, RIFFMCI, 1991).
std::array<std::byte, 44> wav_header(int sample_rate_hz) {
  constexpr uint32_t kUnknown = 0xffffffff;
  std::array<std::byte, 44> header;
  size_t at = 0;
  const auto put_name = [&](const char* name) {
    std::memcpy(header.data() + at, name, 4);
    at += 4;
  };
  const auto put = [&](uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) header[at++] = static_cast<std::byte>(value >> (8 * i) & 0xff);
  };
  const auto rate = static_cast<uint32_t>(sample_rate_hz);
  put_name("RIFF");
  put(kUnknown, 4);
  put_name("WAVE");
  put_name("fmt ");
  put(16, 4);        // bytes that follow
  put(1, 2);         // PCM
  put(1, 2);         // channels
  put(rate, 4);      // frames a second
  put(2 * rate, 4);  // bytes a second
  put(2, 2);         // bytes a frame
  put(16, 2);        // bits a sample
  put_name("data");
  put(kUnknown, 4);
  return header;
}

// Samples as they are, behind a header or none.
class RawOutput final : public Output {
 public:
  RawOutput(bool has_header, int sample_rate_hz, ByteHandler handler)
      : header_due_(has_header), rate_hz_(sample_rate_hz), handler_(std::move(handler)) {}

  int sample_rate_hz() const override { return rate_hz_; }

  Result<void> put(std::span<const float> samples, std::stop_token) override {
    if (Result<void> r = put_header(); !r) return r;
    bytes_.clear();
    for (const float sample : samples) {
      const auto bits = static_cast<uint16_t>(to_s16(sample));
      bytes_.push_back(static_cast<std::byte>(bits & 0xff));
      bytes_.push_back(static_cast<std::byte>(bits >> 8));
    }
    return hand_on(bytes_);
  }

  Result<void> close() override { return put_header(); }

 private:
  Result<void> put_header() {
    if (!std::exchange(header_due_, false)) return {};
    return hand_on(wav_header(rate_hz_));
  }
  Result<void> hand_on(std::span<const std::byte> bytes) {
    return bytes.empty() || handler_(bytes) ? Result<void>() : nobody_listens();
  }

  bool header_due_;
  int rate_hz_;
  ByteHandler handler_;
  std::vector<std::byte> bytes_;
};

// Output of libsndfile as it is made. Formats go back to their header at the end to write how long
// they became: that is behind us then, and a reader can do without it.
class CodecOutput final : public Output {
 public:
  static Result<std::unique_ptr<Output>> open(const Encoding& encoding, int sample_rate_hz,
                                              ByteHandler handler) {
    std::unique_ptr<CodecOutput> output(
        new CodecOutput(encoding.name, sample_rate_hz, std::move(handler)));
    SF_INFO info{};
    info.samplerate = sample_rate_hz;
    info.channels = 1;
    info.format = encoding.format;
    SF_VIRTUAL_IO io{[](void* self) { return of(self).sent_; }, seek, read, write,
                     [](void* self) { return of(self).at_; }};
    output->sound_ = sf_open_virtual(&io, SFM_WRITE, &info, output.get());
    if (output->sound_ == nullptr) {
      return Error{Errc::unsupported,
                   fmt::format("{} of {} samples a second cannot be written: {}", encoding.name,
                               sample_rate_hz, sf_strerror(nullptr))};
    }
    // A variable bit rate needs a header that is written at the end. 64 kbit/s is good for speech.
    int constant_rate = SF_BITRATE_MODE_CONSTANT;
    double compression = 0.6;
    if (encoding.format == (SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)) {
      sf_command(output->sound_, SFC_SET_BITRATE_MODE, &constant_rate, sizeof constant_rate);
      sf_command(output->sound_, SFC_SET_COMPRESSION_LEVEL, &compression, sizeof compression);
    }
    // An Ogg page goes out after so much sound, not after a second.
    double page_ms = 60;
    sf_command(output->sound_, SFC_SET_OGG_PAGE_LATENCY_MS, &page_ms, sizeof page_ms);
    return std::unique_ptr<Output>(std::move(output));
  }

  ~CodecOutput() override {
    listens_ = false;
    if (sound_ != nullptr) sf_close(sound_);
  }

  int sample_rate_hz() const override { return rate_hz_; }

  Result<void> put(std::span<const float> samples, std::stop_token) override {
    std::array<int16_t, 1024> piece;
    while (!samples.empty()) {
      const size_t count = std::min(samples.size(), piece.size());
      std::transform(samples.begin(), samples.begin() + static_cast<ptrdiff_t>(count),
                     piece.begin(), to_s16);
      const auto written = sf_writef_short(sound_, piece.data(), static_cast<sf_count_t>(count));
      if (!listens_) return nobody_listens();
      if (written != static_cast<sf_count_t>(count)) return failed();
      samples = samples.subspan(count);
    }
    return {};
  }

  Result<void> close() override {
    sf_close(std::exchange(sound_, nullptr));
    return listens_ ? Result<void>() : nobody_listens();
  }

 private:
  CodecOutput(const char* name, int sample_rate_hz, ByteHandler handler)
      : name_(name), rate_hz_(sample_rate_hz), handler_(std::move(handler)) {}

  static CodecOutput& of(void* self) { return *static_cast<CodecOutput*>(self); }

  static sf_count_t seek(sf_count_t offset, int whence, void* self) {
    CodecOutput& output = of(self);
    const sf_count_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? output.at_ : output.sent_;
    return output.at_ = base + offset;
  }
  static sf_count_t read(void*, sf_count_t, void*) { return 0; }
  static sf_count_t write(const void* data, sf_count_t count, void* self) {
    CodecOutput& output = of(self);
    const sf_count_t old = std::clamp<sf_count_t>(output.sent_ - output.at_, 0, count);
    const auto* bytes = static_cast<const std::byte*>(data) + old;
    const auto fresh = static_cast<size_t>(count - old);
    if (fresh > 0 && output.listens_) output.listens_ = output.handler_({bytes, fresh});
    output.at_ += count;
    output.sent_ = std::max(output.sent_, output.at_);
    return count;
  }

  Result<void> failed() const {
    return Error{Errc::io, fmt::format("{}: cannot be written: {}", name_, sf_strerror(sound_))};
  }

  const char* name_;
  int rate_hz_;
  ByteHandler handler_;
  SNDFILE* sound_ = nullptr;
  sf_count_t at_ = 0, sent_ = 0;  // bytes
  bool listens_ = true;
};

}  // namespace

const Encoding* find_encoding(std::string_view name) {
  const auto found =
      std::ranges::find_if(kEncodings, [&](const Encoding& e) { return e.name == name; });
  const bool is_missing =
      found == std::end(kEncodings) || (found->format == Encoding::kAac && !missing_aac().empty());
  return is_missing ? nullptr : found;
}

std::string encoding_names() {
  const std::string missing = missing_aac();
  return missing.empty() ? "wav, pcm, flac, opus, mp3 or aac"
                         : fmt::format("wav, pcm, flac, opus or mp3 (no aac: {})", missing);
}

Result<std::unique_ptr<Sink>> open_encoder(const Encoding& encoding, int sample_rate_hz,
                                           ByteHandler handler) {
  if (encoding.format == 0) {
    const bool has_header = std::string_view(encoding.name) == "wav";
    return make_sink(std::make_unique<RawOutput>(has_header, sample_rate_hz, std::move(handler)));
  }
  if (encoding.format == Encoding::kAac) {
    auto aac = open_aac(sample_rate_hz, std::move(handler));
    if (!aac) return aac.error();
    return make_sink(*std::move(aac));
  }
  auto output = CodecOutput::open(encoding, sample_rate_hz, std::move(handler));
  if (!output) return output.error();
  return make_sink(*std::move(output));
}

}  // namespace sotto::audio
