// How much of a clause kokoro says before it has made the rest, by how fast this machine makes it now.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "models/kokoro/opener.h"

namespace sotto::speech {

// Of a machine that needs `factor` seconds for the rest of a second of sound once its inputs are
// made, which took `inputs` seconds: the share of a clause that has to be heard first, so that
// nothing runs dry behind it. 0: the machine is too slow to say anything first.
float opening_share(double factor, double inputs);

// What clauses have taken, of whichever voices speak with a model; used by any thread. The rest of
// a clause is expected to take what it took by the slower of two measures: the last few clauses, and
// this one's inputs, of whose time it is about the same multiple (the middle one of these few)
// whatever else the machine does.
class KokoroPace final : public models::kokoro::Opener {
 public:
  float share(double sound, double inputs) override;
  bool is_heard(double opening, double rest) override;
  // A clause is made; `rest`: what it took behind its inputs, and behind what was heard first.
  void made(double sound, double inputs, double rest);

 private:
  static constexpr size_t kRemembered = 4;
  struct Clause {
    double factor = 0;    // seconds of the rest for a second of sound
    double multiple = 0;  // of what the inputs took
  };
  std::mutex mutex_;
  std::array<Clause, kRemembered> last_ = {};
  size_t count_ = 0;  // of clauses so far
};

// The pace of this process, of a model in its circumstances ("the file, int8, 2 threads").
std::shared_ptr<KokoroPace> kokoro_pace(const std::string& subject);

}  // namespace sotto::speech
