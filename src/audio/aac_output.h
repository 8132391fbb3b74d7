// AAC (LC, mono, ADTS frames: ISO/IEC 13818-7), where vo-aacenc was there when sotto was built.
#pragma once

#include <memory>

#include "audio/encoder.h"
#include "audio/output.h"

namespace sotto::audio {

bool has_aac();

// The error: not of so many samples a second, or has_aac() is false.
Result<std::unique_ptr<Output>> open_aac(int sample_rate_hz, ByteHandler handler);

}  // namespace sotto::audio
