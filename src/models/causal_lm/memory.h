// The memory of a causal language model's layers, for all hypotheses. Rows of keys, of values and
// of what convolutions see are written once; a hypothesis is a list of rows, the same for all
// layers, so that beams, batches and a shared beginning cost no copies.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "models/causal_lm/network.h"
#include "nn/kv_cache.h"

namespace sotto::models::causal_lm {

class Memory {
 public:
  Memory(const Network& m, device::Device& d);

  // No hypothesis is left; what is shared stays.
  void clear();

  // A hypothesis more, behind the others: its past is what is shared, or nothing.
  void add(bool begins_with_shared);
  // All rows so far are what others may begin with. Call it with one hypothesis.
  void share() { lineage_.share(); }
  int shared() const { return lineage_.shared(); }

  void select(std::span<const int> parents) { lineage_.select(parents); }
  // Takes the last `rows` rows of every hypothesis back.
  void drop(int rows);

  int hypotheses() const { return lineage_.hypotheses(); }
  int length(int hypothesis) const { return lineage_.length(hypothesis); }

  // Rows of the next pass: counts[h] of hypothesis h, one hypothesis behind the other. The layers
  // append as many to their caches.
  void append(std::span<const int> counts);

  // By each row of the pass; valid until the next change.
  std::span<const int> positions() const { return positions_; }
  std::span<const device::VisibleKeys> seen(bool windowed) const {
    return windowed ? window_seen_ : seen_;
  }
  std::span<const int> taps() const { return taps_; }  // ShortConvolution::Rows
  std::span<const int> nothing() const { return nothing_; }

  std::vector<float>& numbers() { return numbers_; }  // scratch of a pass
  nn::KvCache& keys_values(size_t layer) { return *layers_[layer].kv; }
  device::Cache& inputs(size_t layer) { return *layers_[layer].inputs; }  // of a convolution

 private:
  struct LayerPast {
    std::unique_ptr<nn::KvCache> kv;  // or
    std::unique_ptr<device::Cache> inputs;
  };
  void append_row(const device::VisibleKeys& past, int position);
  void make_room();
  void give_back(int rows);

  int window_, tap_count_;
  nn::Lineage lineage_;
  std::vector<LayerPast> layers_;
  std::vector<int> positions_, taps_, nothing_;
  std::vector<device::VisibleKeys> seen_, window_seen_;
  std::vector<float> numbers_;
};

}  // namespace sotto::models::causal_lm
