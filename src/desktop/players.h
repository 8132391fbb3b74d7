// Media players that pause while sotto speaks (MPRIS 2.2, over the user's D-Bus).
#pragma once

#include <memory>

#include "sotto/error.h"

namespace sotto::desktop {

// Players that play when sotto begins are paused, and go on a second and a half after it has ended:
// those that it has paused itself, and that are still paused. A player that does not say within
// three seconds what it does stays as it is.
class Players {
 public:
  // The error: libsystemd is not there. A bus that is not there is no error: nobody plays.
  static Result<std::unique_ptr<Players>> open();
  ~Players();  // those that it has paused go on
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
