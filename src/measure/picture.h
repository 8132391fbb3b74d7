// Bytes that stand inside a page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "measure/spectrum.h"

namespace sotto::measure {

// "data:image/png;base64,..."
std::string data_uri(std::string_view type, std::string_view bytes);

// Log-mel bands from -80 dB (dark) to the loudest, low tones at the bottom, as a PNG file.
std::string png_of(const Frames& log_mel_db);

}  // namespace sotto::measure
