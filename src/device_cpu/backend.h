// The processor as a backend.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "device/device.h"
#include "sotto/error.h"

namespace sotto::device::cpu {

// `threads` <= 0: default_threads(). `isa` is a name as $SOTTO_CPU takes it; empty: that variable,
// else the best this processor runs. Operations that read less than `least_bytes` are not split
// between the threads; 0: as this processor is best used.
Result<std::shared_ptr<const Backend>> open_backend(int threads, std::string_view isa = {},
                                                    int64_t least_bytes = 0);

// The one that an engine's translators and voices share; null: one of their own, as above.
Result<std::shared_ptr<const Backend>> backend_of(const std::shared_ptr<const Backend>& shared,
                                                  int threads);

// The threads with which its devices compute.
class Workers;
std::shared_ptr<Workers> workers_of(const Backend& backend);

}  // namespace sotto::device::cpu
