// PL-BERT (Li et al. 2023), an ALBERT (Lan et al. 2020) over phonemes: groups of post-norm
// Transformer layers, each run several times; as published one group of one layer.
//   x = map(LN(word[id] + position + token_type[0]))
//   a = LN(x + dense(attention(x)));   x = LN(a + ffn_output(gelu(ffn(a))))      for each layer
//   out = bert_encoder(x)
#pragma once

#include <span>
#include <vector>

#include "models/kokoro/config.h"
#include "models/loader.h"
#include "models/sight.h"

namespace sotto::models::kokoro {

struct AlbertLayer {
  nn::Attention attention;
  nn::LayerNorm attention_norm;
  nn::FeedForward ffn;
  nn::LayerNorm full_norm;

  // x becomes what it makes of it; each row sees those of `all`.
  void operator()(device::Device& d, const device::Tensor& x,
                  std::span<const device::VisibleKeys> all) const;
};

struct PlBert {
  device::Constant word, position, token_type;
  nn::LayerNorm embedding_norm;
  nn::Linear map;
  std::vector<std::vector<AlbertLayer>> groups;
  nn::Linear bert_encoder;
  int layers = 0;  // how often a group is run, in all

  // [ids, hidden_dim]
  device::Tensor operator()(device::Device& d, std::span<const int> ids, const Sight& see) const;
};

PlBert load_plbert(Loader& load, const Config& config);

}  // namespace sotto::models::kokoro
