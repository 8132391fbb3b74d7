// PipeWire where it has no PulseAudio interface: asked by its own program, pw-dump.
#pragma once

#include <functional>
#include <stop_token>

namespace sotto::desktop {

// pw-dump is installed.
bool has_pipewire_tools();

// Tells whether somebody records from a microphone, first and whenever it may have changed, on the
// caller's thread, until `stop` is set or PipeWire ends. Returns at once where none runs.
void watch_pipewire(const std::stop_token& stop, const std::function<void(bool on)>& tell);

}  // namespace sotto::desktop
