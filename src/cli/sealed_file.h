// Files that sotto writes for its user, and takes away again while he has not changed them.
#pragma once

#include <filesystem>
#include <string>

#include "sotto/error.h"

namespace sotto::cli {

// In the text of such a file, once: what becomes a checksum of the rest.
inline constexpr const char* kSeal = "(seal 0000000000000000)";

std::string sealed(std::string text);
bool is_sealed(const std::string& text);

// False: it is so already. The error: there is a file that is not sotto's, or was changed; it
// stays.
Result<bool> write_sealed(const std::filesystem::path& path, const std::string& text);

enum class Removal { none, removed, kept };  // none: there was nothing; kept: it was changed
Result<Removal> remove_sealed(const std::filesystem::path& path);

}  // namespace sotto::cli
