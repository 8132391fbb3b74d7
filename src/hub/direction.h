// One of Firefox's translation models, by the name that it has here and by what lies beside it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/language.h"
#include "sotto/error.h"

namespace sotto::hub {

struct Direction {
  Language from, to;
  std::string architecture;  // "base"; empty: the best that there is

  std::string name() const;  // "firefox-en-ja", "firefox-en-ja-base"
};

// Whether it is the name of such a model, and none of a repository's.
bool is_direction_name(std::string_view name);

// "firefox-en-ja", "firefox-en-zh_hant", "firefox-en-ja-base". The error says which language is not
// known, or what a name looks like.
Result<Direction> parse_direction(std::string_view name);

// The direction.json in its folder: the reader of the network learns its languages there.
struct DirectionFile {
  Language from, to;
  std::string architecture;  // "base-memory"
  std::string source;        // where its network came from: a URL, or the path of a file
  std::string sha256;        // of its network

  static constexpr const char* kFile = "direction.json";
  std::string json() const;
};

// None: the folder is none that `sotto pull` made of Firefox's models.
std::optional<DirectionFile> read_direction_file(const std::filesystem::path& folder);

}  // namespace sotto::hub
