#ifdef SOTTO_PULSE

#include "desktop/pulse_recordings.h"

#include <pulse/pulseaudio.h>

#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "base/shared_library.h"

namespace sotto::desktop {
namespace {

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

// One connection; its callbacks come on libpulse's thread, one after the other.
struct PulseWatch {
  const Pulse& pulse;
  const std::function<void(bool)>& tell;
  // The callbacks'.
  pa_context* context = nullptr;
  std::set<uint32_t> monitors = {};
  bool asks = false, asks_again = false, found = false;
  // Between them and who waits.
  std::mutex mutex = {};
  std::condition_variable_any ended = {};
  bool is_over = false;

  void run(const std::stop_token& stop) {
    pa_threaded_mainloop* loop = pulse.loop_new();
    if (loop == nullptr) return;
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

  void let_go(pa_operation* operation) const {
    if (operation != nullptr) pulse.operation_unref(operation);
  }

  // Asks which sources are monitors, then who records from the others.
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
    PulseWatch& s = *static_cast<PulseWatch*>(self);
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
    static_cast<PulseWatch*>(self)->ask();
  }

  static void one_source(pa_context* context, const pa_source_info* source, int last, void* self) {
    PulseWatch& s = *static_cast<PulseWatch*>(self);
    if (source != nullptr && source->monitor_of_sink != PA_INVALID_INDEX)
      s.monitors.insert(source->index);
    if (last != 0) s.let_go(s.pulse.source_outputs(context, one_output, self));
  }

  static void one_output(pa_context*, const pa_source_output_info* output, int last, void* self) {
    PulseWatch& s = *static_cast<PulseWatch*>(self);
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

}  // namespace

Result<void> load_pulse() {
  if (load_library<Pulse>() != nullptr) return {};
  return Error{Errc::unsupported, Pulse::kLibrary.missing()};
}

void watch_pulse(const std::stop_token& stop, const std::function<void(bool on)>& tell) {
  const Pulse* pulse = load_library<Pulse>();
  if (pulse == nullptr) return;
  PulseWatch watch{*pulse, tell};
  watch.run(stop);
}

}  // namespace sotto::desktop

#endif
