// Rules of asking again: how often, and after what time.
#pragma once

#include <chrono>
#include <stop_token>

#include "http/client.h"

namespace sotto::http {

struct Patience {
  int failures = 5;                            // in a row
  std::chrono::milliseconds first_wait{1000};  // then twice as long, and so on
  std::chrono::milliseconds longest_wait{60000};
};

class Retry {
 public:
  explicit Retry(Patience patience = {}) : patience_(patience) {}

  // Whether that is worth another try: no connection, a server that is busy or in trouble. Waits
  // before, for as long as the server says where it does. False: it is not, or it was tried too
  // often, or the server wants more patience than there is, or it was stopped meanwhile.
  bool again(const Result<Answer>& answer, const std::stop_token& stop);

  void progress() { failures_ = 0; }  // something came: the next failure is the first one

 private:
  Patience patience_;
  int failures_ = 0;
};

}  // namespace sotto::http
