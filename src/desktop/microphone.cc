#include "desktop/microphone.h"

#include <utility>

#ifdef SOTTO_PULSE
#include <pulse/pulseaudio.h>

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "base/log.h"
#include "base/shared_library.h"
#endif

namespace sotto::desktop {

#ifdef SOTTO_PULSE

namespace {

constexpr std::chrono::seconds kTriesAgain{5};

struct Pulse {
  static constexpr OptionalLibrary kLibrary{"libpulse", 0, "libpulse0"};
  explicit Pulse(SharedLibrary& library) {
    library.find("pa_threaded_mainloop_new", loop_new);
    library.find("pa_threaded_mainloop_free", loop_free);
    library.find("pa_threaded_mainloop_start", loop_start);
    library.find("pa_threaded_mainloop_stop", loop_stop);
    library.find("pa_threaded_mainloop_lock", loop_lock);
    library.find("pa_threaded_mainloop_unlock", loop_unlock);
    library.find("pa_threaded_mainloop_get_api", loop_api);
    library.find("pa_context_new", context_new);
    library.find("pa_context_unref", context_unref);
    library.find("pa_context_connect", context_connect);
    library.find("pa_context_disconnect", context_disconnect);
    library.find("pa_context_get_state", context_state);
    library.find("pa_context_set_state_callback", set_state_callback);
    library.find("pa_context_set_subscribe_callback", set_subscribe_callback);
    library.find("pa_context_subscribe", subscribe);
    library.find("pa_context_get_source_info_list", sources);
    library.find("pa_context_get_source_output_info_list", source_outputs);
    library.find("pa_operation_unref", operation_unref);
  }

  decltype(&pa_threaded_mainloop_new) loop_new;
  decltype(&pa_threaded_mainloop_free) loop_free;
  decltype(&pa_threaded_mainloop_start) loop_start;
  decltype(&pa_threaded_mainloop_stop) loop_stop;
  decltype(&pa_threaded_mainloop_lock) loop_lock;
  decltype(&pa_threaded_mainloop_unlock) loop_unlock;
  decltype(&pa_threaded_mainloop_get_api) loop_api;
  decltype(&pa_context_new) context_new;
  decltype(&pa_context_unref) context_unref;
  decltype(&pa_context_connect) context_connect;
  decltype(&pa_context_disconnect) context_disconnect;
  decltype(&pa_context_get_state) context_state;
  decltype(&pa_context_set_state_callback) set_state_callback;
  decltype(&pa_context_set_subscribe_callback) set_subscribe_callback;
  decltype(&pa_context_subscribe) subscribe;
  decltype(&pa_context_get_source_info_list) sources;
  decltype(&pa_context_get_source_output_info_list) source_outputs;
  decltype(&pa_operation_unref) operation_unref;
};

}  // namespace

// A connection at a time; its callbacks come on libpulse's thread, one after the other.
struct Microphone::State {
  State(const Pulse& p, Changed c) : pulse(p), changed(std::move(c)) {}

  const Pulse& pulse;
  const Changed changed;
  bool is_on = false;
  // The callbacks'.
  pa_context* context = nullptr;
  std::set<uint32_t> monitors;
  bool asks = false, asks_again = false, found = false;
  // Between them and `worker`.
  std::mutex mutex;
  std::condition_variable_any ended;
  bool is_over = false;
  std::jthread worker;

