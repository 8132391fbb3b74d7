// A backend whose devices check each operation before it is computed: shapes, overlaps, indices
// (operations.h says what must hold), that weights are of that backend, and that tensors are there.
// These are mistakes of our own: one line says what does not hold, and the program ends.
#pragma once

#include <memory>

#include "device/device.h"

namespace sotto::device {

enum class Checks {
  shapes,
  // Also that no argument has a NaN in it once an operation is computed (number_check.h). Memory
  // that make() gives is filled with NaN, so that what nobody wrote is found where it is read.
  // Slow: everything is read again by each operation that takes it.
  numbers,
};

std::shared_ptr<const Backend> checked(std::shared_ptr<const Backend> backend,
                                       Checks checks = Checks::shapes);

// Checks in debug builds, and where $SOTTO_CHECK is set, as for all tests; numbers, too, where it
// is "numbers". Else gives `backend` itself.
std::shared_ptr<const Backend> checked_if_asked(std::shared_ptr<const Backend> backend);

}  // namespace sotto::device
