// sotto pull: a model from the hub or from Firefox's registry, ready to use.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/paths.h"
#include "base/printable.h"
#include "checkpoint/hub_cache.h"
#include "cli/install_model.h"
#include "cli/licences.h"
#include "cli/pull_firefox.h"
#include "cli/verbs.h"
#include "device_cpu/backend.h"
#include "hub/direction.h"
#include "hub/pull.h"
#include "hub/wanted_files.h"
#include "models/kinds.h"
#include "models/known_models.h"
#include "models/pocket_tts/released.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/progress.h"
#include "terminal/signals.h"
#include "terminal/static_scheme.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;
using models::KnownModel;

constexpr const char* kPullHelp =
    R"(`sotto models --available` lists the names; any hub id of a network that sotto runs will do.
Files go into the hub's own cache, where other programs find them; smaller weights are then made
of them in ~/.local/share/sotto/models. What was interrupted goes on where it stopped.
HF_TOKEN, HF_HOME, HF_HUB_CACHE, HF_ENDPOINT and HF_HUB_OFFLINE mean what they mean elsewhere.
firefox-FROM-TO is a translation model of Firefox's (MPL-2.0, 15 to 50 MB) for one of about fifty
languages to or from English. It comes from Mozilla's registry, or from a copy that --registry or
SOTTO_REGISTRY names: a URL or a folder with db/models.json and the files beside it. Behind
the name may stand which one: -tiny, -base or -base-memory.

Examples:
  sotto pull firefox-en-ja
  sotto pull firefox-en-de-tiny --registry /media/usb/firefox-models
  sotto pull fugumt-en-ja
  sotto pull nllb-600m --accept
  sotto pull xtts --accept cpml
  sotto pull Helsinki-NLP/opus-mt-en-de --quant q4
  sotto speak --to ja --translator fugumt-en-ja < session.jsonl)";

struct PullFlags {
  std::string name, revision = "main", quant = "auto", as, registry;
  bool names_registry = false;  // here, and not in the environment for whatever is fetched
  std::vector<std::string> include;
  std::optional<std::string> accept;  // which licence, or any
};

void declare(CLI::App& app, PullFlags& f) {
  app.footer(kPullHelp);
  app.add_option("NAME", f.name, "A known name, or a hub id: OWNER/NAME");
  app.add_option("--registry", f.registry, "Where the registry of firefox-* is: a URL or a folder")
      ->type_name("REGISTRY");
  app.add_option("--revision", f.revision, "Branch, tag or commit")->capture_default_str();
  app.add_option("--quant", f.quant,
                 "What the weights become: auto (the best for this machine), another scheme of "
                 "`sotto quantize`, or none: they stay")
      ->capture_default_str();
  app.add_option(
         "--include", f.include,
         "Only files that match this pattern, and no weights are changed; may be given again")
      ->type_name("GLOB");
  app.add_option("--name", f.as, "What it is called here (default: NAME, without its owner)");
  // Before NAME, too: what comes behind it then is no licence.
  const auto accept = [&f](const std::vector<std::string>& given) {
    f.accept = given.empty() ? std::string() : given.front();
    if (f.name.empty() && !f.accept->empty()) f.name = std::exchange(*f.accept, {});
  };
  app.add_option_function<std::vector<std::string>>(
         "--accept", accept,
         "Agree to the limits of its licence, without being asked; of that licence alone, as in "
         "--accept cpml")
      ->expected(0, 1)
      ->type_name("[LICENCE]");
}

// The model that a name or a hub id stands for.
Result<KnownModel> find(const std::string& name) {
  if (const auto known = models::known_model(name)) return *known;
  if (const auto known = models::known_model_of(name)) return *known;
  if (name.ends_with(".gguf") || name.ends_with(".onnx")) {
    return Error{
        Errc::unsupported,
        fmt::format("{}: sotto runs no GGUF or ONNX files; take the hub id of the model they "
                    "were made from, with safetensors or a torch file",
                    name)};
  }
  if (!checkpoint::is_hub_id(name)) {
    std::string names;
    for (const KnownModel& model : models::known_models())
      names += (names.empty() ? "" : ", ") + model.name;
    return Error{
        Errc::bad_argument,
        fmt::format("\"{}\" is no model that sotto knows, expected {}, or a hub id such as "
                    "OWNER/NAME",
                    name, names)};
  }
  KnownModel model;
  model.name = name.substr(name.find('/') + 1);
  model.hub_id = name;
  return model;
}

