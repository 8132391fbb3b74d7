// A decoder's memory. Rows of keys and values are written once and never moved: a beam that goes on
// from another one changes a list of row numbers, not the rows.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "nn/attention.h"

namespace sotto::nn {

// Keys and values of one layer: a row for each position that was ever appended.
class KvCache {
 public:
  // cols: of the keys, and of the values, of all heads, each of which has scales of its own where
  // they are kept in 8 bits. own: how they are kept where the device was told nothing.
  KvCache(device::Device& d, int cols, int heads, device::Precision own = device::Precision::f32)
      : k_(d.make_kv_cache(cols, heads, own)), v_(d.make_kv_cache(cols, heads, own)) {}

  void clear() { drop(rows()); }

  // Room for `rows` more rows, which the caller fills.
  KeysValues append(int rows) { return {grown(*k_, rows), grown(*v_, rows)}; }
  // They are filled, and many: the memory that only filling them takes is given back.
  void compact() {
    for (device::Cache* cache : {k_.get(), v_.get()}) cache->compact();
  }
  // The last `rows` rows are as if they had never been.
  void drop(int rows) {
    for (device::Cache* cache : {k_.get(), v_.get()}) cache->truncate(cache->rows() - rows);
  }
  // Row i becomes what row kept[i] was (ascending); the others are forgotten.
  void keep(std::span<const int> kept) {
    for (device::Cache* cache : {k_.get(), v_.get()}) cache->keep(kept);
  }
  KeysValues all() const { return {k_->all(), v_->all()}; }
  int rows() const { return k_->rows(); }

 private:
  // Memory doubles where it is too small.
  static device::Tensor grown(device::Cache& cache, int rows) {
    if (cache.rows() + rows > cache.capacity()) cache.reserve(std::max(rows, cache.capacity()));
    return cache.append(rows);
  }

  std::unique_ptr<device::Cache> k_, v_;
};

// Rows of a cache that somebody still needs, and where they go when the others are given up.
class LiveRows {
 public:
  void clear(int rows);  // of the cache; none is needed
  void add(int row) {
    int& at = moved_[static_cast<size_t>(row)];
    count_ += at == kGone;
    at = 0;
  }

  // Whether giving the others up is worth the copies.
  bool are_few() const;

  // The rows, ascending: what KvCache::keep() wants. Valid until the next call.
  std::span<const int> number();
  int moved(int row) const { return moved_[static_cast<size_t>(row)]; }  // after number()

 private:
  static constexpr int kGone = -1;
  std::vector<int> moved_, kept_;
  int count_ = 0;
};

// Records the rows of the caches that make up each hypothesis; the same for all layers.
class Lineage {
 public:
  // No hypothesis is left; the rows that share() has kept stay.
  void clear();

  // Appends hypotheses with empty pasts.
  void add(int hypotheses) { add(hypotheses, 0); }
  // The same with the first `shared` rows of the caches for their past.
  void add(int hypotheses, int shared);

  // The rows of the caches so far stay, whoever is gone: others may begin with them.
  void share() { shared_ = next_row_; }
  int shared() const { return shared_; }

  // Every hypothesis gets its row of the next step: the last rows of the caches, in order. Call it
  // before the step's attention.
  void append();
  // The same for steps of several rows, or of none: rows[h] of hypothesis h, beside each other.
  void append(std::span<const int> rows);

  // Hypothesis h goes on from what was hypothesis parents[h]: fewer, more or other ones.
  void select(std::span<const int> parents);

  // Takes the last `steps` rows of every hypothesis back, which all have as many. Gives how many
  // rows the caches are to drop(): those behind the last one that somebody still needs.
  int drop(int steps);

  // Renumbers the rows of hypotheses that are left, which the caches are to keep(), once most rows
  // belong to hypotheses that are gone. Before that: nothing. Valid until the next call.
  std::optional<std::span<const int>> make_room();

  int hypotheses() const { return static_cast<int>(seen_.size()); }
  int length(int hypothesis) const { return seen_[static_cast<size_t>(hypothesis)].count; }

  // One entry a hypothesis; valid until the next call of a non-const function.
  std::span<const device::VisibleKeys> seen() const { return seen_; }

 private:
  // Room for so many hypotheses and steps; what is there stays.
  void reserve(int hypotheses, int steps);
  void point();

  int next_row_ = 0;              // of the caches
  int shared_ = 0;                // of them that stay
  int longest_ = 0;               // steps of the longest hypothesis
  int capacity_ = 0;              // steps that fit
  std::vector<int> rows_, next_;  // [hypotheses that fit, capacity]
  std::vector<device::VisibleKeys> seen_, next_seen_;
  LiveRows live_;
};

}  // namespace sotto::nn
