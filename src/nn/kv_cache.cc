#include "nn/kv_cache.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sotto::nn {
namespace {

constexpr int kFirstCapacity = 64;
constexpr int kFewRows = 256;  // are not worth moving others for

}  // namespace

void LiveRows::clear(int rows) {
  moved_.assign(static_cast<size_t>(rows), kGone);
  count_ = 0;
}

bool LiveRows::are_few() const { return static_cast<int>(moved_.size()) > 2 * count_ + kFewRows; }

std::span<const int> LiveRows::number() {
  kept_.clear();
  for (int row = 0; row < static_cast<int>(moved_.size()); ++row) {
    int& moved = moved_[static_cast<size_t>(row)];
    if (moved == kGone) continue;
    moved = static_cast<int>(kept_.size());
    kept_.push_back(row);
  }
  return kept_;
}

void Lineage::clear() {
  next_row_ = shared_;
  longest_ = 0;
  seen_.clear();
}

void Lineage::reserve(int hypotheses, int steps) {
  int wider = std::max(capacity_, kFirstCapacity);
  while (wider < steps) wider *= 2;
  const size_t size = static_cast<size_t>(hypotheses) * static_cast<size_t>(wider);
  if (wider > capacity_) {
    std::vector<int> moved(std::max(size, rows_.size() / std::max(capacity_, 1) * wider));
    for (int h = 0; h < this->hypotheses(); ++h) {
      if (length(h) == 0) continue;  // a new one may have no place yet
      std::copy_n(rows_.begin() + int64_t{h} * capacity_, length(h),
                  moved.begin() + int64_t{h} * wider);
    }
    rows_ = std::move(moved);
    capacity_ = wider;
  }
  if (rows_.size() < size) rows_.resize(std::max(size, 2 * rows_.size()));
  next_.resize(rows_.size());
}

void Lineage::add(int hypotheses, int shared) {
  const int before = this->hypotheses();
  seen_.resize(seen_.size() + static_cast<size_t>(hypotheses));
  longest_ = std::max(longest_, shared);
  reserve(this->hypotheses(), longest_);
  for (int h = before; h < this->hypotheses(); ++h) {
    const auto rows = rows_.begin() + int64_t{h} * capacity_;
    std::iota(rows, rows + shared, 0);
    seen_[static_cast<size_t>(h)].count = shared;
  }
  point();
}

void Lineage::append() {
  reserve(hypotheses(), ++longest_);
  for (int h = 0; h < hypotheses(); ++h) {
    device::VisibleKeys& seen = seen_[static_cast<size_t>(h)];
    rows_[static_cast<size_t>(h) * static_cast<size_t>(capacity_) +
          static_cast<size_t>(seen.count++)] = next_row_++;
  }
  point();
}

void Lineage::append(std::span<const int> rows) {
  for (int h = 0; h < hypotheses(); ++h)
    longest_ = std::max(longest_, length(h) + rows[static_cast<size_t>(h)]);
  reserve(hypotheses(), longest_);
  for (int h = 0; h < hypotheses(); ++h) {
    const int more = rows[static_cast<size_t>(h)];
    const auto end = rows_.begin() + int64_t{h} * capacity_ + length(h);
    std::iota(end, end + more, next_row_);
    next_row_ += more;
    seen_[static_cast<size_t>(h)].count += more;
  }
  point();
}

void Lineage::select(std::span<const int> parents) {
  const int hypotheses = static_cast<int>(parents.size());
  reserve(std::max(hypotheses, this->hypotheses()), longest_);
  next_seen_.clear();
  longest_ = 0;
  for (int h = 0; h < hypotheses; ++h) {
    const int parent = parents[static_cast<size_t>(h)];
    std::copy_n(rows_.begin() + int64_t{parent} * capacity_, length(parent),
                next_.begin() + int64_t{h} * capacity_);
    next_seen_.push_back(seen_[static_cast<size_t>(parent)]);
    longest_ = std::max(longest_, length(parent));
  }
  std::swap(rows_, next_);
  std::swap(seen_, next_seen_);
  point();
}

int Lineage::drop(int steps) {
  int needed = shared_;  // rows of the caches
  longest_ = 0;
  for (device::VisibleKeys& seen : seen_) {
    seen.count -= steps;
    longest_ = std::max(longest_, seen.count);
    if (seen.count > 0) needed = std::max(needed, seen.row(seen.count - 1) + 1);  // they ascend
  }
  return std::exchange(next_row_, needed) - needed;
}

std::optional<std::span<const int>> Lineage::make_room() {
  live_.clear(next_row_);
  for (int row = 0; row < shared_; ++row) live_.add(row);
  for (const device::VisibleKeys& seen : seen_)
    for (int i = 0; i < seen.count; ++i) live_.add(seen.rows[i]);
  if (!live_.are_few()) return std::nullopt;
  const std::span<const int> kept = live_.number();
  for (int h = 0; h < hypotheses(); ++h) {
    const auto rows = rows_.begin() + int64_t{h} * capacity_;
    std::for_each_n(rows, length(h), [&](int& row) { row = live_.moved(row); });
  }
  next_row_ = static_cast<int>(kept.size());
  return kept;
}

void Lineage::point() {
  for (int h = 0; h < hypotheses(); ++h)
    seen_[static_cast<size_t>(h)].rows = rows_.data() + int64_t{h} * capacity_;
}

}  // namespace sotto::nn
