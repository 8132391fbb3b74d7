// sotto completion: what shells ask to know the verbs and flags.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/flag_tree.h"
#include "cli/verbs.h"
#include "terminal/line_writer.h"

namespace sotto::cli {
namespace {

constexpr const char* kCompletionHelp = R"(Examples:
  source <(sotto completion bash)                                     # in ~/.bashrc
  sotto completion zsh > ~/.zfunc/_sotto                              # in a folder of $fpath
  sotto completion fish > ~/.config/fish/completions/sotto.fish)";

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : between) + word;
  return all;
}

// Within '...' of bash and zsh, which end it to write one.
std::string quoted_in_shell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out;
}

// ---- bash ----

std::string bash_flags(const VerbNode& verb) {
  std::string words;
  for (const FlagNode& flag : verb.flags)
    words += (words.empty() ? "" : " ") + joined(flag.names, " ");
  return words;
}

std::string bash_words(const VerbNode& verb) {
  std::string words;
  for (const VerbNode& part : verb.verbs) words += part.path.back() + " ";
  return words + bash_flags(verb);
}

// Completions of a flag's value. `begin`: of the pattern for verb and flag, which it leaves quoted.
std::string bash_values(const VerbNode& verb, const std::string& begin) {
  std::string cases;
  for (const FlagNode& flag : verb.flags) {
    if (flag.value.empty()) continue;
    std::string patterns;
    for (const std::string& name : flag.names)
      patterns += (patterns.empty() ? "" : "|") + fmt::format("{} {}'", begin, name);
    cases += flag.choices.empty()
                 ? fmt::format("    {}) compopt -o default; return ;;\n", patterns)
                 : fmt::format("    {}) words='{}' ;;\n", patterns, joined(flag.choices, " "));
  }
  return cases;
}

std::string for_bash(const VerbNode& tree) {
  std::string verbs, values, words, files;  // files: verbs that take some
  for (const VerbNode* verb : all_verbs(tree)) {
    const std::string name = verb->name();
    for (const VerbNode& part : verb->verbs)
      verbs += fmt::format("      '{} {}') verb='{}' ;;\n", name, part.path.back(), part.name());
    values += verb == &tree ? "" : bash_values(*verb, "'" + name);
    if (!verb->positionals.empty()) files += fmt::format("{}'{}'", files.empty() ? "" : "|", name);
    words += fmt::format("      '{}') words='{}' ;;\n", name, bash_words(*verb));
  }
  return fmt::format(R"(# Completes `sotto` in bash. Made by `sotto completion bash`.
_sotto() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} verb='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$verb ${{COMP_WORDS[i]}}" in
{}    esac
  done
  case "$verb $prev" in
{}{}  esac
  if [[ -z $words ]]; then
    case "$verb" in
{}    esac
    if [[ $cur != -* ]]; then
      case "$verb" in {}) compopt -o default ;; esac
    fi
    if [[ -n $verb ]]; then words+=' {}'; fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
complete -F _sotto sotto
)",
                     verbs, values, bash_values(tree, "*'"), words, files, bash_flags(tree));
}

// ---- zsh ----

// Within the [...] of a specification of _arguments.
std::string zsh_help(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return quoted_in_shell(out);
}

std::string zsh_flag(const FlagNode& flag) {
  std::string value;
  if (!flag.value.empty()) {
    value = flag.choices.empty()
                ? ":" + zsh_help(flag.value) + ":_files"
                : fmt::format(":{}:({})", zsh_help(flag.value), joined(flag.choices, " "));
  }
  const std::string rest = fmt::format("'[{}]{}'", zsh_help(flag.help), value);
  if (flag.names.size() == 1) return fmt::format("    {}{} \\\n", flag.names[0], rest);
  return fmt::format("    '({})'{{{}}}{} \\\n", joined(flag.names, " "), joined(flag.names, ","),
                     rest);
}

std::string zsh_function(const VerbNode& verb) {
  std::string name = "_sotto";
  for (const std::string& word : verb.path) name += "_" + word;
  std::string flags;
  for (const FlagNode& flag : verb.flags) flags += zsh_flag(flag);
  if (verb.verbs.empty())
    return fmt::format("{}() {{\n  _arguments -s \\\n{}    '*:file:_files'\n}}\n", name, flags);
  std::string described, cases;
  for (const VerbNode& part : verb.verbs) {
    described += fmt::format("      '{}:{}'\n", part.path.back(), zsh_help(part.help));
    cases += fmt::format("        {0}) {1}_{0} ;;\n", part.path.back(), name);
  }
  return fmt::format(R"({0}() {{
  local state
  local -a verbs
  _arguments -C -s \
{1}    '1: :->verb' '*:: :->rest'
  case $state in
    verb)
      verbs=(
{2}      )
      _describe verb verbs ;;
    rest)
      case $words[1] in
{3}      esac ;;
  esac
}}
)",
                     name, flags, described, cases);
}

std::string for_zsh(const VerbNode& tree) {
  std::string out = "#compdef sotto\n# Made by `sotto completion zsh`.\n";
  for (const VerbNode* verb : all_verbs(tree)) out += zsh_function(*verb);
  return out +
         "if [[ $funcstack[1] == _sotto ]]; then _sotto \"$@\"; else compdef _sotto sotto; fi\n";
}

// ---- fish ----

std::string fish_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish_flag(const FlagNode& flag, const std::string& when) {
  std::string line = "complete -c sotto" + when;
  for (const std::string& name : flag.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!flag.value.empty())
    line += flag.choices.empty() ? " -r" : " -x -a " + fish_quoted(joined(flag.choices, " "));
  return line + " -d " + fish_quoted(flag.help) + "\n";
}

std::string for_fish(const VerbNode& tree) {
  std::string out = R"(# Completes `sotto` in fish. Made by `sotto completion fish`.
# True where the words before are this verb: its first words, for what follows may be of a flag.
function __sotto_at
  set -l words (string match -v -- '-*' (commandline -opc))
  set -e words[1]
  set -l count (count $argv)
  if test $count -eq 0
    test (count $words) -eq 0
  else
    test (count $words) -ge $count; and test "$words[1..$count]" = "$argv"
  end
end
)";
  for (const VerbNode* verb : all_verbs(tree)) {
    const std::string when = fmt::format(" -n '__sotto_at {}'", verb->name());
    for (const VerbNode& part : verb->verbs) {
      out += fmt::format("complete -c sotto{} -f -a {} -d {}\n", when, part.path.back(),
                         fish_quoted(part.help));
    }
    for (const FlagNode& flag : verb->flags) out += fish_flag(flag, verb == &tree ? "" : when);
  }
  return out;
}

int print_completion(const CLI::App& app, const std::string& shell) {
  const VerbNode tree = flag_tree(app);
  if (shell == "bash") return print_result(for_bash(tree));
  return print_result(shell == "zsh" ? for_zsh(tree) : for_fish(tree));
}

}  // namespace

Verb add_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  CLI::App* verb =
      app.add_subcommand("completion", "Print what makes a shell complete sotto's flags");
  verb->footer(kCompletionHelp);
  verb->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  return {verb, [&app, shell](Session&) { return print_completion(app, *shell); }};
}

}  // namespace sotto::cli
