// How often this thread has allocated memory, in the executable of the models' tests. Not there
// with sanitizers, which bring their own operators.
#pragma once

namespace sotto::testing {

long allocations_of_this_thread();

}  // namespace sotto::testing
