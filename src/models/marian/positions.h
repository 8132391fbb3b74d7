#pragma once

#include "nn/positions.h"

namespace sotto::models::marian {

// Sinusoidal positions of Marian: row p is [sin(p / 10000^(2k/d)), k = 0 .. d/2 - 1 | cos of the
// same], two blocks; d is even. Computed in float64 and rounded, as the reference does: so it
// equals the tables that checkpoints carry.
nn::PositionRow positions(int d);

}  // namespace sotto::models::marian
