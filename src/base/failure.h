// Exceptions of the standard library as errors: where memory or threads run out, one job ends and
// not the process.
#pragma once

#include <exception>

#include "sotto/error.h"

namespace sotto {

// `io` (the system refused) where memory ran out or no thread could be made, else `internal`.
// From any thread.
Error error_of(const std::exception_ptr& thrown);

// Throws, as `io` of error_of(), where the error of a system call says that memory, processes or
// descriptors ran out: then neither a file nor who asked is at fault.
void throw_if_exhausted(int error);

}  // namespace sotto