Result<std::optional<quant::Scheme>> scheme_of(const std::string& name) {
  if (name == "none" || name.empty()) return std::optional<quant::Scheme>();
  const auto with_static = static_scheme(name);
  const auto scheme = quant::parse_scheme(with_static ? with_static->rest : name);
  if (scheme) return std::optional(*scheme);
  return Error{Errc::bad_argument, fmt::format("--quant: {}", scheme.error().message)};
}

// The next command, in a line that can be copied.
std::string next_step(const std::string& name, const fs::path& folder) {
  const models::Kind* kind = models::kind_of(folder);
  if (kind->does == "translates") return fmt::format("sotto speak --to ja --translator {}", name);
  return fmt::format("sotto say TEXT --voice {} --voice-model {}", kind->name, name);
}

// A folder that is a model as it is: what its weights become.
Result<void> prepare_folder(const PullFlags& f, const fs::path& snapshot, Installation& wanted) {
  const models::Kind* kind = models::kind_of(snapshot);
  if (kind == nullptr) {
    return Error{Errc::unsupported,
                 fmt::format("{}: is no network that sotto runs; its files are in {}",
                             wanted.model.id, snapshot.string())};
  }
  const std::string scheme = f.quant == "auto" ? std::string(kind->scheme) : f.quant;
  if (kind->scheme.empty() && scheme != "" && scheme != "none") {
    return Error{Errc::bad_argument,
                 fmt::format("--quant {}: {} is a voice, whose weights are made smaller when it is "
                             "opened",
                             f.quant, wanted.model.id)};
  }
  if (static_scheme(scheme)) {
    return Error{Errc::bad_argument,
                 fmt::format("--quant {}: is for a voice, not for a translation model", f.quant)};
  }
  wanted.model.scheme = scheme;
  auto parsed = scheme_of(scheme);
  if (!parsed) return parsed.error();
  wanted.scheme = *parsed;
  return {};
}

// Static int8 pays where an instruction multiplies bytes: docs/performance.md.
std::string best_voice_scheme() {
  const auto backend = device::cpu::open_backend(0);
  const std::string chosen = backend ? (*backend)->report().chosen : "";
  const bool slow = chosen == "portable" || chosen == "avx2" || chosen == "neon";
  return slow ? "int8" : "int8-static";
}

// A language of Pocket TTS, whose configuration is not in the repository.
Result<void> prepare_released_voice(const PullFlags& f, const KnownModel& model,
                                    Installation& wanted) {
  const std::string language = fs::path(model.folder).filename();
  auto yaml = models::pocket_tts::released_yaml(language, model.hub_id, wanted.model.commit);
  if (!yaml) {
    return Error{Errc::bad_argument, fmt::format("{}: there is no such model, expected one that {}",
                                                 model.name, model.what)};
  }
  wanted.yaml = *std::move(yaml);
  wanted.yaml_name = language + ".yaml";
  wanted.model.scheme = f.quant == "auto" ? best_voice_scheme() : f.quant;
  const auto scheme = scheme_of(wanted.model.scheme);
  if (!scheme) return scheme.error();
  wanted.scheme = *scheme;
  return {};
}

Result<fs::path> fetch(const KnownModel& model, const PullFlags& f, hub::Http& http,
                       hub::Repository& repository, Session& session) {
  const std::stop_token stop = session.stop.get_token();
  auto read = hub::read_repository(http, model.hub_id, f.revision, stop);
  if (!read) return read.error();
  repository = *std::move(read);
  std::vector<std::string> patterns = f.include;
  if (patterns.empty() && !model.folder.empty()) patterns.push_back(model.folder + "/*");
  if (patterns.empty()) patterns = model.files;
  const auto files = hub::wanted_files(repository, patterns);
  if (!files) return files.error();
  const uint64_t missing = hub::missing_bytes(repository, *files);
  const std::string licence = printable(model.licence.empty() ? repository.licence : model.licence);
  if (missing > 0 && !session.quiet) {
    fmt::print(stderr, "sotto: {}: {} files, {:.1f} MB to fetch, licence: {}\n", model.hub_id,
               files->size(), static_cast<double>(missing) / 1e6,
               licence.empty() ? "its card names none" : licence);
  }
  Progress progress(fmt::format("fetching {}", model.name), session.quiet || missing == 0);
  // A copy in 8 bits is a quarter of it; a link takes no room.
  return hub::pull(
      http, repository, *files, missing / 4,
      [&](uint64_t done, uint64_t all) { progress.show(done, all); }, stop);
}

