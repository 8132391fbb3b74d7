// Finds who records, as PulseAudio or its replacement says.
#pragma once

#include <functional>
#include <stop_token>

#include "sotto/error.h"

namespace sotto::desktop {

// The error: libpulse is not there.
Result<void> load_pulse();

// Tells whether somebody records from a microphone, whenever it may have changed, on a thread of
// libpulse's, until `stop` is set or the server ends. Returns soon where there is none. load_pulse() has
// worked.
void watch_pulse(const std::stop_token& stop, const std::function<void(bool on)>& tell);

}  // namespace sotto::desktop
