// The user's folders: those that the host names, else by the XDG base directory rules
// (freedesktop.org, version 0.8).
#pragma once

#include <filesystem>

#include "sotto/folders.h"

namespace sotto {

// Sets the folders of the process; files are looked for there from now on. Any thread.
void set_folders(Folders folders);
Folders folders();

std::filesystem::path config_folder();  // $XDG_CONFIG_HOME/sotto, else ~/.config/sotto
std::filesystem::path data_folder();    // $XDG_DATA_HOME/sotto, else ~/.local/share/sotto
std::filesystem::path cache_folder();   // $XDG_CACHE_HOME/sotto, else ~/.cache/sotto

// False: nothing is kept in the cache folder.
bool cache_enabled();

}  // namespace sotto