  void work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      watch_once(stop);
      tell(false);
      std::unique_lock lock(mutex);
      ended.wait_for(lock, stop, kTriesAgain, [] { return false; });
    }
  }

  void watch_once(const std::stop_token& stop) {
    pa_threaded_mainloop* loop = pulse.loop_new();
    if (loop == nullptr) return;
    asks = asks_again = is_over = false;
    context = pulse.context_new(pulse.loop_api(loop), "sotto");
    if (context != nullptr) {
      pulse.set_state_callback(context, state_changed, this);
      pulse.set_subscribe_callback(context, something_changed, this);
      const bool connects =
          pulse.context_connect(context, nullptr, PA_CONTEXT_NOAUTOSPAWN, nullptr) >= 0;
      if (connects && pulse.loop_start(loop) >= 0) {
        {
          std::unique_lock lock(mutex);
          ended.wait(lock, stop, [&] { return is_over; });
        }
        pulse.loop_lock(loop);
        pulse.set_state_callback(context, nullptr, nullptr);
        pulse.set_subscribe_callback(context, nullptr, nullptr);
        pulse.context_disconnect(context);
        pulse.loop_unlock(loop);
        pulse.loop_stop(loop);
      }
      pulse.context_unref(context);
      context = nullptr;
    }
    pulse.loop_free(loop);
  }

  void tell(bool on) {
    if (std::exchange(is_on, on) == on) return;
    log::info("the microphone is {}", on ? "in use" : "free again");
    changed(on);
  }

  void let_go(pa_operation* operation) const {
    if (operation != nullptr) pulse.operation_unref(operation);
  }

  // Which sources are monitors, then who listens to others.
  void ask() {
    if (std::exchange(asks, true)) {
      asks_again = true;
      return;
    }
    monitors.clear();
    found = false;
    let_go(pulse.sources(context, one_source, this));
  }

  static void state_changed(pa_context* context, void* self) {
    State& s = *static_cast<State*>(self);
    const pa_context_state_t state = s.pulse.context_state(context);
    if (state == PA_CONTEXT_READY) {
      const auto both = static_cast<pa_subscription_mask_t>(PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT |
                                                            PA_SUBSCRIPTION_MASK_SOURCE);
      s.let_go(s.pulse.subscribe(context, both, nullptr, nullptr));
      s.ask();
    }
    if (state != PA_CONTEXT_FAILED && state != PA_CONTEXT_TERMINATED) return;
    const std::lock_guard lock(s.mutex);
    s.is_over = true;
    s.ended.notify_all();
  }

  static void something_changed(pa_context*, pa_subscription_event_type_t, uint32_t, void* self) {
    static_cast<State*>(self)->ask();
  }

  static void one_source(pa_context* context, const pa_source_info* source, int last, void* self) {
    State& s = *static_cast<State*>(self);
    if (source != nullptr && source->monitor_of_sink != PA_INVALID_INDEX)
      s.monitors.insert(source->index);
    if (last != 0) s.let_go(s.pulse.source_outputs(context, one_output, self));
  }

  static void one_output(pa_context*, const pa_source_output_info* output, int last, void* self) {
    State& s = *static_cast<State*>(self);
    if (output != nullptr) {
      const bool is_meter =
          output->resample_method != nullptr && std::strcmp(output->resample_method, "peaks") == 0;
      if (output->corked == 0 && !is_meter && !s.monitors.contains(output->source)) s.found = true;
    }
    if (last == 0) return;
    s.asks = false;
    if (last > 0) s.tell(s.found);
    if (std::exchange(s.asks_again, false)) s.ask();
  }
};

Result<std::unique_ptr<Microphone>> Microphone::watch(Changed changed) {
  const Pulse* pulse = load_library<Pulse>();
  if (pulse == nullptr) return Error{Errc::unsupported, Pulse::kLibrary.missing()};
  auto state = std::make_unique<State>(*pulse, std::move(changed));
  State& s = *state;
  s.worker = std::jthread([&s](const std::stop_token& stop) { s.work(stop); });
  return std::unique_ptr<Microphone>(new Microphone(std::move(state)));
}

#else

struct Microphone::State {};

Result<std::unique_ptr<Microphone>> Microphone::watch(Changed) {
  return Error{Errc::unsupported, "sotto was built without libpulse"};
}

#endif

Microphone::Microphone(std::unique_ptr<State> state) : state_(std::move(state)) {}
Microphone::~Microphone() = default;

}  // namespace sotto::desktop
