#include "speech/cloud/voice.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "audio/sound_file.h"
#include "base/log.h"
#include "speech/cloud/cache.h"
#include "speech/tempo_chunks.h"
#include "text/pieces.h"

namespace sotto::speech {
namespace {

constexpr int kRate = 24000;           // Hz, of all these services
constexpr size_t kChunk = 2400;        // samples
constexpr double kLongestPiece = 600;  // seconds
constexpr size_t kCharacterCost = 3;   // of pieces()

class CloudVoice : public Voice {
 public:
  explicit CloudVoice(CloudService service) : service_(std::move(service)) {}

  std::string name() const override { return service_.name; }
  int sample_rate_hz() const override { return kRate; }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const ChunkHandler& handler) override {
    return with_tempo(service_.tempo, handler, [&](const ChunkHandler& paced) -> Result<void> {
      for (const std::string& piece : text::pieces(text, service_.most_characters * kCharacterCost))
        if (const auto said = speak_piece(piece, stop, paced); !said) return said;
      return {};
    });
  }

 private:
  Result<void> speak_piece(const std::string& piece, const std::stop_token& stop,
                           const ChunkHandler& handler) {
    const Error stopped{Errc::cancelled, "the voice was stopped"};
    if (stop.stop_requested()) return stopped;
    const auto sound = sound_of(piece, stop);
    if (!sound) return sound.error();
    const std::span<const float> samples = sound->samples;
    for (size_t i = 0; i < samples.size(); i += kChunk) {
      const auto chunk = samples.subspan(i, std::min(kChunk, samples.size() - i));
      if (stop.stop_requested() || !handler({chunk, sound->sample_rate_hz})) return stopped;
    }
    return {};
  }

  Result<audio::Sound> sound_of(const std::string& piece, const std::stop_token& stop) {
    const std::string key = service_.name + '\n' + service_.settings + '\n' + piece;
    if (const auto kept = find_cloud_sound(key)) {
      auto sound = audio::decode_sound(*kept, service_.name, kLongestPiece);
      if (sound) return sound;
    }
    const Result<std::string> file = service_.fetch(piece, stop);
    if (!file) return file.error();
    auto sound = audio::decode_sound(*file, service_.host, kLongestPiece);
    if (sound) keep_cloud_sound(key, *file);
    return sound;
  }

  CloudService service_;
};

}  // namespace

std::unique_ptr<Voice> cloud_voice(CloudService service) {
  static std::mutex mutex;  // a server's callers open voices side by side
  static std::set<std::string> said;
  const std::lock_guard lock(mutex);
  if (service.leaves_machine && said.insert(service.host).second)
    log::warn("{}: every text that is spoken is sent to {}", service.name, service.host);
  return std::make_unique<CloudVoice>(std::move(service));
}

}  // namespace sotto::speech
