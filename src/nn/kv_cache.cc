#include "nn/kv_cache.h"

#include <algorithm>

namespace sotto::nn {
namespace {

constexpr int kFirstCapacity = 64;

}  // namespace

void KvCache::clear(int cols) {
  rows_ = 0;
  cols_ = cols;
}

device::Tensor KvCache::view(std::vector<float>& m, int first, int rows) const {
  return {m.data() + static_cast<size_t>(first) * static_cast<size_t>(cols_), rows, cols_};
}

KeysValues KvCache::append(int rows) {
  const int first = rows_;
  rows_ += rows;
  const size_t needed = static_cast<size_t>(rows_) * static_cast<size_t>(cols_);
  for (std::vector<float>* m : {&k_, &v_}) {
    if (m->size() < needed) m->resize(std::max(needed, 2 * m->size()));
  }
  return {view(k_, first, rows), view(v_, first, rows)};
}

void Lineage::start(int hypotheses) {
  hypotheses_ = hypotheses;
  steps_ = 0;
  capacity_ = std::max(capacity_, kFirstCapacity);
  const size_t size = static_cast<size_t>(hypotheses) * static_cast<size_t>(capacity_);
  if (rows_.size() < size) {
    rows_.resize(size);
    next_.resize(size);
  }
  seen_.assign(static_cast<size_t>(hypotheses), {});
}

void Lineage::append() {
  if (steps_ == capacity_) {
    const int wider = 2 * capacity_;
    std::vector<int> moved(static_cast<size_t>(hypotheses_) * static_cast<size_t>(wider));
    for (int h = 0; h < hypotheses_; ++h) {
      std::copy_n(rows_.begin() + int64_t{h} * capacity_, steps_,
                  moved.begin() + int64_t{h} * wider);
    }
    rows_ = std::move(moved);
    next_.assign(rows_.size(), 0);
    capacity_ = wider;
  }
  for (int h = 0; h < hypotheses_; ++h) {
    rows_[static_cast<size_t>(h) * static_cast<size_t>(capacity_) + static_cast<size_t>(steps_)] =
        steps_ * hypotheses_ + h;
  }
  ++steps_;
  point();
}

void Lineage::reorder(std::span<const int> parents) {
  for (int h = 0; h < hypotheses_; ++h) {
    std::copy_n(rows_.begin() + int64_t{parents[static_cast<size_t>(h)]} * capacity_, steps_,
                next_.begin() + int64_t{h} * capacity_);
  }
  std::swap(rows_, next_);
  point();
}

void Lineage::drop(int steps) {
  steps_ -= steps;
  point();
}

void Lineage::point() {
  for (int h = 0; h < hypotheses_; ++h) {
    seen_[static_cast<size_t>(h)] = {
        .first = 0, .count = steps_, .rows = rows_.data() + int64_t{h} * capacity_};
  }
}

}  // namespace sotto::nn
