// How `--help` shows flags.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace sotto::cli {

// An option's second long name is the one that it had before: understood, but not shown.
class HelpFormat : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    if (is_positional || option->get_lnames().empty())
      return Formatter::make_option_name(option, is_positional);
    std::string names;
    for (const std::string& name : option->get_snames()) names += "-" + name + ",";
    return names + "--" + option->get_lnames()[0];
  }
};

}  // namespace sotto::cli
