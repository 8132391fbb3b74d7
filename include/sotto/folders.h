// Folders of the files that sotto reads and keeps.
#pragma once

#include <filesystem>

namespace sotto {

// Empty ones are where the program `sotto` has them, by the XDG base directory rules.
struct Folders {
  std::filesystem::path data = {};    // models/ and voices/ are in it; $XDG_DATA_HOME/sotto
  std::filesystem::path cache = {};   // what need not be computed again; $XDG_CACHE_HOME/sotto
  std::filesystem::path config = {};  // the user's readings.toml; $XDG_CONFIG_HOME/sotto
  std::filesystem::path models = {};  // that come with the host, beside those in `data`
  std::filesystem::path voices = {};  // for Open JTalk, the same
  bool keeps = true;                  // false: nothing is kept in `cache`
};

}  // namespace sotto
