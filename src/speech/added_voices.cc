#include "speech/added_voices.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/paths.h"

namespace sotto::speech {

namespace fs = std::filesystem;

AddedVoices::AddedVoices(std::string_view network) : folder_(data_folder() / "voices" / network) {}

std::vector<std::string> AddedVoices::names() const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".safetensors") names.push_back(it->path().stem().string());
  std::ranges::sort(names);
  return names;
}

fs::path AddedVoices::file_of(const std::string& name) const {
  return folder_ / (name + ".safetensors");
}

Result<fs::path> AddedVoices::new_file(const std::string& name) const {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (!error) return file_of(name);
  return Error{Errc::io,
               fmt::format("{}: cannot be created: {}", folder_.string(), error.message())};
}

}  // namespace sotto::speech
