// How long a device takes for a step of decoding, whatever network will be decoded.
#pragma once

#include "device/device.h"

namespace sotto::device {

// How many times as fast the second one is.
double compared_speed(const Backend& first, const Backend& second);

}  // namespace sotto::device
