// Every test looks at each operation before it is computed (device/checked.h), and so do the
// programs that it starts. Who sets SOTTO_CHECK=numbers has them look for NaN, too.
#include <cstdlib>

namespace {

[[maybe_unused]] const int kChecks = ::setenv("SOTTO_CHECK", "1", 0);

}  // namespace
