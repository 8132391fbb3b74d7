#include "translate/search/pace.h"

#include <algorithm>

namespace sotto::translate {
namespace {

constexpr double kNew = 0.1;       // weight of a new time
constexpr double kOutlier = 3;     // times the usual: the machine did something else meanwhile
constexpr double kForget = 0.97;   // of what is known of proposals, for each new token
constexpr double kWorthIt = 1.02;  // a gain below is noise

void average(double& known, double ms) {
  if (known < 0)
    known = ms;
  else
    known += kNew * (std::min(ms, kOutlier * known) - known);
}

}  // namespace

void Acceptance::note(int proposed, int taken) {
  const int seen = std::min(proposed, taken + 1);
  for (int i = 0; i < seen; ++i) {
    taken_ = kForget * taken_ + (i < taken ? 1 : 0);
    seen_ = kForget * seen_ + 1;
  }
}

void Pace::note_pass(int rows, double ms) {
  if (rows == 1) {
    average(single_ms_, ms);
    since_single_ = 0;
    return;
  }
  ++since_single_;
  if (single_ms_ < 0) return;
  average(row_ms_, std::clamp((ms - single_ms_) / (rows - 1), 1e-6, 2 * single_ms_));
}

void Pace::note_proposal(int tokens, double ms) {
  if (tokens > 0) average(token_ms_, ms / tokens);
}

int Pace::best(double chance, int most, bool is_free) const {
  if (single_ms_ < 0) return 0;  // not one pass was timed
  const double each = row_ms() + (is_free ? 0 : token_ms());
  double right = 1, tokens = 1, rate = kWorthIt / single_ms_;
  int best = 0;
  for (int n = 1; n <= most; ++n) {
    right *= chance;
    tokens += right;
    const double now = tokens / (single_ms_ + n * each);
    if (now <= rate) continue;
    rate = now;
    best = n;
  }
  return best;
}

bool Pace::pays(double chance, double expected, int proposed, bool is_there) const {
  if (single_ms_ < 0) return true;
  const double spent = single_ms_ + proposed * (row_ms() + token_ms());
  const double more = row_ms() + (is_there ? 0 : token_ms());
  return chance * spent > (1 + expected) * more;
}

}  // namespace sotto::translate
