// Media players that pause, or play more quietly, while sotto speaks (MPRIS 2.2, over the user's D-Bus).
#pragma once

#include <filesystem>
#include <memory>

#include "sotto/error.h"

namespace sotto::desktop {

struct PlayersOptions {
  // Their volume is lowered; one whose volume others may not set is paused.
  bool lower = false;
  // Keeps what their volumes were (volume_record.h), for the process that comes after one that was
  // killed. A second process, which cannot have it, pauses players.
  std::filesystem::path record = {};
};

// Players that play when sotto begins are paused or lowered, and as they were a second and a half after
// it has ended: those that it has paused or lowered itself, and that are still so. A player that
// does not say within three seconds what it does stays as it is. What an earlier process left lowered is
// given back at once; of a player that is not there, when it is.
class Players {
 public:
  // The error: libsystemd is not there. A bus that is not there is no error: nobody plays.
  static Result<std::unique_ptr<Players>> open(PlayersOptions options = {});
  ~Players();  // they are as they were
  Players(const Players&) = delete;
  Players& operator=(const Players&) = delete;

  // Sound begins, or has ended. From any thread; waits for nobody.
  void speaking(bool on);

 private:
  struct State;
  explicit Players(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sotto::desktop
