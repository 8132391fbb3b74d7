#include "translate/search/pace.h"

#include <algorithm>

namespace sotto::translate {
namespace {

constexpr double kForget = 0.97;   // of what is known of proposals, for each new token
constexpr double kWorthIt = 1.02;  // a gain below is noise

}  // namespace

void Acceptance::note(int proposed, int taken) {
  const int seen = std::min(proposed, taken + 1);
  for (int i = 0; i < seen; ++i) {
    taken_ = kForget * taken_ + (i < taken ? 1 : 0);
    seen_ = kForget * seen_ + 1;
  }
}

double RecentTimes::usual(double guess) const {
  std::array<double, kKept + 1> sorted;
  size_t size = std::min(count_, kKept);
  std::copy_n(times_.begin(), size, sorted.begin());
  if (size < kFew) sorted[size++] = guess;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((size - 1) / 2);
  std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(size));
  return *middle;
}

void Pace::note_pass(int rows, double ms) {
  if (rows == 1) {
    singles_.note(ms);
    since_single_ = 0;
    return;
  }
  ++since_single_;
  if (singles_.is_empty()) return;
  rows_.note(std::clamp((ms - single_ms()) / (rows - 1), 1e-6, 2 * single_ms()));
}

void Pace::note_proposal(int tokens, double ms) {
  if (tokens > 0) tokens_.note(ms / tokens);
}

int Pace::best(double chance, int most, bool is_free) const {
  if (singles_.is_empty()) return 0;  // not one pass was timed
  const double each = row_ms() + (is_free ? 0 : token_ms());
  const double single = single_ms();
  double right = 1, tokens = 1, rate = kWorthIt / single;
  int best = 0;
  for (int n = 1; n <= most; ++n) {
    right *= chance;
    tokens += right;
    const double now = tokens / (single + n * each);
    if (now <= rate) continue;
    rate = now;
    best = n;
  }
  return best;
}

bool Pace::pays(double chance, double expected, int proposed, bool is_there) const {
  if (singles_.is_empty()) return true;
  const double spent = single_ms() + proposed * (row_ms() + token_ms());
  const double more = row_ms() + (is_there ? 0 : token_ms());
  return chance * spent > (1 + expected) * more;
}

}  // namespace sotto::translate
