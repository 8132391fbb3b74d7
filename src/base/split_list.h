// Lists as flags have them.
#pragma once

#include <string>
#include <vector>

namespace sotto {

// "a, b" is {"a", "b"}; empty names are left out.
std::vector<std::string> split_list(const std::string& list);

}  // namespace sotto
