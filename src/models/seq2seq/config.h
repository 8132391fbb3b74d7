// The numbers of an encoder-decoder Transformer, from its config.json.
#pragma once

#include <span>
#include <string_view>

#include "checkpoint/model_folder.h"
#include "device/device.h"
#include "sotto/error.h"

namespace sotto::models::seq2seq {

struct Config {
  int d_model = 0;
  int encoder_layers = 0, decoder_layers = 0;
  int encoder_heads = 0, decoder_heads = 0;
  int encoder_ffn = 0, decoder_ffn = 0;
  int vocab_size = 0;  // rows of the embedding matrix; the file's number may be another
  device::Activation activation = device::Activation::relu;
  bool scale_embedding = true;
  int pad = 0, bos = 0, eos = 0, unk = 0;
  int decoder_start = 0;
  int max_positions = 0;  // what it was trained for; longer inputs are legal
};

// Rules for the configuration files of one architecture.
struct ConfigRules {
  struct Name {
    std::string_view name;
    device::Activation activation;
  };
  std::string_view model_type;
  std::span<const Name> activations;
  std::string_view activation;  // where the file names none
  int most_pad;
  bool needs_pad;          // which the decoder starts with, where the file says nothing else
  bool needs_even_width;   // its positions are in two halves
  bool needs_shared_rows;  // one embedding for both sides and the output
  Config defaults;
};

// Checked: every number is positive and sane, heads divide d_model. vocab_size is left as the file
// has it.
Result<Config> read_config(const checkpoint::ModelFolder& folder, const ConfigRules& rules);

}  // namespace sotto::models::seq2seq
