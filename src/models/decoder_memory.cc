#include "models/decoder_memory.h"

namespace sotto::models {

DecoderMemory::DecoderMemory(device::Device& d, size_t layers, int cols, int heads) {
  for (std::vector<nn::KvCache>* caches : {&self_, &cross_})
    for (size_t i = 0; i < layers; ++i) caches->emplace_back(d, cols, heads);
}

void DecoderMemory::clear() {
  lineage_.clear();
  for (std::vector<nn::KvCache>* caches : {&self_, &cross_})
    for (nn::KvCache& cache : *caches) cache.clear();
  sources_.clear();
  source_rows_ = 0;
}

void DecoderMemory::add(const SourceBatch& batch) {
  make_room();
  for (const device::VisibleKeys& sentence : batch.sentences)
    sources_.push_back({.first = source_rows_ + sentence.first, .count = sentence.count});
  source_rows_ += static_cast<int>(batch.tokens.size());
  lineage_.add(static_cast<int>(batch.sentences.size()));
}

void DecoderMemory::select(std::span<const int> parents) {
  next_sources_.clear();
  for (const int parent : parents) next_sources_.push_back(sources_[static_cast<size_t>(parent)]);
  std::swap(sources_, next_sources_);
  lineage_.select(parents);
}

void DecoderMemory::drop(int steps) {
  const int rows = lineage_.drop(steps);
  for (nn::KvCache& cache : self_) cache.drop(rows);
}

// Moves the rows of those that are left together, where most belong to hypotheses that are gone.
void DecoderMemory::make_room() {
  if (const auto kept = lineage_.make_room())
    for (nn::KvCache& cache : self_) cache.keep(*kept);
  live_.clear(source_rows_);
  for (const device::VisibleKeys& source : sources_)
    for (int i = 0; i < source.count; ++i) live_.add(source.first + i);
  if (!live_.are_few()) return;
  const std::span<const int> kept = live_.number();
  for (device::VisibleKeys& source : sources_) source.first = live_.moved(source.first);
  for (nn::KvCache& cache : cross_) cache.keep(kept);
  source_rows_ = static_cast<int>(kept.size());
}

}  // namespace sotto::models
