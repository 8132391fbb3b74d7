#include "nn/rolling_cache.h"

#include <algorithm>

namespace sotto::nn {

void RollingCache::clear(int cols, int context) {
  rows_ = 0;
  cols_ = cols;
  context_ = context;
}

void RollingCache::reserve(int rows) {
  const size_t needed = static_cast<size_t>(rows_ + rows) * static_cast<size_t>(cols_);
  for (std::vector<float>* m : {&k_, &v_}) {
    if (m->size() < needed) m->resize(needed);
  }
}

device::Tensor RollingCache::view(std::vector<float>& m, int first, int rows) const {
  return {m.data() + static_cast<size_t>(first) * static_cast<size_t>(cols_), rows, cols_};
}

KeysValues RollingCache::append(int rows) {
  const auto has_room = [&] {
    return static_cast<size_t>(rows_ + rows) * static_cast<size_t>(cols_) <= k_.size();
  };
  if (!has_room() && context_ > 0 && rows_ >= context_) {
    const int keep = context_ - 1;
    for (std::vector<float>* m : {&k_, &v_}) {
      const device::Tensor last = view(*m, rows_ - keep, keep);
      std::ranges::copy(last.all(), m->data());
    }
    rows_ = keep;
  }
  // Twice as much as is needed now: with a context, rows are moved once in a while only.
  if (!has_room()) reserve(std::max(rows_, context_) + 2 * rows);
  const int first = rows_;
  rows_ += rows;
  return {view(k_, first, rows), view(v_, first, rows)};
}

device::Seen RollingCache::seen(int i, int rows) const {
  const int row = rows_ - rows + i;
  const int first = context_ > 0 ? std::max(0, row - context_ + 1) : 0;
  return {.first = first, .count = row - first + 1};
}

}  // namespace sotto::nn
