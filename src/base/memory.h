// The program's heap.
#pragma once

namespace sotto {

// Memory that was freed goes back to the system, from between what is in use, too. It takes a
// millisecond or so: worth it behind what needs much for a while.
void give_back_freed_memory();

}  // namespace sotto
