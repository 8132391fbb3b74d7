#ifdef SOTTO_SYSTEMD

#include "desktop/player_bus.h"

#include <systemd/sd-bus.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "base/log.h"
#include "base/printable.h"
#include "base/shared_library.h"

namespace sotto::desktop {
namespace {

constexpr std::chrono::milliseconds kBusPatience{3000};
constexpr size_t kMostPlayers = 16;
constexpr std::string_view kPlayerName = "org.mpris.MediaPlayer2.";
constexpr const char* kPlayerPath = "/org/mpris/MediaPlayer2";
constexpr const char* kPlayerInterface = "org.mpris.MediaPlayer2.Player";

}  // namespace

struct SdBus {
  static constexpr OptionalLibrary kLibrary{"libsystemd", 0, "libsystemd0"};
  explicit SdBus(SharedLibrary& library) {
    library.find("sd_bus_open_user", open_user);
    library.find("sd_bus_flush_close_unref", close);
    library.find("sd_bus_set_method_call_timeout", set_timeout);
    library.find("sd_bus_list_names", list_names);
    library.find("sd_bus_get_property_string", get_string);
    library.find("sd_bus_get_property_trivial", get_number);
    library.find("sd_bus_set_property", set_property);
    library.find("sd_bus_call_method", call);
    library.find("sd_bus_error_free", error_free);
  }
  decltype(&sd_bus_open_user) open_user;
  decltype(&sd_bus_flush_close_unref) close;
  decltype(&sd_bus_set_method_call_timeout) set_timeout;
  decltype(&sd_bus_list_names) list_names;
  decltype(&sd_bus_get_property_string) get_string;
  decltype(&sd_bus_get_property_trivial) get_number;
  decltype(&sd_bus_set_property) set_property;
  decltype(&sd_bus_call_method) call;
  decltype(&sd_bus_error_free) error_free;
};

Result<void> PlayerBus::load() {
  if (load_library<SdBus>() != nullptr) return {};
  return Error{Errc::unsupported, SdBus::kLibrary.missing()};
}

PlayerBus::PlayerBus() : f_(load_library<SdBus>()) {
  if (f_ == nullptr || f_->open_user(&bus_) < 0) bus_ = nullptr;
  const auto patience = std::chrono::duration_cast<std::chrono::microseconds>(kBusPatience);
  if (bus_ != nullptr) f_->set_timeout(bus_, static_cast<uint64_t>(patience.count()));
}

PlayerBus::~PlayerBus() {
  if (bus_ != nullptr) f_->close(bus_);
}

// playerctld speaks for others, which have their own.
std::vector<std::string> PlayerBus::players() const {
  std::vector<std::string> found;
  char** names = nullptr;
  if (bus_ == nullptr || f_->list_names(bus_, &names, nullptr) < 0) return found;
  for (char** name = names; name != nullptr && *name != nullptr; ++name) {
    const std::string_view is = *name;
    const bool plays = is.starts_with(kPlayerName) && !is.ends_with(".playerctld");
    if (plays && found.size() < kMostPlayers) found.emplace_back(is);
    std::free(*name);
  }
  std::free(names);
  return found;
}

bool PlayerBus::is(const std::string& player, std::string_view status) const {
  if (bus_ == nullptr) return false;
  char* value = nullptr;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  const bool known = f_->get_string(bus_, player.c_str(), kPlayerPath, kPlayerInterface,
                                    "PlaybackStatus", &error, &value) >= 0;
  const bool same = known && value != nullptr && value == status;
  f_->error_free(&error);
  std::free(value);
  return same;
}

bool PlayerBus::tell(const std::string& player, const char* what) const {
  if (bus_ == nullptr) return false;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  const bool done =
      f_->call(bus_, player.c_str(), kPlayerPath, kPlayerInterface, what, &error, nullptr, "") >= 0;
  f_->error_free(&error);
  log::debug("{}: {}{}", printable(player), what, done ? "" : " was refused");
  return done;
}

std::optional<double> PlayerBus::volume(const std::string& player) const {
  if (bus_ == nullptr) return std::nullopt;
  double volume = 0;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  const bool known = f_->get_number(bus_, player.c_str(), kPlayerPath, kPlayerInterface, "Volume",
                                    &error, 'd', &volume) >= 0;
  f_->error_free(&error);
  return known && std::isfinite(volume) ? std::optional(volume) : std::nullopt;
}

bool PlayerBus::set_volume(const std::string& player, double volume) const {
  if (bus_ == nullptr) return false;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  const bool done = f_->set_property(bus_, player.c_str(), kPlayerPath, kPlayerInterface, "Volume",
                                     &error, "d", volume) >= 0;
  f_->error_free(&error);
  log::debug("{}: volume {}{}", printable(player), volume, done ? "" : " was refused");
  return done;
}

}  // namespace sotto::desktop

#endif
