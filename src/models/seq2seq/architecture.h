// Differences between kinds of encoder-decoder Transformers: a row each, in nllb/ and marian/.
// Weights, sessions and what a decoder remembers are the same for all.
#pragma once

#include <span>
#include <string_view>

#include "models/decoder_memory.h"
#include "models/seq2seq/config.h"
#include "models/seq2seq/network.h"
#include "models/source_batch.h"
#include "models/trace.h"
#include "nn/positions.h"

namespace sotto::models::seq2seq {

// Inputs of one pass of a decoder, by row: a token, its row of the positions, and the rows of its
// own past and of its source that it sees.
struct DecoderRows {
  std::span<const int> tokens, position;
  std::span<const device::VisibleKeys> past, source;
};

// Rows that a decoder made. `last` is what its layers leave; `out` is what the output matrix takes,
// which is `last` behind the norm where the architecture ends in one.
struct Decoded {
  device::Tensor last, out;
};

struct Architecture {
  ConfigRules config;
  bool final_norms;  // encoder and decoder end in a norm of their own
  bool output_bias;  // the logits may have one
  // fairseq's way: positions are counted from the pad's id on, whose row is zero, and a pad is
  // nothing wherever it stands. Else they are counted from 0, and a pad before the end is a token.
  bool counts_from_pad;
  nn::PositionRow (*positions)(const Config& config);

  // [tokens, d]: sources end to end.
  device::Tensor (*encode)(const Network& m, const SourceBatch& batch,
                           const device::Tensor& positions, device::Device& d, Trace* trace);
  // [rows, d]
  Decoded (*decode)(const Network& m, const DecoderRows& rows, const device::Tensor& positions,
                    DecoderMemory& memory, device::Device& d, Trace* trace);

  int first_position(const Config& c) const { return counts_from_pad ? c.pad + 1 : 0; }
};

}  // namespace sotto::models::seq2seq
