#include "models/kokoro/opening.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "base/vectorized.h"

namespace sotto::models::kokoro {
namespace {

constexpr int kOthers = 5;        // frames that stand for the rest, as measured: docs/kokoro.md
constexpr int kAround = 1;        // frames on each side of one, for what convolutions see beside it
constexpr int kMostLooked = 256;  // frames of a clause that are compared with each other
constexpr int kEnds = 3;          // frames among which the end of the opening is chosen

// The sum of (a[i] - b[i])^2, in an order that vectors have, too.
SOTTO_VECTORIZED(float, squared_distance, (const float* a, const float* b, size_t n), (a, b, n)) {
  constexpr size_t kLanes = 16;
  float sums[kLanes] = {};
  for (size_t i = 0; i + kLanes <= n; i += kLanes)
    for (size_t k = 0; k < kLanes; ++k) sums[k] += (a[i + k] - b[i + k]) * (a[i + k] - b[i + k]);
  for (size_t i = n / kLanes * kLanes; i < n; ++i) sums[0] += (a[i] - b[i]) * (a[i] - b[i]);
  float sum = 0;
  for (const float part : sums) sum += part;
  return sum;
}

// Frames of a clause, evenly spaced, and how far they are from each other.
class Frames {
 public:
  Frames(std::span<const float> decoded, int cols)
      : count(static_cast<int>(decoded.size()) / (2 * cols)),
        step_((count + kMostLooked - 1) / kMostLooked),
        looked_((count + step_ - 1) / step_),
        cols_(static_cast<size_t>(cols)) {
    const std::vector<float> features = features_of(decoded);
    const auto size = static_cast<size_t>(looked_);
    apart_.resize(size * size);
    for (size_t a = 0; a < size; ++a) {
      for (size_t b = 0; b < a; ++b) {
        apart_[a * size + b] = apart_[b * size + a] =
            squared_distance(&features[a * cols_], &features[b * cols_], cols_);
      }
    }
  }

  const int count;
  int looked() const { return looked_; }
  int frame(int i) const { return i * step_; }

  // The square of their distance, of channels that count the same.
  float apart(int i, int j) const {
    return apart_[static_cast<size_t>(i) * static_cast<size_t>(looked_) + static_cast<size_t>(j)];
  }

 private:
  // [looked, cols]: sums of two half frames, each channel by its deviation.
  std::vector<float> features_of(std::span<const float> decoded) const {
    std::vector<float> features;
    for (int i = 0; i < looked_; ++i) {
      const auto at = static_cast<size_t>(2 * frame(i)) * cols_;
      for (size_t c = 0; c < cols_; ++c)
        features.push_back(decoded[at + c] + decoded[at + cols_ + c]);
    }
    for (size_t c = 0; c < cols_; ++c) {
      double sum = 0, squares = 0;
      for (size_t at = c; at < features.size(); at += cols_) sum += double{features[at]};
      const double mean = sum / looked_;
      for (size_t at = c; at < features.size(); at += cols_) {
        const double from_mean = double{features[at]} - mean;
        squares += from_mean * from_mean;
      }
      const auto factor = static_cast<float>(1 / std::sqrt(squares / looked_ + 1e-9));
      for (size_t at = c; at < features.size(); at += cols_) features[at] *= factor;
    }
    return features;
  }

  int step_, looked_;
  size_t cols_;
  std::vector<float> apart_;  // [looked, looked]
};

// Assigns each frame to the most similar of a few representative frames.
class Medoids {
 public:
  explicit Medoids(const Frames& frames)
      : frames_(frames),
        own_(static_cast<size_t>(frames.looked()), 0),
        distance_(static_cast<size_t>(frames.looked()), std::numeric_limits<float>::max()) {}

  void add(int i) {
    for (int j = 0; j < frames_.looked(); ++j) {
      const auto at = static_cast<size_t>(j);
      const float d = frames_.apart(i, j);
      if (d >= distance_[at]) continue;
      distance_[at] = d;
      own_[at] = i;
    }
  }

  // The one from `first` on that brings the frames nearest to what stands for them; none is nearer
  // than 2 * kAround + 1 frames to another of `taken`.
  std::optional<int> best(int first, std::span<const int> taken) const {
    std::optional<int> found;
    double most = 0;
    for (int i = 0; i < frames_.looked(); ++i) {
      const int frame = frames_.frame(i);
      if (frame < first || frame + kAround >= frames_.count) continue;
      if (std::ranges::any_of(taken, [&](int t) { return std::abs(t - frame) <= 2 * kAround; }))
        continue;
      double gain = 0;
      for (int j = 0; j < frames_.looked(); ++j) {
        const float before = distance_[static_cast<size_t>(j)];
        gain += double{before - std::min(before, frames_.apart(i, j))};
      }
      if (gain <= most) continue;
      most = gain;
      found = i;
    }
    return found;
  }

  // Counts the frames that are most like that one.
  float like(int frame) const {
    float count = 0;
    for (const int i : own_) count += frames_.frame(i) == frame ? 1 : 0;
    return count;
  }

 private:
  const Frames& frames_;
  std::vector<int> own_;
  std::vector<float> distance_;
};

void put_frame(Opening& opening, int frame, float count) {
  for (const int row : {2 * frame, 2 * frame + 1}) {
    opening.rows.push_back(row);
    opening.counts.push_back(count);
  }
}

}  // namespace

Opening opening_of(std::span<const float> decoded, int cols, float share) {
  const Frames frames(decoded, cols);
  const int wanted = static_cast<int>(std::ceil(share * static_cast<float>(frames.count)));
  const int first = std::max(wanted + kEnds - 1, kLeastOpening);
  Opening opening;
  if (2 * (first + kAround + kOthers * (2 * kAround + 1)) > frames.count) return opening;
  Medoids medoids(frames);
  for (int i = 0; frames.frame(i) < first; ++i) medoids.add(i);
  std::vector<int> others;
  for (int n = 0; n < kOthers; ++n) {
    const std::optional<int> best = medoids.best(first + 2 * kAround, others);
    if (!best) break;
    medoids.add(*best);
    others.push_back(frames.frame(*best));
  }
  opening.frames = first;
  for (int f = 0; f < first; ++f) put_frame(opening, f, medoids.like(f));
  for (int f = first; f < first + kAround; ++f) put_frame(opening, f, 0);
  for (const int other : others) {
    for (int f = other - kAround; f <= other + kAround; ++f)
      put_frame(opening, f, f == other ? medoids.like(f) : 0);
  }
  return opening;
}

std::vector<Opening::Run> Opening::runs() const {
  std::vector<Run> found;
  for (const int row : rows) {
    const auto at = static_cast<size_t>(row);
    if (!found.empty() && found.back().first + found.back().count == at) {
      ++found.back().count;
    } else {
      found.push_back({at, 1});
    }
  }
  return found;
}

int quiet_end(std::span<const float> sound, const Opening& opening, size_t samples_a_frame) {
  int best = opening.frames;
  double least = std::numeric_limits<double>::max();
  for (int end = opening.frames; end > opening.frames - kEnds; --end) {
    double power = 0;
    for (const float x : sound.subspan(static_cast<size_t>(end) * samples_a_frame, samples_a_frame))
      power += double{x} * double{x};
    if (power >= least) continue;
    least = power;
    best = end;
  }
  return best;
}

}  // namespace sotto::models::kokoro
