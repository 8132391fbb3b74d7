// The first frames of a clause before the whole of it: the generator's norms want means and
// variances over a clause, of which some of its frames give an estimate. These are the first ones,
// and few others that stand for the rest. How often each counts is how many frames of the clause
// are like it: a greedy choice of medoids (Kaufman and Rousseeuw 1990) among what the decoder made.
#pragma once

#include <span>
#include <vector>

namespace sotto::models::kokoro {

inline constexpr int kLeastOpening = 20;  // frames: half a second, of which the first half is quiet

// Half frames of the decoder, one behind the other as they are computed: the first 2 * frames ones,
// and one frame more, which has no part in the norms; then those that stand for others, each
// between two that have no part in them.
struct Opening {
  int frames = 0;  // 0: the clause is too short to gain by it
  std::vector<int> rows;
  std::vector<float> counts;  // of each of the rows

  struct Run {
    size_t first, count;
  };
  std::vector<Run> runs() const;  // of rows that follow one another
};

// The opening: a `share` of the clause wherever it ends (quiet_end), and no less than kLeastOpening.
// decoded: [half frames, cols].
Opening opening_of(std::span<const float> decoded, int cols, float share);

// The best end of the opening, in frames: the quietest of its last ones, by the sound of it.
int quiet_end(std::span<const float> sound, const Opening& opening, size_t samples_a_frame);

}  // namespace sotto::models::kokoro
