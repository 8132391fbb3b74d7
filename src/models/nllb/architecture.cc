#include "models/nllb/architecture.h"

#include "models/nllb/layers.h"

namespace sotto::models::nllb {
namespace {

constexpr seq2seq::ConfigRules::Name kActivations[] = {{"relu", device::Activation::relu}};

nn::PositionRow positions(const seq2seq::Config& c) {
  return nn::fairseq_positions(c.d_model, c.pad);
}

}  // namespace

constinit const seq2seq::Architecture kM2m100 = {
    .config = {.model_type = "m2m_100",
               .activations = kActivations,
               .activation = "relu",
               .most_pad = 1023,  // positions have a row for each number up to it. It is 1
               .needs_pad = false,
               .needs_even_width = false,
               .needs_shared_rows = false,
               .defaults = {.scale_embedding = true,
                            .pad = 1,
                            .bos = 0,
                            .eos = 2,
                            .unk = 3,
                            .decoder_start = 2,
                            .max_positions = 1024}},
    .final_norms = true,
    .output_bias = false,
    .counts_from_pad = true,
    .positions = positions,
    .encode = encode,
    .decode = decode};

}  // namespace sotto::models::nllb
