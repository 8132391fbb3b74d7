#include "translate/search/lookup.h"

#include <algorithm>

namespace sotto::translate {

const Lookup::Found& Lookup::find(std::span<const int> written, int most) {
  all_.assign(source_.begin(), source_.end());
  all_.insert(all_.end(), written.begin(), written.end());
  const int size = static_cast<int>(all_.size()), first = static_cast<int>(source_.size());
  found_.matched = 0;
  found_.follows.clear();
  int best = 0;  // where what follows begins
  for (int at = size - 1; at > 0; --at) {
    int same = 0;
    // Tokens of both sides do not match as one.
    const int begin = at > first ? first : 0;
    while (same < kLongest && at - same > begin && size - same > first &&
           all_[static_cast<size_t>(at - same - 1)] == all_[static_cast<size_t>(size - same - 1)])
      ++same;
    if (same <= found_.matched) continue;
    found_.matched = same;
    best = at;
    if (same == kLongest) break;
  }
  if (found_.matched == 0) return found_;
  // A source ends where the writing begins: nothing follows its end.
  const int end = std::min(best <= first ? first : size, best + most);
  found_.follows.assign(all_.begin() + best, all_.begin() + std::max(best, end));
  if (found_.follows.empty()) found_.matched = 0;
  return found_;
}

}  // namespace sotto::translate
