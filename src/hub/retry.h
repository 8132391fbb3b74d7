// How often one asks again, and how long one waits before.
#pragma once

#include <stop_token>

#include "hub/http.h"

namespace sotto::hub {

class Retry {
 public:
  // Whether that is worth another try: no connection, a server that is busy or in trouble. Waits
  // for one second, two, four, ...; for as long as the server says where it does, up to a minute.
  // False: it is not, or it was tried five times in a row, or it was stopped meanwhile.
  bool again(const Result<Answer>& answer, const std::stop_token& stop);

  void progress() { failures_ = 0; }  // something came: the next failure is the first one

 private:
  int failures_ = 0;
};

}  // namespace sotto::hub
