#include "speech/tempo_chunks.h"

#include <optional>

#include "audio/tempo.h"

namespace sotto::speech {

Result<void> with_tempo(double speed, const ChunkHandler& handler,
                        const std::function<Result<void>(const ChunkHandler&)>& speak) {
  if (speed == 1) return speak(handler);
  std::optional<audio::Tempo> tempo;
  int sample_rate_hz = 0;
  bool is_heard = true;
  const auto hand_on = [&](std::span<const float> samples) {
    if (is_heard && !samples.empty()) is_heard = handler({samples, sample_rate_hz});
    return is_heard;
  };
  const Result<void> said = speak([&](const audio::Chunk& chunk) {
    if (!tempo) tempo.emplace(sample_rate_hz = chunk.sample_rate_hz, speed);
    return hand_on(tempo->process(chunk.samples));
  });
  if (said && tempo && !hand_on(tempo->flush()))
    return Error{Errc::cancelled, "the voice was stopped"};
  return said;
}

}  // namespace sotto::speech
