#include "terminal/verb.h"

#include <algorithm>

#include "base/log.h"

namespace sotto::terminal {

int fail(const Error& error) {
  if (error.code == Errc::cancelled) return kFailed;
  std::string line = error.message;
  std::replace(line.begin(), line.end(), '\n', ' ');
  log::error("{}", line);
  return error.code == Errc::bad_argument ? kWrongUsage : kFailed;
}

int fail_usage(const std::string& message) { return fail({Errc::bad_argument, message}); }

}  // namespace sotto::terminal
