#include "desktop/microphone.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "base/log.h"
#include "desktop/pipewire.h"

#ifdef SOTTO_PULSE
#include "desktop/pulse_recordings.h"
#endif

namespace sotto::desktop {
namespace {

constexpr std::chrono::seconds kLooksAgain{5};

// The error: nobody can be asked who records.
Result<void> can_ask() {
  if (has_pipewire_tools()) return {};
#ifdef SOTTO_PULSE
  return load_pulse();
#else
  return Error{Errc::unsupported, "sotto was built without libpulse, and pw-dump is not installed"};
#endif
}

}  // namespace

struct Microphone::State {
  explicit State(Changed c) : changed(std::move(c)) {}

  const Changed changed;
  bool is_on = false;  // told last; of who watches, one at a time
  std::mutex mutex;
  std::condition_variable_any ended;
  std::jthread worker;

  // PulseAudio's interface first, which PipeWire mostly has as well.
  void work(const std::stop_token& stop) {
    const auto told = [this](bool on) { tell(on); };
    while (!stop.stop_requested()) {
#ifdef SOTTO_PULSE
      watch_pulse(stop, told);
#endif
      if (!stop.stop_requested()) watch_pipewire(stop, told);
      tell(false);
      std::unique_lock lock(mutex);
      ended.wait_for(lock, stop, kLooksAgain, [] { return false; });
    }
  }

  void tell(bool on) {
    if (std::exchange(is_on, on) == on) return;
    log::info("the microphone is {}", on ? "in use" : "free again");
    changed(on);
  }
};

Result<std::unique_ptr<Microphone>> Microphone::watch(Changed changed) {
  if (const Result<void> can = can_ask(); !can) return can.error();
  auto state = std::make_unique<State>(std::move(changed));
  State& s = *state;
  s.worker = std::jthread([&s](const std::stop_token& stop) { s.work(stop); });
  return std::unique_ptr<Microphone>(new Microphone(std::move(state)));
}

Microphone::Microphone(std::unique_ptr<State> state) : state_(std::move(state)) {}
Microphone::~Microphone() = default;

}  // namespace sotto::desktop
