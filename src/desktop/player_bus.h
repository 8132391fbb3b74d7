// Media players as the user's D-Bus shows them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

struct sd_bus;

namespace sotto::desktop {

struct SdBus;

// One look at the players: each question waits up to three seconds for its answer. A bus that cannot be
// reached has no players. Used by one thread.
class PlayerBus {
 public:
  // The error: libsystemd is not there.
  static Result<void> load();

  PlayerBus();  // load() has worked
  ~PlayerBus();
  PlayerBus(const PlayerBus&) = delete;
  PlayerBus& operator=(const PlayerBus&) = delete;

  // Names on the bus of what may play, sixteen at most.
  std::vector<std::string> players() const;
  // Its PlaybackStatus: "Playing", "Paused" or "Stopped".
  bool is(const std::string& player, std::string_view status) const;
  // A method without arguments, such as "Pause".
  bool tell(const std::string& player, const char* what) const;
  // None: it does not say.
  std::optional<double> volume(const std::string& player) const;
  // True: nothing was refused; whether it has obeyed is to be looked at.
  bool set_volume(const std::string& player, double volume) const;

 private:
  const SdBus* f_;
  sd_bus* bus_ = nullptr;
};

}  // namespace sotto::desktop
