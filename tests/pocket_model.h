// A small random model of Pocket TTS under a name of the test's choice, with voices.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>

#include "golden.h"

namespace sotto::testing {

// Writes `name` (a yaml) into the folder, with what it needs beside it; the yaml's path.
inline std::filesystem::path make_pocket_model(const std::filesystem::path& folder,
                                               const std::string& name,
                                               std::initializer_list<const char*> voices) {
  namespace fs = std::filesystem;
  const fs::path data = fs::absolute(golden_folder("pocket_tts"));
  fs::create_directories(folder / "voices");
  fs::copy_file(data / "models/lsd.yaml", folder / name);
  for (const char* part : {"models", "tokenizer.model"})
    if (!fs::exists(folder / part)) fs::create_symlink(data / part, folder / part);
  for (const char* voice : voices)
    fs::create_symlink(data / "voice_lsd_voice24k.safetensors",
                       folder / "voices" / (std::string(voice) + ".safetensors"));
  return folder / name;
}

}  // namespace sotto::testing
