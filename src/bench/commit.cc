#include "bench/commit.h"

#ifndef SOTTO_COMMIT
#define SOTTO_COMMIT ""
#endif

namespace sotto::bench {

const char* commit() { return SOTTO_COMMIT; }

}  // namespace sotto::bench
