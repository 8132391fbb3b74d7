// sotto manual: the manual page, of what `--help` says of each verb.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "cli/flag_tree.h"
#include "cli/verbs.h"
#include "terminal/line_writer.h"

namespace sotto::cli {
namespace {

// Escapes text for roff: a backslash is a command there, and so is a line that begins with . or '.
std::string roff(std::string_view text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";  // what is copied from a manual is to work
    } else {
      out += c;
    }
    begins = c == '\n';
  }
  return out;
}

// Help of flags is a sentence without its end.
std::string sentence(const std::string& text) {
  const bool ends = text.empty() || text.find_last_of(".!?") == text.size() - 1;
  return roff(text) + (ends ? "" : ".");
}

std::string flag_entry(const FlagNode& flag, bool positional) {
  std::string names;
  for (const std::string& name : flag.names)
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
  if (!positional && !flag.value.empty()) names += fmt::format(" \\fI{}\\fR", roff(flag.value));
  std::string text = sentence(flag.help);
  std::string choices;
  for (const std::string& choice : flag.choices)
    choices += (choices.empty() ? "" : ", ") + roff(choice);
  if (!choices.empty()) text += fmt::format("\nOne of: {}.", choices);
  if (!flag.usual.empty()) text += fmt::format("\nDefault: {}.", roff(flag.usual));
  if (!flag.variable.empty()) text += fmt::format("\nEnvironment: \\fB{}\\fR.", flag.variable);
  return fmt::format(".TP\n{}\n{}\n", names, text);
}

std::string flag_entries(const VerbNode& verb) {
  std::string out;
  for (const FlagNode& flag : verb.positionals) out += flag_entry(flag, true);
  for (const FlagNode& flag : verb.flags) out += flag_entry(flag, false);
  return out;
}

std::string usage(const VerbNode& verb) {
  std::string line = fmt::format("\\fBsotto {}\\fR [\\fIOPTIONS\\fR]", verb.name());
  for (const FlagNode& flag : verb.positionals)
    line += fmt::format(" [\\fI{}\\fR]", roff(flag.names.back()));
  return line;
}

std::string verbatim(const std::string& text) {
  return text.empty() ? "" : fmt::format(".PP\n.nf\n{}\n.fi\n", roff(text));
}

std::string manual(const VerbNode& tree) {
  std::string out = fmt::format(R"(.\" Made by `sotto manual`, of the same words as `sotto --help`.
.TH SOTTO 1 "" "sotto {}" "User commands"
.SH NAME
sotto \- translate and speak, while the text is still being written
.SH SYNOPSIS
\fBsotto\fR [\fIOPTIONS\fR] \fIVERB\fR [\fIOPTIONS\fR]
.SH DESCRIPTION
{}
.SH OPTIONS
{})",
                                SOTTO_VERSION, roff(tree.help), flag_entries(tree));
  out += ".SH VERBS\n";
  for (const VerbNode* verb : all_verbs(tree)) {
    if (verb == &tree) continue;
    out += fmt::format(".SS {}\n{}\n.br\n{}\n{}{}", roff(verb->name()), usage(*verb),
                       sentence(verb->help), flag_entries(*verb), verbatim(verb->examples));
  }
  out += ".SH EXAMPLES\n" + verbatim(tree.examples);
  return out + R"(.SH FILES
.TP
\fI~/.config/sotto/config.toml\fR
Flags by name, and in a section of its name those of one verb.
.TP
\fI~/.local/share/sotto\fR
Models and voices that were fetched.
.SH EXIT STATUS
0: done. 1: failed, with a line on standard error. 2: wrong usage. 128 + n: ended by signal n.
)";
}

}  // namespace

Verb add_manual(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("manual", "Print the manual page, for man");
  verb->footer("Example:\n  sotto manual > sotto.1 && man ./sotto.1");
  return {verb, [&app](Session&) { return print_result(manual(flag_tree(app))); }};
}

}  // namespace sotto::cli
