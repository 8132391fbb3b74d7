// sotto voices: the voices of this machine, and why one cannot be used.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "cli/verbs.h"
#include "speech/voice_kinds.h"
#include "terminal/line_writer.h"

namespace sotto::cli {
namespace {

// A table has no room for a hundred languages.
std::string shown(const std::vector<std::string>& languages) {
  if (languages.empty()) return "many";
  if (languages.size() > 8) return std::to_string(languages.size());
  return fmt::format("{}", fmt::join(languages, ","));
}

int voices() {
  const std::vector<speech::VoiceInfo> all = speech::list_voices();
  size_t width = 4;
  for (const speech::VoiceInfo& voice : all) width = std::max(width, voice.name.size());
  std::string table = fmt::format("{:<{}}  {:<9}  {}\n", "name", width, "languages", "usable");
  for (const speech::VoiceInfo& voice : all) {
    const std::string languages = shown(voice.languages);
    std::string usable = voice.usable ? "yes" : "no";
    if (!voice.why.empty()) usable += (voice.usable ? ", " : ": ") + voice.why;
    table += fmt::format("{:<{}}  {:<9}  {}\n", voice.name, width, languages, usable);
  }
  return print_result(table);
}

}  // namespace

Verb add_voices(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("voices", "Show the voices and which of them can be used");
  verb->footer("Examples:\n  sotto voices\n  sotto voices | grep yes");
  return {verb, [](Session&) { return voices(); }};
}

}  // namespace sotto::cli
