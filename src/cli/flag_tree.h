// The command's verbs and flags, as `--help` has them: for manuals and for shells.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sotto::cli {

struct FlagNode {
  std::vector<std::string> names;    // "-o", "--output"; of a positional one: "FILE"
  std::string help;                  // one line
  std::string value;                 // "FILE"; empty: it takes none
  std::vector<std::string> choices;  // where nothing else is taken
  std::string usual, variable;       // its default, and its environment variable; or empty
};

struct VerbNode {
  std::vector<std::string> path;  // {"bench", "translate"}; of the command itself: none
  std::string help, examples;
  std::vector<FlagNode> flags, positionals;  // those that `--help` shows
  std::vector<VerbNode> verbs;

  std::string name() const;  // "bench translate"
};

VerbNode flag_tree(const CLI::App& app);

// It and all that is below it, in the order of `--help`.
std::vector<const VerbNode*> all_verbs(const VerbNode& tree);

}  // namespace sotto::cli
