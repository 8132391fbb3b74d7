// How a network takes words from examples (neighbours.h): learned with tools/narrator/borrow.py.
#pragma once

#include <memory>

#include "models/loader.h"

namespace sotto::models::seq2seq {

struct Borrowing {
  // [width, d]: of the decoder's state it makes the query, of a state over an example a key.
  nn::Linear projection;
  // A key is worth -(its squared distance to the query) + own * (the log-probability that the
  // network itself gives to the key's token). The keys share what is borrowed by the exponentials
  // of their worths. The log odds of borrowing at all are constant + entropy * (that of the
  // network's next token, in nats) + worth * (the logarithm of the sum of those exponentials).
  float own = 0, constant = 0, entropy = 0, worth = 0;

  size_t width() const { return static_cast<size_t>(device::rows_of(projection.w)); }
};

// `borrowing.projection.weight` and `borrowing.weights`, in the order above. Null where the file
// has none.
std::unique_ptr<const Borrowing> load_borrowing(Loader& load, int d_model);

}  // namespace sotto::models::seq2seq
