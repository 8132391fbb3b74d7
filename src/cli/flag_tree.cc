#include "cli/flag_tree.h"

#include <CLI/CLI.hpp>
#include <string_view>

#include "base/split_list.h"

namespace sotto::cli {
namespace {

// CLI11 writes what is taken behind the type: "TEXT:{a,b}", "INT:INT in [1 - 64]".
void read_type(const std::string& type, FlagNode& flag) {
  const size_t colon = type.find(':');
  flag.value = type.substr(0, colon);
  if (colon == std::string::npos || type[colon + 1] != '{') return;
  const size_t end = type.find('}', colon);
  if (end != std::string::npos) flag.choices = split_list(type.substr(colon + 2, end - colon - 2));
}

FlagNode flag_node(const CLI::Option& option) {
  FlagNode flag;
  for (const std::string& name : option.get_snames()) flag.names.push_back("-" + name);
  // A second long name is one that it had before: understood, but not shown.
  if (!option.get_lnames().empty()) flag.names.push_back("--" + option.get_lnames()[0]);
  if (option.get_positional()) flag.names.push_back(option.get_name(true));
  flag.help = option.get_description();
  if (option.get_items_expected_max() > 0) read_type(option.get_type_name(), flag);
  flag.usual = option.get_default_str();
  flag.variable = option.get_envname();
  return flag;
}

VerbNode verb_node(const CLI::App& app, std::vector<std::string> path) {
  VerbNode verb;
  verb.path = std::move(path);
  verb.help = app.get_description();
  verb.examples = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    (option->get_positional() ? verb.positionals : verb.flags).push_back(flag_node(*option));
  }
  for (const CLI::App* part : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (part->get_group().empty()) continue;
    std::vector<std::string> below = verb.path;
    below.push_back(part->get_name());
    verb.verbs.push_back(verb_node(*part, std::move(below)));
  }
  return verb;
}

void add_all(const VerbNode& verb, std::vector<const VerbNode*>& all) {
  all.push_back(&verb);
  for (const VerbNode& part : verb.verbs) add_all(part, all);
}

}  // namespace

std::string VerbNode::name() const {
  std::string all;
  for (const std::string& word : path) all += (all.empty() ? "" : " ") + word;
  return all;
}

VerbNode flag_tree(const CLI::App& app) { return verb_node(app, {}); }

std::vector<const VerbNode*> all_verbs(const VerbNode& tree) {
  std::vector<const VerbNode*> all;
  add_all(tree, all);
  return all;
}

}  // namespace sotto::cli
