// The models that are known to work with sotto, and what their user should know before he fetches
// one. They are not part of sotto: `sotto pull` brings them from the hub or from a registry. Each
// kind of network has its own in its row (kinds.h).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "sotto/error.h"

namespace sotto::models {

// One of a family that is known to be there.
struct KnownMember {
  std::string rest;  // of its name: "en-ja"
  std::string size;  // to fetch; empty: as the family says
};

struct KnownModel {
  std::string name;     // "nllb-600m"; with a star for a whole family: "opus-mt-*"
  std::string hub_id;   // "facebook/nllb-200-distilled-600M"; empty: it comes from a registry
  std::string what;     // what it does, for which languages
  std::string size;     // to fetch, about
  std::string needs;    // memory, and time on two cores, as measured in docs/; empty: not measured
  std::string licence;  // as its authors name it
  std::string
      limits;  // what the licence asks for, in plain words; whoever fetches it says yes once
  // The folder of the repository that has it, where it is not the whole of it: "languages/*".
  std::string folder = {};
  std::vector<std::string> files = {};  // patterns of those that are wanted; none: as for any other
  std::vector<KnownMember> members = {};  // of a family: some of them, the others are not known
};

// The models of all kinds, in the order in which they are shown.
const std::vector<KnownModel>& known_models();

// The one of that name, or of a family that has it, by its whole name and id.
std::optional<KnownModel> known_model(std::string_view name);
// The one that has this hub id.
std::optional<KnownModel> known_model_of(std::string_view hub_id);

// The translator to fetch for a direction, the best first: one that is made for it, or a family's
// member. None: only those for all languages are known.
std::optional<KnownModel> known_translator(const Language& from, const Language& to);

// "`sotto pull kokoro` fetches one (0.4 GB, Apache-2.0)", with what its licence asks for.
std::string how_to_get(const KnownModel& model);

// Finds `name`: as checkpoint::find_folder has it, or the name of a known model that is in the
// hub's cache.
Result<std::filesystem::path> find_model(const std::string& name);

}  // namespace sotto::models
