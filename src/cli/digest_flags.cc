#include "cli/digest_flags.h"

#include "pipeline/digest_maker.h"

namespace sotto::cli {
namespace {

CLI::Validator some_text(const std::string& what) {
  const auto check = [what](const std::string& given) {
    const bool is_blank = given.find_first_not_of(" \t\r\n") == given.npos;
    return is_blank ? "is empty, expected " + what : std::string();
  };
  return CLI::Validator(check, "");
}

}  // namespace

void add_digest_flags(CLI::App& app, DigestFlags& flags, const std::string& what) {
  app.add_flag("--digest", flags.on, what);
  CLI::Option* command =
      app.add_option("--digest-command", flags.command,
                     "The same by a program: the text comes on its standard input, one line of at "
                     "most 400 characters is its answer")
          ->check(some_text("a command"))
          ->type_name("CMD");
  app.add_option("--digest-url", flags.url,
                 "The same by a model behind chat completions, which gets every long text")
      ->check(some_text("an address"))
      ->type_name("URL#MODEL")
      ->excludes(command);
}

Result<void> apply(const DigestFlags& flags, pipeline::SessionOptions& options) {
  options.digest = flags.on || !flags.command.empty() || !flags.url.empty();
  if (!flags.command.empty()) options.digest_maker = pipeline::digest_command(flags.command);
  if (flags.url.empty()) return {};
  Result<pipeline::DigestMaker> maker = pipeline::digest_server(flags.url);
  if (!maker) return maker.error();
  options.digest_maker = *std::move(maker);
  return {};
}

}  // namespace sotto::cli
