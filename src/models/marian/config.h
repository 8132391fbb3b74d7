// The numbers of a Marian network, from its config.json.
#pragma once

#include "checkpoint/model_folder.h"
#include "nn/feed_forward.h"
#include "sotto/error.h"

namespace sotto::models::marian {

struct Config {
  int d_model = 0;
  int encoder_layers = 0, decoder_layers = 0;
  int encoder_heads = 0, decoder_heads = 0;
  int encoder_ffn = 0, decoder_ffn = 0;
  int vocab_size = 0;  // rows of the embedding matrix; the file's number may be another
  device::Activation activation = device::Activation::silu;
  bool scale_embedding = false;
  int eos = 0, unk = 1, pad = 0;
  int decoder_start = 0;    // the pad, in published models
  int max_positions = 512;  // what it was trained for
};

// Checked: every number is positive and sane, heads divide d_model, both sides share one embedding.
// vocab_size is left as the file has it.
Result<Config> read_config(const checkpoint::ModelFolder& folder);

}  // namespace sotto::models::marian
