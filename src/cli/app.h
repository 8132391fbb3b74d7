// The command `sotto`: its verbs, and where their flags come from.
#pragma once

namespace sotto::cli {

// Flag > environment (SOTTO_*) > ~/.config/sotto/config.toml > default. Returns the exit code: 0
// done, 1 failed, 2 wrong usage, 128 + n ended by signal n. Nothing is thrown.
int run(int argc, char** argv);

}  // namespace sotto::cli
