// The numbers of a causal language model, from its config.json.
#pragma once

#include <vector>

#include "checkpoint/model_folder.h"
#include "models/causal_lm/architecture.h"
#include "nn/rotary.h"
#include "sotto/error.h"

namespace sotto::models::causal_lm {

// The first half of a layer, before its feed-forward network.
enum class Mixer {
  attention,         // to the whole past
  window_attention,  // to the last rows of it
  convolution,       // of the last few rows (short_convolution.h)
};

struct Config {
  const Architecture* architecture = nullptr;
  int d_model = 0;
  int heads = 0, kv_heads = 0, head_size = 0;
  std::vector<Mixer> layers;
  int window = 0;                    // rows that window_attention sees, its own included
  nn::Rotary rotary, window_rotary;  // of attention and of window_attention
  int taps = 0;                      // rows that a convolution sees, its own included
  float epsilon = 0;                 // of all norms
  float score_scale = 0;             // of products of queries and keys
  float soft_cap = 0;                // c: logits are c tanh(logits / c); 0: as they are
  bool is_tied = false;
  int vocab_size = 0;     // rows of the embedding; the file's number may be another
  int max_positions = 0;  // what it was trained for
  std::vector<int> eos;   // tokens that end an answer, ascending; of generation_config.json, too
  bool is_gguf = false;   // ModelFolder::gguf
};

// Checked: every number is positive and sane, and nothing is asked for that is not known here; the
// error names the key.
Result<Config> read_config(const checkpoint::ModelFolder& folder);

// Whether a folder's configuration is of such a model: "llama", or "gemma3" with a "text_config".
bool is_causal_lm(const nlohmann::json& config);

}  // namespace sotto::models::causal_lm
