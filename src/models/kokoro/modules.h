// Kokoro's layers by their names in upstream's checkpoint, without the "module." that a released
// file has behind its first part: "decoder.generator.resblocks.0.convs1.2".
#pragma once

#include <string>
#include <vector>

#include "models/kokoro/config.h"

namespace sotto::models::kokoro {

// Kinds of layers by their tensors and shapes:
enum class ModuleKind {
  embedding,     // weight [n, c]
  linear,        // weight [out, in], bias
  convolution,   // weight [out, in, k] (transposed: [in, out, k]), with a bias or without
  lstm,          // both directions: {weight_ih,weight_hh,bias_ih,bias_hh}_l0[_reverse]
  layer_norm,    // weight, bias
  channel_norm,  // gamma, beta
  alpha,         // the layer itself is a tensor, [1, c, 1]
};

struct Module {
  std::string name;
  ModuleKind kind;
  bool has_bias = true;
};

// All that a model has; 548 tensors in a released one, whose weights are in two parts.
std::vector<Module> modules_of(const Config& config);

// The name of layer `layer` of PL-BERT's group `group`.
std::string albert_layer(int group, int layer);

// The names of a module's tensors, with weight norm folded: ".weight" in place of two.
std::vector<std::string> tensor_names(const Module& module);

}  // namespace sotto::models::kokoro
