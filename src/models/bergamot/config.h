// The numbers of a Marian student network, from the configuration inside of its file.
#pragma once

#include "checkpoint/model_folder.h"
#include "sotto/error.h"

namespace sotto::models::bergamot {

struct Config {
  int d_model = 0, ffn = 0, heads = 0;
  int encoder_layers = 0, decoder_layers = 0;
  int source_vocab = 0, target_vocab = 0;  // rows of the embeddings
  bool joint = false;                      // one embedding for both sides

  // Ids of every vocabulary.
  static constexpr int kEos = 0, kUnk = 1;
};

// Checked: sizes are sane, heads divide d_model, and whatever else the file says of the network is
// what is computed here. The error names the key.
Result<Config> read_config(const checkpoint::ModelFolder& folder);

}  // namespace sotto::models::bergamot
