#include "cli/pull_firefox.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/paths.h"
#include "base/printable.h"
#include "checkpoint/hub_cache.h"
#include "hub/pull_direction.h"
#include "terminal/line_writer.h"
#include "terminal/progress.h"
#include "terminal/signals.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;
using terminal::fail;
using terminal::fail_usage;
using terminal::print_result;
using terminal::Progress;
using terminal::Session;
using terminal::Signals;

struct Place {
  std::string name;
  fs::path folder;
  bool is_here;  // the direction's model, of whatever age
};

Result<Place> place_of(const FirefoxPull& wanted, const hub::Direction& direction) {
  Place place;
  place.name = wanted.as.empty() ? direction.name() : wanted.as;
  place.folder = data_folder() / "models" / place.name;
  const auto said = hub::read_direction_file(place.folder);
  place.is_here = said && said->from == direction.from && said->to == direction.to;
  std::error_code ignored;
  const bool is_link = fs::is_symlink(place.folder, ignored);
  if (fs::exists(fs::symlink_status(place.folder, ignored)) && (is_link || !place.is_here)) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: is there and is not what `sotto pull` made of {}; --name gives "
                             "this one another name",
                             place.folder.string(), direction.name())};
  }
  return place;
}

std::string ready(const Place& place, const hub::Direction& direction) {
  const std::string from = short_code(direction.from);
  return fmt::format("{} is ready: sotto speak {}--to {} --translator {}\n", place.name,
                     from == "en" ? "" : "--from " + from + " ", short_code(direction.to),
                     place.name);
}

int is_here_already(const Place& place, const std::string& why_not_asked) {
  return print_result(fmt::format("{} is here; whether there is a newer one is not known: {}\n",
                                  place.name, printable(why_not_asked)));
}

Result<hub::RegistryModel> ask_registry(hub::RegistrySource& source,
                                        const hub::Direction& direction,
                                        const http::Patience& patience,
                                        const std::stop_token& stop) {
  const auto document = source.document(patience, stop);
  if (!document) return document.error();
  const auto models =
      hub::read_registry(*document, printable(source.address(source.document_path())));
  if (!models) return models.error();
  return hub::choose(*models, direction);
}

Result<void> fetch_direction(hub::RegistrySource& source, const hub::RegistryModel& model,
                             const Place& place, const Session& session) {
  const uint64_t bytes = hub::listed_bytes(model);
  if (!session.quiet) {
    fmt::print(stderr, "sotto: {}: {}, {} files, {:.1f} MB when unpacked, licence: {}\n",
               place.name, printable(model.architecture), model.files.size(),
               static_cast<double>(bytes) / 1e6, hub::kRegistryLicence);
  }
  Progress progress(fmt::format("fetching {}", place.name), session.quiet);
  return hub::pull_direction(
      source, model, place.folder, [&](uint64_t done, uint64_t all) { progress.show(done, all); },
      session.stop.get_token());
}

}  // namespace

int pull_firefox(const FirefoxPull& wanted, Session& session) {
  const auto direction = hub::parse_direction(wanted.name);
  if (!direction) return fail(direction.error());
  const auto place = place_of(wanted, *direction);
  if (!place) return fail(place.error());
  const auto source = hub::RegistrySource::open(wanted.registry.empty() ? hub::default_registry()
                                                                        : wanted.registry);
  if (!source) return fail(source.error());
  if ((*source)->is_remote() && hub::endpoint_of_environment().offline) {
    constexpr const char* kOffline = "HF_HUB_OFFLINE is set, so nothing is fetched";
    return place->is_here ? is_here_already(*place, kOffline)
                          : fail({Errc::bad_argument, kOffline});
  }
  const Signals signals(session.stop);
  const auto failed = [&](const Error& error) {
    return signals.exit_code() != 0 ? signals.exit_code() : fail(error);
  };
  // A user who has one does not wait for a network that is not there.
  const http::Patience patience = place->is_here ? http::Patience{.failures = 0} : http::Patience{};
  const auto model = ask_registry(**source, *direction, patience, session.stop.get_token());
  if (!model && place->is_here && model.error().code == Errc::io)
    return is_here_already(*place, model.error().message);
  if (!model) return failed(model.error());
  if (hub::has_model(place->folder, *model))
    return print_result(fmt::format("{} is up to date\n", place->name));
  if (const auto fetched = fetch_direction(**source, *model, *place, session); !fetched)
    return failed(fetched.error());
  return print_result(ready(*place, *direction));
}

}  // namespace sotto::cli
