#include "desktop/players.h"

#include <utility>

#ifdef SOTTO_SYSTEMD
#include <systemd/sd-bus.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/log.h"
#include "base/printable.h"
#include "base/shared_library.h"
#endif

namespace sotto::desktop {

#ifdef SOTTO_SYSTEMD

namespace {

constexpr std::chrono::milliseconds kPatience{3000}, kGoesOnAfter{1500};
constexpr size_t kMostPlayers = 16;
constexpr std::string_view kPlayerName = "org.mpris.MediaPlayer2.";
constexpr const char* kPlayerPath = "/org/mpris/MediaPlayer2";
constexpr const char* kPlayerInterface = "org.mpris.MediaPlayer2.Player";

struct SdBus {
  static constexpr OptionalLibrary kLibrary{"libsystemd", 0, "libsystemd0"};
  explicit SdBus(SharedLibrary& library) {
    library.find("sd_bus_open_user", open_user);
    library.find("sd_bus_flush_close_unref", close);
    library.find("sd_bus_set_method_call_timeout", set_timeout);
    library.find("sd_bus_list_names", list_names);
    library.find("sd_bus_get_property_string", get_string);
    library.find("sd_bus_call_method", call);
    library.find("sd_bus_error_free", error_free);
  }
  decltype(&sd_bus_open_user) open_user;
  decltype(&sd_bus_flush_close_unref) close;
  decltype(&sd_bus_set_method_call_timeout) set_timeout;
  decltype(&sd_bus_list_names) list_names;
  decltype(&sd_bus_get_property_string) get_string;
  decltype(&sd_bus_call_method) call;
  decltype(&sd_bus_error_free) error_free;
};

// The user's bus, for one look at the players.
class Bus {
 public:
  explicit Bus(const SdBus& functions) : f_(functions) {
    if (f_.open_user(&bus_) < 0) bus_ = nullptr;
    const auto patience = std::chrono::duration_cast<std::chrono::microseconds>(kPatience);
    if (bus_ != nullptr) f_.set_timeout(bus_, static_cast<uint64_t>(patience.count()));
  }
  ~Bus() {
    if (bus_ != nullptr) f_.close(bus_);
  }
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;

  // Names on the bus of what may play. playerctld speaks for others, which have their own.
  std::vector<std::string> players() const {
    std::vector<std::string> found;
    char** names = nullptr;
    if (bus_ == nullptr || f_.list_names(bus_, &names, nullptr) < 0) return found;
    for (char** name = names; name != nullptr && *name != nullptr; ++name) {
      const std::string_view is = *name;
      const bool plays = is.starts_with(kPlayerName) && !is.ends_with(".playerctld");
      if (plays && found.size() < kMostPlayers) found.emplace_back(is);
      std::free(*name);
    }
    std::free(names);
    return found;
  }

  bool is(const std::string& player, std::string_view status) const {
    if (bus_ == nullptr) return false;
    char* value = nullptr;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    const bool known = f_.get_string(bus_, player.c_str(), kPlayerPath, kPlayerInterface,
                                     "PlaybackStatus", &error, &value) >= 0;
    const bool same = known && value != nullptr && value == status;
    f_.error_free(&error);
    std::free(value);
    return same;
  }

  bool tell(const std::string& player, const char* what) const {
    if (bus_ == nullptr) return false;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    const bool done = f_.call(bus_, player.c_str(), kPlayerPath, kPlayerInterface, what, &error,
                              nullptr, "") >= 0;
    f_.error_free(&error);
    log::debug("{}: {}{}", printable(player), what, done ? "" : " was refused");
    return done;
  }

 private:
  const SdBus& f_;
  sd_bus* bus_ = nullptr;
};

}  // namespace

struct Players::State {
  explicit State(const SdBus& f) : functions(f) {}

  const SdBus& functions;
  std::mutex mutex;
  std::condition_variable_any changed;
  bool is_speaking = false;
  std::vector<std::string> paused;  // by us; the worker's
  std::jthread worker;

  void work(const std::stop_token& stop) {
    for (std::unique_lock lock(mutex); !stop.stop_requested();) {
      changed.wait(lock, stop, [&] { return is_speaking; });
      if (stop.stop_requested()) break;
      lock.unlock();
      pause();
      lock.lock();
      while (is_speaking && !stop.stop_requested()) {
        changed.wait(lock, stop, [&] { return !is_speaking; });
        // The next message may be near: then they stay paused.
        changed.wait_for(lock, stop, kGoesOnAfter, [&] { return is_speaking; });
      }
      lock.unlock();
      go_on();
      lock.lock();
    }
  }

  void pause() {
    const Bus bus(functions);
    for (const std::string& player : bus.players()) {
      if (!bus.is(player, "Playing")) continue;
      bus.tell(player, "Pause");  // one that answers late has paused, too: go_on() looks
      paused.push_back(player);
    }
  }

  void go_on() {
    if (paused.empty()) return;
    const Bus bus(functions);
    for (const std::string& player : paused)
      if (bus.is(player, "Paused")) bus.tell(player, "Play");
    paused.clear();
  }
};

Result<std::unique_ptr<Players>> Players::open() {
  const SdBus* functions = load_library<SdBus>();
  if (functions == nullptr) return Error{Errc::unsupported, SdBus::kLibrary.missing()};
  auto state = std::make_unique<State>(*functions);
  State& s = *state;
  s.worker = std::jthread([&s](const std::stop_token& stop) { s.work(stop); });
  return std::unique_ptr<Players>(new Players(std::move(state)));
}

void Players::speaking(bool on) {
  const std::lock_guard lock(state_->mutex);
  if (std::exchange(state_->is_speaking, on) != on) state_->changed.notify_all();
}

#else

struct Players::State {};

Result<std::unique_ptr<Players>> Players::open() {
  return Error{Errc::unsupported, "sotto was built without libsystemd"};
}

void Players::speaking(bool) {}

#endif

Players::Players(std::unique_ptr<State> state) : state_(std::move(state)) {}
Players::~Players() = default;

}  // namespace sotto::desktop
