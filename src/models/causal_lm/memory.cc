#include "models/causal_lm/memory.h"

#include <algorithm>

namespace sotto::models::causal_lm {

Memory::Memory(const Network& m, device::Device& d) : window_(m.window), tap_count_(m.taps) {
  for (const Layer& layer : m.layers) {
    LayerPast past;
    if (const auto* attention = std::get_if<nn::SelfAttention>(&layer.mixer))
      past.kv = std::make_unique<nn::KvCache>(d, attention->kv_cols(), attention->kv_heads(),
                                              m.kv_cache());
    else
      past.inputs = d.make_cache(m.d());
    layers_.push_back(std::move(past));
  }
}

void Memory::give_back(int rows) {
  for (const LayerPast& layer : layers_) {
    if (layer.kv != nullptr)
      layer.kv->drop(rows);
    else
      layer.inputs->truncate(layer.inputs->rows() - rows);
  }
}

void Memory::clear() {
  lineage_.clear();
  const LayerPast& first = layers_.front();
  const int rows = first.kv != nullptr ? first.kv->rows() : first.inputs->rows();
  give_back(rows - lineage_.shared());
}

void Memory::add(bool begins_with_shared) {
  make_room();
  lineage_.add(1, begins_with_shared ? lineage_.shared() : 0);
}

void Memory::drop(int rows) { give_back(lineage_.drop(rows)); }

// Moves the rows of those that are left together, where most belong to hypotheses that are gone.
void Memory::make_room() {
  const auto kept = lineage_.make_room();
  if (!kept) return;
  for (const LayerPast& layer : layers_) {
    if (layer.kv != nullptr)
      layer.kv->keep(*kept);
    else
      layer.inputs->keep(*kept);
  }
}

// A row that stands at `position` of `past`, and sees what is there up to itself.
void Memory::append_row(const device::VisibleKeys& past, int position) {
  positions_.push_back(position);
  seen_.push_back({.first = 0, .count = position + 1, .rows = past.rows});
  const int first = window_ > 0 ? std::max(0, position + 1 - window_) : 0;
  window_seen_.push_back({.first = 0, .count = position + 1 - first, .rows = past.rows + first});
  for (int tap = 0; tap < tap_count_; ++tap) {
    const int at = position - tap_count_ + 1 + tap;
    if (at < 0) nothing_.push_back(static_cast<int>(taps_.size()));
    taps_.push_back(past.rows[std::max(at, 0)]);
  }
}

void Memory::append(std::span<const int> counts) {
  lineage_.append(counts);
  for (std::vector<int>* numbers : {&positions_, &taps_, &nothing_}) numbers->clear();
  seen_.clear();
  window_seen_.clear();
  for (int h = 0; h < hypotheses(); ++h) {
    const device::VisibleKeys& past = lineage_.seen()[static_cast<size_t>(h)];
    const int count = counts[static_cast<size_t>(h)];
    for (int i = past.count - count; i < past.count; ++i) append_row(past, i);
  }
}

}  // namespace sotto::models::causal_lm
