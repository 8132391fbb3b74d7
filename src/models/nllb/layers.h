#pragma once

#include "models/seq2seq/architecture.h"

namespace sotto::models::nllb {

// The functions of NLLB's seq2seq::Architecture.
device::Tensor encode(const seq2seq::Network& m, const SourceBatch& batch,
                      const device::Tensor& positions, device::Device& d, Trace* trace);
seq2seq::Decoded decode(const seq2seq::Network& m, const seq2seq::DecoderRows& rows,
                        const device::Tensor& positions, DecoderMemory& memory, device::Device& d,
                        Trace* trace);

}  // namespace sotto::models::nllb
