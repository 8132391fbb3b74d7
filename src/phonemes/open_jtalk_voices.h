// The voices for Open JTalk that this machine has.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace sotto::phonemes {

// The voices by name ("mei", "nitech-jp-atr503-m001"), from Folders::voices, the user's data
// folder and the system's, the first of a name wins. "mei_normal.htsvoice" is "mei".
std::map<std::string, std::filesystem::path> open_jtalk_voices();

}  // namespace sotto::phonemes
