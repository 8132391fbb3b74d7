// Voices that were added by name (`sotto voice add`): of each network a folder, in it a file a
// voice.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::speech {

class AddedVoices {
 public:
  explicit AddedVoices(std::string_view network);  // "xtts"

  std::vector<std::string> names() const;  // ordered
  std::filesystem::path file_of(const std::string& name) const;
  // The same; afterwards its folder is there.
  Result<std::filesystem::path> new_file(const std::string& name) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace sotto::speech
