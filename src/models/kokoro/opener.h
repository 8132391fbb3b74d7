// Decides how much of a clause is heard before the rest of it is made. Wall times, in seconds.
#pragma once

namespace sotto::models::kokoro {

// Asked by Session::speak, on its thread.
class Opener {
 public:
  virtual ~Opener() = default;

  // The share of a clause, `sound` long, that is to be heard early, from 0 to 1; 0: none. All that
  // the generator reads is made, and took `inputs`.
  virtual float share(double sound, double inputs) = 0;

  // The first `opening` of sound is made. By how long that took, the whole will take `rest`. False:
  // nothing is to be heard before the whole is there.
  virtual bool is_heard(double opening, double rest) = 0;
};

}  // namespace sotto::models::kokoro
