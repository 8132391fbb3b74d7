#include "nn/rolling_cache.h"

#include <algorithm>

namespace sotto::nn {

void RollingCache::reserve(int rows) {
  k_->reserve(rows);
  v_->reserve(rows);
}

KeysValues RollingCache::append(int rows) {
  const auto has_room = [&] { return this->rows() + rows <= k_->capacity(); };
  if (!has_room() && context_ > 0 && this->rows() >= context_) {
    const int gone = this->rows() - (context_ - 1);
    k_->forget(gone);
    v_->forget(gone);
  }
  // Twice as much as is needed now: with a context, rows are moved once in a while only.
  if (!has_room()) reserve(std::max(this->rows(), context_) + 2 * rows);
  return {k_->append(rows), v_->append(rows)};
}

void RollingCache::rewind(int rows) {
  k_->truncate(rows);
  v_->truncate(rows);
}

device::VisibleKeys RollingCache::seen(int i, int rows) const {
  const int row = this->rows() - rows + i;
  const int first = context_ > 0 ? std::max(0, row - context_ + 1) : 0;
  return {.first = first, .count = row - first + 1};
}

}  // namespace sotto::nn
