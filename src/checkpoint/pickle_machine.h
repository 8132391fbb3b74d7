// The machine that runs a pickle.
#pragma once

#include <cstddef>
#include <span>

#include "checkpoint/pickle.h"
#include "checkpoint/pickle_value.h"
#include "sotto/error.h"

namespace sotto::checkpoint::pickle {

// Runs `program` to its STOP and returns the value on top. Time and memory are linear in the
// program, with a limit on what it may build. Messages come without the file's name.
Result<Ref> run(std::span<const std::byte> program, Arena& arena, Objects objects);

}  // namespace sotto::checkpoint::pickle
