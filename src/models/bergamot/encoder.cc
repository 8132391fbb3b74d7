// Encoder: Marian's, a post-norm Transformer, with other positions.
//   h = sqrt(d) E[tokens] + P
#include "models/bergamot/layers.h"
#include "models/marian/layers.h"

namespace sotto::models::bergamot {

using device::Tensor;

Tensor encode(const Network& m, const SourceBatch& batch, const Tensor& positions,
              device::Device& d, Trace* trace) {
  const Tensor h = d.embed(m.source, batch.tokens, m.embedding_scale);
  d.add_rows(h, positions, batch.positions);
  marian::encode_layers(m.encoder, batch, h, d, trace);
  return h;
}

}  // namespace sotto::models::bergamot
