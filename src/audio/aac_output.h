// AAC (LC, mono, ADTS frames: ISO/IEC 13818-7), by vo-aacenc where that is there.
#pragma once

#include <memory>
#include <string>

#include "audio/encoder.h"
#include "audio/output.h"

namespace sotto::audio {

// Why it cannot be written, as a sentence; empty where it can.
std::string missing_aac();

// The error: not of so many samples a second, or missing_aac() is not empty.
Result<std::unique_ptr<Output>> open_aac(int sample_rate_hz, ByteHandler handler);

}  // namespace sotto::audio
