// A backend whose devices look at each operation before it is computed: shapes, overlaps, indices
// (operations.h says what must hold), and that weights are of that backend and tensors still there.
// Our own mistakes: where something does not hold, one line says what, and the program ends.
#pragma once

#include <memory>

#include "device/device.h"

namespace sotto::device {

std::shared_ptr<const Backend> checked(std::shared_ptr<const Backend> backend);

// That in debug builds, and where $SOTTO_CHECK is set, as for all tests; else `backend` itself.
std::shared_ptr<const Backend> checked_if_asked(std::shared_ptr<const Backend> backend);

}  // namespace sotto::device
