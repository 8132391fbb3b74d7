// The user's defaults: ~/.config/sotto/config.toml.
#pragma once

#include <filesystem>

#include "sotto/error.h"
#include "terminal/projects.h"

namespace CLI {
class App;
}

namespace sotto::cli {

// Sets the flags of `verb` (and of `app`: quiet, verbose) that neither the command line nor the
// environment has set. A section [speak] holds keys of that verb and wins over keys at the top,
// which are for every verb that knows them. Keys are the names of flags, with - or _. The error
// names file, line and key. A section [projects."PLACE"] holds the voice, language and rate of a folder
// or a session: it goes to `projects`, and for `sotto speak` in that folder wins over [speak]. A file that is not there is an error only when it `must_exist`.
Result<void> apply_config(const std::filesystem::path& path, bool must_exist, CLI::App& app,
                          CLI::App& verb, terminal::Projects& projects);

}  // namespace sotto::cli
