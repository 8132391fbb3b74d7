// Room on a disk.
#pragma once

#include <cstdint>
#include <filesystem>

#include "sotto/error.h"

namespace sotto::hub {

// Makes the folder. The error: it cannot be made, or its disk has fewer bytes free than are needed.
Result<void> check_room(const std::filesystem::path& folder, uint64_t needed_bytes);

}  // namespace sotto::hub
