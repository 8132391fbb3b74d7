#pragma once

#include <span>

#include "models/seq2seq/architecture.h"

namespace sotto::models::marian {

// The functions of Marian's seq2seq::Architecture.
device::Tensor encode(const seq2seq::Network& m, const SourceBatch& batch,
                      const device::Tensor& positions, device::Device& d, Trace* trace);

// h becomes what the layers make of it, one after the other.
void encode_layers(std::span<const EncoderLayer> layers, const SourceBatch& batch,
                   const device::Tensor& h, device::Device& d, Trace* trace);

seq2seq::Decoded decode(const seq2seq::Network& m, const seq2seq::DecoderRows& rows,
                        const device::Tensor& positions, DecoderMemory& memory, device::Device& d,
                        Trace* trace);

}  // namespace sotto::models::marian
