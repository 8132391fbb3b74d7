#include "cli/config_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/printable.h"
#include "sotto/language.h"
#include "speech/voice.h"

namespace sotto::cli {
namespace {

constexpr size_t kLargestConfig = 1 << 20;

std::string flag_name(std::string_view key) {
  std::string name(key);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// The flag of that name that may stand in the file, or null.
CLI::Option* find_flag(CLI::App& app, std::string_view key) {
  const std::string name = flag_name(key);
  if (name == "help" || name == "version" || name == "config") return nullptr;
  for (CLI::Option* option : app.get_options()) {
    const auto& names = option->get_lnames();
    if (std::find(names.begin(), names.end(), name) != names.end()) return option;
  }
  return nullptr;
}

// Writes a value as it would stand on the command line; a list becomes a,b,c. Empty: not a value of
// a flag.
std::string as_argument(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  std::string list;
  if (const auto* array = node.as_array()) {
    for (const toml::node& item : *array) {
      if (item.is_array()) return "";
      list += (list.empty() ? "" : ",") + as_argument(item);
    }
  }
  return list;
}

class ConfigFile {
 public:
  ConfigFile(std::string path, CLI::App& app, CLI::App& verb, terminal::Projects& projects)
      : path_(std::move(path)), app_(app), verb_(verb), projects_(projects) {}

  Result<void> apply(const toml::table& file) {
    if (const toml::node* projects = file.get("projects")) {  // first: they win
      if (const auto read = read_projects(*projects); !read) return read;
      if (const auto applied = apply_project(); !applied) return applied;
    }
    for (const auto& [key, node] : file) {  // sections before what is for all
      if (!node.is_table() || key.str() == "projects") continue;
      if (const auto applied = apply_section(key.str(), node); !applied) return applied;
    }
    for (const auto& [key, node] : file) {
      if (node.is_table() || key.str() == "projects") continue;
      if (const auto applied = apply_shared(key.str(), node); !applied) return applied;
    }
    return {};
  }

 private:
  Error at(const toml::node& node, const std::string& message) const {
    return {Errc::bad_argument, fmt::format("{}:{}: {}", path_, node.source().begin.line, message)};
  }

  Result<void> read_projects(const toml::node& projects) {
    if (!projects.is_table())
      return at(projects, "`projects` is no section, expected [projects.\"FOLDER or SESSION\"]");
    for (const auto& [place, node] : *projects.as_table()) {
      const std::string section = printable(fmt::format("[projects.\"{}\"]", place.str()));
      if (!node.is_table())
        return at(node, fmt::format("`{}` in [projects] is no section, expected {}",
                                    printable(place.str()), section));
      if (place.str().empty())
        return at(node, fmt::format("{} has no name, expected a folder or a session", section));
      terminal::ProjectVoice voice{.place = std::string(place.str())};
      for (const auto& [key, value] : *node.as_table()) {
        if (const auto read = read_project(section, key.str(), value, voice); !read) return read;
      }
      projects_.add(std::move(voice));
    }
    return {};
  }

  Result<void> read_project(const std::string& section, std::string_view key,
                            const toml::node& value, terminal::ProjectVoice& voice) {
    const bool is_text = key == "voice" || key == "language";
    if (!is_text && key != "rate")
      return at(value, fmt::format("unknown key `{}` in {}, expected voice, language or rate",
                                   printable(key), section));
    if (is_text) {
      const auto text = value.value<std::string>();
      if (!text || text->empty())
        return at(value, fmt::format("`{}` in {} must be a name", key, section));
      if (key == "voice") voice.voice = *text;
      if (key == "voice") return {};
      if (const auto known = find_language(*text); !known)
        return at(value, fmt::format("`language` in {}: {}", section, known.error().message));
      voice.language = *text;
      return {};
    }
    const auto rate = value.value<double>();
    if (!rate || !(*rate >= speech::kSlowestRate && *rate <= speech::kFastestRate))
      return at(value, fmt::format("`rate` in {} must be a number from {} to {}", section,
                                   speech::kSlowestRate, speech::kFastestRate));
    voice.rate = *rate;
    return {};
  }

  // The configuration of the folder in which sotto speaks.
  Result<void> apply_project() {
    if (verb_.get_name() != "speak") return {};
    std::error_code ignored;
    const terminal::ProjectVoice* voice =
        projects_.in_folder(std::filesystem::current_path(ignored));
    if (voice == nullptr) return {};
    const std::string rate = voice->rate ? fmt::format("{}", *voice->rate) : "";
    for (const auto& [flag, value] :
         {std::pair("voice", &voice->voice), std::pair("to", &voice->language),
          std::pair("speed", &rate)}) {
      CLI::Option* option = find_flag(verb_, flag);
      if (value->empty() || option == nullptr || option->count() > 0) continue;
      option->add_result(*value);
      option->run_callback();
    }
    return {};
  }

  Result<void> apply_section(std::string_view name, const toml::node& node) {
    const auto verbs = app_.get_subcommands({});
    const auto found = std::find_if(verbs.begin(), verbs.end(),
                                    [&](CLI::App* verb) { return verb->get_name() == name; });
    if (found == verbs.end()) return at(node, fmt::format("[{}] is not a verb of sotto", name));
    CLI::App* section = *found;
    for (const auto& [key, value] : *node.as_table()) {
      CLI::Option* option = find_flag(*section, key.str());
      if (option == nullptr) {
        return at(value, fmt::format("unknown key `{}` in [{}], expected a flag of `sotto {}`",
                                     key.str(), name, name));
      }
      if (section != &verb_) continue;
      if (const auto done = set(*option, key.str(), value); !done) return done;
    }
    return {};
  }

  Result<void> apply_shared(std::string_view key, const toml::node& value) {
    CLI::Option* option = find_flag(verb_, key);
    // One that is only there to be refused: the key is meant for other verbs.
    if (option != nullptr && option->get_group().empty()) option = nullptr;
    if (option == nullptr) option = find_flag(app_, key);
    if (option != nullptr) return set(*option, key, value);
    const auto verbs = app_.get_subcommands({});
    const bool known = std::any_of(verbs.begin(), verbs.end(), [&](CLI::App* verb) {
      return find_flag(*verb, key) != nullptr;
    });
    if (known) return {};
    return at(value, fmt::format("unknown key `{}`, expected the name of a flag", key));
  }

  Result<void> set(CLI::Option& option, std::string_view key, const toml::node& value) {
    if (option.count() > 0) return {};
    const std::string argument = as_argument(value);
    if (argument.empty()) {
      return at(value, fmt::format("`{}` must be a string, number, boolean or list", key));
    }
    try {
      option.add_result(argument);
      option.run_callback();
    } catch (const CLI::Error& error) {
      return at(value, error.what());
    }
    return {};
  }

  std::string path_;
  CLI::App& app_;
  CLI::App& verb_;
  terminal::Projects& projects_;
};

}  // namespace

Result<void> apply_config(const std::filesystem::path& path, bool must_exist, CLI::App& app,
                          CLI::App& verb, terminal::Projects& projects) {
  const Result<std::string> content = read_file(path, kLargestConfig);
  if (!content) {
    if (content.error().code == Errc::not_found && !must_exist) return {};
    return content.error();
  }
  try {
    return ConfigFile(path.string(), app, verb, projects)
        .apply(toml::parse(*content, path.string()));
  } catch (const toml::parse_error& error) {
    return Error{Errc::bad_argument, fmt::format("{}:{}: {}", path.string(),
                                                 error.source().begin.line, error.description())};
  }
}

}  // namespace sotto::cli
