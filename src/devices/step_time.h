// Time of a device for a step of decoding, whatever network will be decoded.
#pragma once

#include "device/device.h"

namespace sotto::device {

// The speed of the second one, as a multiple of the first one's.
double compared_speed(const Backend& first, const Backend& second);

}  // namespace sotto::device
