// Which matrices of a Pocket TTS model get smaller, at load and by `sotto quantize` alike.
#pragma once

#include <optional>
#include <string_view>

#include "quant/scheme.h"

namespace sotto::models::pocket_tts {

// The scheme with 8 bits at least, for networks that are small and near to the sound: q4 and q6
// become q8 of the same group, all others stay what they are.
quant::Scheme at_least_8_bits(quant::Scheme scheme);

// The scheme of the tensor of that name in a model of that scheme:
//   FlowLM's Transformer                                    the scheme
//   FlowLM's flow net, but its time embeddings, its first   at_least_8_bits
//   and its last matrix; Mimi's decoder_transformer
// None for all others, which stay as they are: the EOS head, z_proj, input_linear and speaker_proj,
// the embedding, norms and biases, Mimi's convolutions, and its encoder, which only a new voice
// needs.
std::optional<quant::Scheme> scheme_of_tensor(std::string_view name, quant::Scheme scheme);

}  // namespace sotto::models::pocket_tts
