#include "speech/voice_kind.h"

namespace sotto::speech {

std::vector<std::string> iso_code(const std::vector<std::string>& tags) {
  for (const std::string& tag : tags)
    if (const auto language = find_language(tag.substr(0, tag.find_first_of("-_"))))
      return {language->iso};
  return {};
}

}  // namespace sotto::speech
