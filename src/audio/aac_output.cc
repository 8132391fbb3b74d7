#include "audio/aac_output.h"

#include <fmt/format.h>

#ifdef SOTTO_AAC
extern "C" {
#include <vo-aacenc/cmnMemory.h>
#include <vo-aacenc/voAAC.h>
}

#include <array>
#include <vector>

#include "audio/samples.h"
#include "base/shared_library.h"
#endif

namespace sotto::audio {

#ifdef SOTTO_AAC

namespace {

constexpr size_t kFrame = 1024;         // samples
constexpr size_t kLongestFrame = 8192;  // bytes; the format's own limit is 6144 bits a channel
constexpr int kBitsPerSecond = 64000;   // good for speech
// The decoder's delay in frames (the window's overlap, and the encoder's look ahead).
constexpr size_t kDelayFrames = 2;

struct AacEncoder {
  static constexpr OptionalLibrary kLibrary{"libvo-aacenc", 0, "libvo-aacenc0"};
  explicit AacEncoder(SharedLibrary& library) {
    library.find("voGetAACEncAPI", api);
    library.find("cmnMemAlloc", memory.Alloc);
    library.find("cmnMemFree", memory.Free);
    library.find("cmnMemSet", memory.Set);
    library.find("cmnMemCopy", memory.Copy);
    library.find("cmnMemCheck", memory.Check);
    library.find("cmnMemCompare", memory.Compare);
    library.find("cmnMemMove", memory.Move);
  }

  decltype(&::voGetAACEncAPI) api;
  VO_MEM_OPERATOR memory;
};

class AacOutput final : public Output {
 public:
  AacOutput(const AacEncoder& library, int sample_rate_hz, ByteHandler handler)
      : library_(library),
        rate_hz_(sample_rate_hz),
        handler_(std::move(handler)),
        memory_(library.memory) {}
  ~AacOutput() override {
    if (encoder_ != nullptr) api_.Uninit(encoder_);
  }

  bool open() {
    if (library_.api(&api_) != VO_ERR_NONE) return false;
    VO_CODEC_INIT_USERDATA user{};
    user.memflag = VO_IMF_USERMEMOPERATOR;
    user.memData = &memory_;
    if (api_.Init(&encoder_, VO_AUDIO_CodingAAC, &user) != VO_ERR_NONE) return false;
    AACENC_PARAM parameters{};
    parameters.sampleRate = rate_hz_;
    parameters.bitRate = kBitsPerSecond;
    parameters.nChannels = 1;
    parameters.adtsUsed = 1;
    return api_.SetParam(encoder_, VO_PID_AAC_ENCPARAM, &parameters) == VO_ERR_NONE;
  }

  int sample_rate_hz() const override { return rate_hz_; }

  Result<void> put(std::span<const float> samples, std::stop_token) override {
    for (const float sample : samples) {
      frame_[filled_++] = to_s16(sample);
      if (filled_ < kFrame) continue;
      if (const Result<void> done = encode(); !done) return done;
    }
    return {};
  }

  Result<void> close() override {
    const size_t frames = kDelayFrames + (filled_ > 0 ? 1 : 0);
    const std::vector<float> silence(frames * kFrame - filled_);
    return put(silence, {});
  }

 private:
  // A whole frame in, one frame or (at the beginning) none out.
  Result<void> encode() {
    filled_ = 0;
    VO_CODECBUFFER in{};
    in.Buffer = reinterpret_cast<VO_PBYTE>(frame_.data());
    in.Length = sizeof frame_;
    if (api_.SetInputData(encoder_, &in) != VO_ERR_NONE) return failed();
    for (;;) {
      VO_CODECBUFFER out{};
      VO_AUDIO_OUTPUTINFO info{};
      out.Buffer = reinterpret_cast<VO_PBYTE>(bytes_.data());
      out.Length = bytes_.size();
      const VO_U32 code = api_.GetOutputData(encoder_, &out, &info);
      if (code == VO_ERR_INPUT_BUFFER_SMALL) return {};
      if (code != VO_ERR_NONE) return failed();
      if (out.Length > 0 && !handler_({bytes_.data(), out.Length}))
        return Error{Errc::cancelled, "nobody listens any more"};
    }
  }

  static Result<void> failed() { return Error{Errc::io, "aac: a frame cannot be encoded"}; }

  const AacEncoder& library_;
  const int rate_hz_;
  const ByteHandler handler_;
  VO_MEM_OPERATOR memory_;
  VO_AUDIO_CODECAPI api_{};
  VO_HANDLE encoder_ = nullptr;
  std::array<int16_t, kFrame> frame_{};
  size_t filled_ = 0;  // samples of it
  std::array<std::byte, kLongestFrame> bytes_{};
};

}  // namespace

std::string missing_aac() {
  return load_library<AacEncoder>() == nullptr ? AacEncoder::kLibrary.missing() : "";
}

Result<std::unique_ptr<Output>> open_aac(int sample_rate_hz, ByteHandler handler) {
  const AacEncoder* library = load_library<AacEncoder>();
  if (library == nullptr) {
    return Error{Errc::unsupported, "aac cannot be written: " + AacEncoder::kLibrary.missing()};
  }
  auto output = std::make_unique<AacOutput>(*library, sample_rate_hz, std::move(handler));
  if (output->open()) return std::unique_ptr<Output>(std::move(output));
  return Error{Errc::unsupported,
               fmt::format("aac of {} samples a second cannot be written", sample_rate_hz)};
}

#else

std::string missing_aac() { return "sotto was built without vo-aacenc"; }

Result<std::unique_ptr<Output>> open_aac(int, ByteHandler) {
  return Error{Errc::unsupported, "aac cannot be written: " + missing_aac()};
}

#endif

}  // namespace sotto::audio
