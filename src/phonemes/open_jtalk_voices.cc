#include "phonemes/open_jtalk_voices.h"

#include <string_view>
#include <system_error>
#include <utility>

#include "base/paths.h"
#include "base/program.h"

namespace sotto::phonemes {
namespace {

namespace fs = std::filesystem;

void add_voices(const fs::path& folder, std::map<std::string, fs::path>& voices) {
  std::error_code error;
  fs::recursive_directory_iterator files(folder, error), end;
  for (; !error && files != end; files.increment(error)) {
    if (files.depth() > 3) files.disable_recursion_pending();
    const fs::path& file = files->path();
    if (file.extension() != ".htsvoice") continue;
    std::string name = file.stem().string();
    if (constexpr std::string_view kNormal = "_normal"; name.ends_with(kNormal)) {
      name.resize(name.size() - kNormal.size());
    }
    voices.emplace(std::move(name), file);
  }
}

}  // namespace

std::map<std::string, fs::path> open_jtalk_voices() {
  std::map<std::string, fs::path> voices;
  if (const fs::path named = folders().voices; !named.empty()) add_voices(named, voices);
  add_voices(data_folder() / "voices", voices);
  // Below the prefix of bin/, lib/ and lib/x86_64-linux-gnu/, a Python package's among them.
  const fs::path own = own_file().parent_path();
  for (const char* folder : {"../share/hts-voice", "../../share/hts-voice"})
    add_voices((own / folder).lexically_normal(), voices);
  for (const char* folder : {"/usr/share/hts-voice", "/usr/local/share/hts-voice",
                             "/opt/homebrew/opt/open-jtalk/voice"}) {
    add_voices(folder, voices);
  }
  return voices;
}

}  // namespace sotto::phonemes
