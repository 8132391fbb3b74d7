// The numbers of an M2M100 network, from its config.json.
#pragma once

#include "checkpoint/model_folder.h"
#include "sotto/error.h"

namespace sotto::models::nllb {

struct Config {
  int d_model = 0;
  int encoder_layers = 0, decoder_layers = 0;
  int encoder_heads = 0, decoder_heads = 0;
  int encoder_ffn = 0, decoder_ffn = 0;
  int vocab_size = 0;  // rows of the embedding matrix; the file's number may be another
  bool scale_embedding = true;
  int pad = 1, bos = 0, eos = 2, unk = 3;
  int decoder_start = 2;
  int max_positions = 1024;  // what it was trained for; longer inputs are legal
};

// Checked: every number is positive and sane, heads divide d_model, the activation is relu.
// vocab_size is left as the file has it.
Result<Config> read_config(const checkpoint::ModelFolder& folder);

}  // namespace sotto::models::nllb
