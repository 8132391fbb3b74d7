#include "hub/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/printable.h"
#include "base/utf8.h"
#include "checkpoint/hub_cache.h"
#include "hub/digest.h"

namespace sotto::hub {
namespace {

using Role = RegistryFile::Role;

constexpr uint64_t kMega = 1'000'000;
constexpr size_t kMostNear = 8;  // directions in a message

// Names of a role's file, and the most that it may unpack to. Published in 2026: models to 60 MB,
// shortlists to 5, vocabularies to 2.
struct RoleRow {
  Role role;
  std::string_view prefix, suffix;
  uint64_t most_bytes;
};
constexpr RoleRow kRoleRows[] = {{Role::model, "model.", ".bin", 256 * kMega},
                                 {Role::shortlist, "lex.", ".bin", 64 * kMega},
                                 {Role::vocabulary, "vocab.", ".spm", 16 * kMega},
                                 {Role::source_vocabulary, "srcvocab.", ".spm", 16 * kMega},
                                 {Role::target_vocabulary, "trgvocab.", ".spm", 16 * kMega}};

const RoleRow& row_of(Role role) { return *std::ranges::find(kRoleRows, role, &RoleRow::role); }

const RegistryFile* with_role(const RegistryModel& model, Role role) {
  const auto found = std::ranges::find(model.files, role, &RegistryFile::role);
  return found == model.files.end() ? nullptr : &*found;
}

std::string pair_of(const RegistryModel& model) {
  return Direction{model.from, model.to, ""}.name();
}

size_t architecture_rank(const RegistryModel& model) {
  return static_cast<size_t>(std::ranges::find(kArchitectures, model.architecture) -
                             kArchitectures.begin());
}

// "; it has firefox-en-ja, ...": those that share a language with what was wanted, else any.
std::string near_ones(const std::vector<RegistryModel>& models, const Direction& wanted) {
  std::set<std::string> into, from, others;
  for (const RegistryModel& model : models) {
    if (model.release == Release::none) continue;
    const bool is_into = model.to == wanted.to, is_from = model.from == wanted.from;
    (is_into ? into : is_from ? from : others).insert(pair_of(model));
  }
  std::vector<std::string> near(into.begin(), into.end());
  near.insert(near.end(), from.begin(), from.end());
  if (near.empty()) near.assign(others.begin(), others.end());
  if (near.empty()) return "";
  std::string names;
  for (size_t i = 0; i < std::min(near.size(), kMostNear); ++i)
    names += (i == 0 ? "" : ", ") + near[i];
  return fmt::format("; it has {}{}", names, near.size() > kMostNear ? ", ..." : "");
}

Error none_of_those(const std::vector<RegistryModel>& models, const Direction& wanted) {
  std::set<std::string> released;
  bool is_listed = false;
  for (const RegistryModel& model : models) {
    if (model.from != wanted.from || model.to != wanted.to) continue;
    is_listed = true;
    if (model.release != Release::none) released.insert(printable(model.architecture));
  }
  const auto error = [&](std::string what) {
    return Error{Errc::not_found, fmt::format("{}: {}", wanted.name(), what)};
  };
  if (!is_listed)
    return error("the registry has no model of this direction" + near_ones(models, wanted));
  if (released.empty())
    return error("the registry has it for tests alone (Nightly), and it is not released");
  std::string names;
  for (const std::string& name : released) names += (names.empty() ? "" : ", ") + name;
  return error("the registry has this direction as " + names + " alone");
}

Result<void> check_file(const RegistryFile& file, const std::string& model) {
  const auto error = [&](std::string what) {
    return Error{Errc::bad_format, fmt::format("{}: the registry {}", model, what)};
  };
  const std::string path = printable(file.path.substr(0, 200));
  if (!checkpoint::is_inner_path(file.path))
    return error(fmt::format("names the file \"{}\", expected a path inside the registry", path));
  if (file.bytes > file.most_bytes()) {
    return error(fmt::format("lists {} with {} bytes, expected at most {} MB", path, file.bytes,
                             file.most_bytes() / kMega));
  }
  const bool has_hash = Digest::is_sha256(file.sha256);
  if (!file.sha256.empty() && !has_hash)
    return error(fmt::format("lists {} with a hash that is no SHA-256", path));
  if (file.role == Role::model && (file.bytes == 0 || !has_hash)) {
    return error(fmt::format("lists {} without its {}, by which it would be checked", path,
                             file.bytes == 0 ? "length" : "hash"));
  }
  return {};
}

Result<void> check_model(const RegistryModel& model, const std::string& name) {
  std::set<Role> roles;
  for (const RegistryFile& file : model.files) {
    if (!roles.insert(file.role).second) {
      return Error{Errc::bad_format,
                   fmt::format("{}: the registry lists two files {}*{}", name,
                               row_of(file.role).prefix, row_of(file.role).suffix)};
    }
    if (const auto checked = check_file(file, name); !checked) return checked;
  }
  const bool two =
      roles.contains(Role::source_vocabulary) && roles.contains(Role::target_vocabulary);
  if (with_role(model, Role::model) == nullptr || !(roles.contains(Role::vocabulary) || two)) {
    return Error{Errc::bad_format,
                 fmt::format("{}: the registry lists no {}", name,
                             roles.contains(Role::model) ? "vocabulary" : "model")};
  }
  return {};
}

}  // namespace

std::string RegistryFile::name() const {
  const RoleRow& row = row_of(role);
  std::string name = published_name.empty() ? path.substr(path.rfind('/') + 1) : published_name;
  for (const std::string_view packed : {".gz", ".zst"})
    if (name.ends_with(packed)) name.resize(name.size() - packed.size());
  const bool is_usual =
      name.starts_with(row.prefix) && name.ends_with(row.suffix) && checkpoint::is_plain_name(name);
  return is_usual ? name : fmt::format("{}firefox{}", row.prefix, row.suffix);
}

uint64_t RegistryFile::most_bytes() const { return row_of(role).most_bytes; }

Result<RegistryModel> choose(const std::vector<RegistryModel>& models, const Direction& wanted) {
  const RegistryModel* best = nullptr;
  const auto order = [](const RegistryModel& m) {
    return std::pair(m.release, architecture_rank(m));
  };
  for (const RegistryModel& model : models) {
    if (model.from != wanted.from || model.to != wanted.to || model.release == Release::none)
      continue;
    if (!wanted.architecture.empty() && model.architecture != wanted.architecture) continue;
    if (best == nullptr || order(model) < order(*best)) best = &model;
  }
  if (best == nullptr) return none_of_those(models, wanted);
  RegistryModel chosen = *best;
  for (RegistryFile& file : chosen.files) file.sha256 = lower_ascii(file.sha256);
  if (const auto checked = check_model(chosen, wanted.name()); !checked) return checked.error();
  return chosen;
}

}  // namespace sotto::hub
