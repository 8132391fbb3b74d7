#include "base/split_list.h"

#include <algorithm>

namespace sotto {

std::vector<std::string> split_list(const std::string& list) {
  std::vector<std::string> names;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    const size_t first = list.find_first_not_of(' ', begin);
    const size_t last = list.find_last_not_of(' ', end == 0 ? 0 : end - 1);
    if (first < end) names.push_back(list.substr(first, last + 1 - first));
    begin = end + 1;
  }
  return names;
}

}  // namespace sotto
