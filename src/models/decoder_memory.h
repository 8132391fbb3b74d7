// The memory of the decoder of an encoder-decoder network: its sources, and the past of each
// hypothesis. Hypotheses come, go and are copied; the rows of their keys and values stay where they
// are until most of them belong to nobody.
#pragma once

#include <span>
#include <vector>

#include "models/source_batch.h"
#include "nn/kv_cache.h"

namespace sotto::models {

class DecoderMemory {
 public:
  // Keys and values of each layer: `cols` of all heads.
  DecoderMemory(device::Device& d, size_t layers, int cols, int heads);

  // Forgets everything.
  void clear();

  // A hypothesis for each sentence, behind the others. The caller appends the rows of the encoded
  // batch to cross(layer) of every layer.
  void add(const SourceBatch& batch);

  // A row for each hypothesis, which the caller appends to self(layer) of every layer.
  void append() { lineage_.append(); }

  // Hypothesis h goes on from what was hypothesis parents[h].
  void select(std::span<const int> parents);

  // Takes the last `steps` rows of every hypothesis back.
  void drop(int steps);

  nn::KvCache& self(size_t layer) { return self_[layer]; }
  nn::KvCache& cross(size_t layer) { return cross_[layer]; }

  // By each hypothesis: its own rows in self(), and its sentence's in cross().
  std::span<const device::VisibleKeys> past() const { return lineage_.seen(); }
  std::span<const device::VisibleKeys> sources() const { return sources_; }
  int length(int hypothesis) const { return lineage_.length(hypothesis); }

 private:
  void make_room();

  nn::Lineage lineage_;
  std::vector<nn::KvCache> self_, cross_;  // one a layer
  std::vector<device::VisibleKeys> sources_, next_sources_;
  int source_rows_ = 0;  // of cross_
  nn::LiveRows live_;
};

}  // namespace sotto::models
