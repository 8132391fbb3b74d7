// The config.json of Kokoro (hexgrad/Kokoro-82M), field by field.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "device/device.h"
#include "sotto/error.h"
#include "tokenize/phoneme_vocabulary.h"

namespace sotto::models::kokoro {

// PL-BERT: an ALBERT of one layer that is run several times, as published. What is not in the file
// are the defaults of transformers' AlbertConfig.
struct PlBertConfig {
  int hidden_size = 768, num_attention_heads = 12, intermediate_size = 2048;
  int max_position_embeddings = 512, num_hidden_layers = 12;
  int embedding_size = 128, type_vocab_size = 2;
  int num_hidden_groups = 1, inner_group_num = 1;  // groups that share weights, layers of each
  float layer_norm_eps = 1e-12f;
  device::Activation hidden_act = device::Activation::gelu_tanh;

  int head_size() const { return hidden_size / num_attention_heads; }
};

inline constexpr size_t kResblockConvs = 3;  // in each half of a block, upstream's code says

// The generator. One value a stage in `upsample_*`, one a block of a stage in `resblock_*`.
struct IstftNetConfig {
  std::vector<int> upsample_rates = {10, 6}, upsample_kernel_sizes = {20, 12};
  int upsample_initial_channel = 512;
  std::vector<int> resblock_kernel_sizes = {3, 7, 11};
  std::vector<std::array<int, kResblockConvs>> resblock_dilation_sizes = {
      {1, 3, 5}, {1, 3, 5}, {1, 3, 5}};
  int gen_istft_n_fft = 20, gen_istft_hop_size = 5;

  int samples_per_f0() const;  // the product of the rates and the hop: 300
};

struct Config {
  int hidden_dim = 512, style_dim = 128;
  int n_layer = 3;  // of the prosody's text encoder, and convolutions of the other one
  int max_dur = 50, n_token = 178, text_encoder_kernel_size = 5;
  PlBertConfig plbert;
  IstftNetConfig istftnet;
  tokenize::PhonemeVocabulary vocab = tokenize::PhonemeVocabulary::published();

  // A text's phonemes, at most: two positions are for the marks at its ends.
  int max_phonemes() const { return plbert.max_position_embeddings - 2; }
};

inline constexpr int kSampleRateHz = 24000;  // upstream's code says so, no file does

// The file, checked: a field that is missing, unknown, of the wrong kind or that does not fit the
// others is an error. Without a file, a default Config is that of Kokoro-82M.
Result<Config> read_config(const std::filesystem::path& file);

}  // namespace sotto::models::kokoro
