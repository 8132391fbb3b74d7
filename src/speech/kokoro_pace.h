// How much of a clause kokoro says before it has made the rest, by how fast this machine makes it
// now.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "models/kokoro/opener.h"

namespace sotto::speech {

// The share of a clause that has to be heard first, so that playback does not run dry before the
// rest is made. The machine needs `inputs` seconds for the inputs of a second of sound, and then
// `factor` seconds for the rest of it. 0: the machine is too slow to say anything first.
float opening_share(double factor, double inputs);

// Measures how long clauses took, for all voices that share a model; used by any thread. It expects
// of the rest of a clause the slower of two estimates: the time of the last few clauses, and the
// time of this clause's inputs times the median ratio of rest to inputs in those few, which stays
// about the same whatever else the machine does.
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
