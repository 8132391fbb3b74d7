#include "models/marian/architecture.h"

#include "models/marian/layers.h"
#include "models/marian/positions.h"

namespace sotto::models::marian {
namespace {

constexpr seq2seq::ConfigRules::Name kActivations[] = {{"swish", device::Activation::silu},
                                                       {"silu", device::Activation::silu},
                                                       {"relu", device::Activation::relu},
                                                       {"gelu", device::Activation::gelu}};

nn::PositionRow rows_of_positions(const seq2seq::Config& c) { return positions(c.d_model); }

}  // namespace

constinit const seq2seq::Architecture kMarian = {.config = {.model_type = "marian",
                                                            .activations = kActivations,
                                                            .activation = "gelu",
                                                            .most_pad = 1 << 24,
                                                            .needs_pad = true,
                                                            .needs_even_width = true,
                                                            .needs_shared_rows = true,
                                                            .defaults = {.scale_embedding = false,
                                                                         .pad = 0,
                                                                         .bos = 0,
                                                                         .eos = 0,
                                                                         .unk = 1,
                                                                         .decoder_start = 0,
                                                                         .max_positions = 512}},
                                                 .final_norms = false,
                                                 .output_bias = true,
                                                 .counts_from_pad = false,
                                                 .positions = rows_of_positions,
                                                 .encode = encode,
                                                 .decode = decode};

}  // namespace sotto::models::marian
