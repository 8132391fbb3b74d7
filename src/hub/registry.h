// The models of a registry of Firefox's, as its document says: the bucket's models.json, or the
// records of Remote Settings (mozilla/translations writes both).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "hub/direction.h"
#include "sotto/error.h"

namespace sotto::hub {

// The whole of mozilla/translations; the documents name none.
inline constexpr const char* kRegistryLicence = "MPL-2.0";

// The best one first: of those that are fast, by COMET (docs/models.md).
inline constexpr std::array<std::string_view, 3> kArchitectures = {"base-memory", "base", "tiny"};

struct RegistryFile {
  enum class Role { model, shortlist, vocabulary, source_vocabulary, target_vocabulary } role;
  std::string path;                 // below the registry's own address
  uint64_t bytes = 0;               // of what it unpacks to; 0: not said
  std::string sha256;               // of the same; empty: not said
  std::string published_name = {};  // empty: the last part of the path

  std::string name() const;     // under which it is kept: "model.enja.intgemm.alphas.bin"
  uint64_t most_bytes() const;  // that it may unpack to
};

// For whom it is released: for all, for some systems or channels of Firefox, or for nobody yet.
enum class Release { all, some, none };

struct RegistryModel {
  Language from, to;
  std::string architecture;
  Release release = Release::none;
  std::vector<RegistryFile> files;
};

// All that it lists in languages that sotto knows; nothing of them is checked. What a document has
// besides is ignored. The error: it is no such document; `name` is for messages.
Result<std::vector<RegistryModel>> read_registry(std::string_view document,
                                                 const std::string& name);

// The released model for a direction: the best of those for all, else of those for some. Its files
// are checked: paths that stay inside, a model with length and hash, vocabularies. The error names
// what the registry has instead.
Result<RegistryModel> choose(const std::vector<RegistryModel>& models, const Direction& wanted);

}  // namespace sotto::hub
