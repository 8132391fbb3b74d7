// sotto models: the translation models of this machine.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>

#include "base/log.h"
#include "base/paths.h"
#include "checkpoint/model_folder.h"
#include "cli/verbs.h"
#include "terminal/line_writer.h"

namespace sotto::cli {
namespace {

int models() {
  const std::vector<checkpoint::FoundModel> all = checkpoint::installed_models();
  if (all.empty()) {
    log::warn("no model is installed; a model folder goes into {}",
              (data_folder() / "models").string());
    return kDone;
  }
  size_t width = 4;
  for (const checkpoint::FoundModel& model : all) width = std::max(width, model.name.size());
  std::string table = fmt::format("{:<{}}  {}\n", "name", width, "path");
  for (const checkpoint::FoundModel& model : all) {
    table += fmt::format("{:<{}}  {}\n", model.name, width, model.path.string());
  }
  return print_result(table);
}

}  // namespace

Verb add_models(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("models", "Show the translation models and their folders");
  verb->footer("Examples:\n  sotto models\n  sotto translate --model narrator-en-ja --to ja");
  return {verb, [](Session&) { return models(); }};
}

}  // namespace sotto::cli
