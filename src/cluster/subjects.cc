#include "cluster/subjects.h"

#include <cctype>

#include "cluster/digest.h"

namespace sotto::cluster {

std::string subject_part(const std::string& name) {
  constexpr size_t kLongestName = 40;
  std::string part;
  for (const char c : name.substr(0, kLongestName))
    part += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' ? c : '_';
  return part == name ? part : part + "_" + digest(name).substr(0, 8);
}

}  // namespace sotto::cluster
