// The bytes that a decoding step cannot avoid reading.
#pragma once

#include <cstddef>

#include "models/seq2seq/network.h"

namespace sotto::models::seq2seq {

// Bytes of the decoder's weights that one step reads, whatever the number of hypotheses: all of its
// matrices and vectors but the cross-attention's keys and values, which are made once a sentence,
// and the output matrix. Of what lies by columns the share that met numbers other than zero, as a
// device counted it. The caches and the embedding's rows are not counted: they are small beside it.
size_t step_bytes(const Network& network, const device::Weight& output,
                  const device::Device::Columns& columns);

}  // namespace sotto::models::seq2seq