int odd_name(const std::string& name) {
  return fail_usage(
      fmt::format("--name \"{}\": expected letters, digits, '.', '_' and '-'", printable(name)));
}

// A model of Firefox's is small and int8 already.
int pull_from_registry(const PullFlags& f, Session& session) {
  const bool of_the_hub =
      f.revision != "main" || !f.include.empty() || (f.quant != "auto" && f.quant != "none");
  if (of_the_hub) {
    return fail_usage(fmt::format(
        "{}: comes from no hub and is int8: --revision, --include and --quant are not for it",
        printable(f.name)));
  }
  if (!f.as.empty() && !checkpoint::is_plain_name(f.as)) return odd_name(f.as);
  return pull_firefox({.name = f.name, .as = f.as, .registry = f.registry}, session);
}

int pull(const PullFlags& f, Session& session) {
  if (f.name.empty()) return fail_usage("NAME is missing; `sotto models --available` lists some");
  if (hub::is_direction_name(f.name)) return pull_from_registry(f, session);
  if (f.names_registry) {
    return fail_usage("--registry: is for the models firefox-*; HF_ENDPOINT names another hub");
  }
  const auto model = find(f.name);
  if (!model) return fail(model.error());
  const std::string name = f.as.empty() ? model->name : f.as;
  if (!checkpoint::is_plain_name(name)) return odd_name(name);
  if (f.quant != "auto") {
    if (const auto scheme = scheme_of(f.quant); !scheme) return fail(scheme.error());
  }
  const Signals signals(session.stop);
  const auto failed = [&](const Error& error) {
    return signals.exit_code() != 0 ? signals.exit_code() : fail(error);
  };
  Installation wanted;
  wanted.model.id = model->hub_id;
  wanted.model.folder = model->folder;
  wanted.target = data_folder() / "models" / name;
  wanted.stop = session.stop.get_token();
  if (!model->folder.empty()) {  // before anything is fetched
    if (const auto voice = prepare_released_voice(f, *model, wanted); !voice)
      return fail(voice.error());
  }
  if (f.include.empty()) {
    if (const auto free = check_target(wanted); !free) return fail(free.error());
  }
  const hub::Endpoint endpoint = hub::endpoint_of_environment();
  if (endpoint.offline) {
    return fail({Errc::bad_argument, "HF_HUB_OFFLINE is set, so nothing is fetched"});
  }
  if (const auto agreed = agree(*model, f.accept); !agreed) return fail(agreed.error());
  hub::Http http(endpoint);
  hub::Repository repository;
  const auto snapshot = fetch(*model, f, http, repository, session);
  if (!snapshot) return failed(snapshot.error());
  if (!f.include.empty()) return print_result(snapshot->string() + "\n");

  wanted.model.commit = repository.commit;
  const auto ready = model->folder.empty() ? prepare_folder(f, *snapshot, wanted)
                                           : prepare_released_voice(f, *model, wanted);
  if (!ready) return fail(ready.error());
  if (!is_installed(wanted, *snapshot)) {
    Progress progress(fmt::format("{} to {}", name, wanted.model.scheme),
                      session.quiet || !wanted.scheme);
    wanted.progress = [&](size_t done, size_t all) { progress.show(done, all); };
    if (const auto made = install(wanted, *snapshot); !made) return failed(made.error());
    return print_result(fmt::format("{} is ready: {}\n", name, next_step(name, wanted.target)));
  }
  return print_result(fmt::format("{} is up to date\n", name));
}

}  // namespace

Verb add_pull(CLI::App& app) {
  auto flags = std::make_shared<PullFlags>();
  CLI::App* verb =
      app.add_subcommand("pull", "Fetch a model from the hub or from Firefox's registry");
  declare(*verb, *flags);
  return {verb, [flags, verb](Session& session) {
            flags->names_registry = is_on_command_line(*verb->get_option("--registry"));
            return pull(*flags, session);
          }};
}

}  // namespace sotto::cli
