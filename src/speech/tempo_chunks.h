// For voices that have no rate of their own, or none that goes far enough.
#pragma once

#include <functional>

#include "speech/voice.h"

namespace sotto::speech {

// Hands on what `speak` says, `speed` times as fast (audio::Tempo says which) and at the same
// pitch; with 1, bit by bit.
Result<void> with_tempo(double speed, const ChunkHandler& handler,
                        const std::function<Result<void>(const ChunkHandler&)>& speak);

}  // namespace sotto::speech
