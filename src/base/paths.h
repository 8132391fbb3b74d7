// The user's folders, by the XDG base directory rules (freedesktop.org, version 0.8).
#pragma once

#include <filesystem>

namespace sotto {

std::filesystem::path config_folder();  // $XDG_CONFIG_HOME/sotto, else ~/.config/sotto
std::filesystem::path data_folder();    // $XDG_DATA_HOME/sotto, else ~/.local/share/sotto
std::filesystem::path cache_folder();   // $XDG_CACHE_HOME/sotto, else ~/.cache/sotto

// False when $SOTTO_CACHE is off, false, no or 0: nothing is kept in the cache folder then.
bool cache_enabled();

}  // namespace sotto
