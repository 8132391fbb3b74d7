#include "models/kinds.h"

#include <nlohmann/json.hpp>

#include "checkpoint/config.h"
#include "checkpoint/model_folder.h"
#include "models/chatterbox/model.h"
#include "models/pocket_tts/config.h"

namespace sotto::models {
namespace {

namespace fs = std::filesystem;

// What config.json has under `key`; null where it has nothing, or is no configuration.
nlohmann::json config_of(const fs::path& folder, const char* key) {
  const auto config = checkpoint::read_json_object(folder / "config.json");
  return config ? config->value(key, nlohmann::json()) : nlohmann::json();
}

bool is_seq2seq(const fs::path& folder, const char* model_type) {
  return config_of(folder, "model_type") == model_type && checkpoint::find_weights(folder);
}

bool is_nllb(const fs::path& folder) { return is_seq2seq(folder, "m2m_100"); }
bool is_marian(const fs::path& folder) { return is_seq2seq(folder, "marian"); }

// Upstream's, or an export, which has no configuration.
bool is_kokoro(const fs::path& folder) {
  if (config_of(folder, "istftnet").is_object()) return true;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const fs::path& file = it->path();
    if (file.extension() == ".onnx" && file.filename().string().starts_with("kokoro")) return true;
  }
  return false;
}

// A yaml, and nothing that says otherwise.
bool is_pocket(const fs::path& folder) {
  std::error_code ignored;
  return !fs::exists(folder / "config.json", ignored) &&
         static_cast<bool>(pocket_tts::find_config(folder.string()));
}

bool is_xtts(const fs::path& folder) { return config_of(folder, "model") == "xtts"; }
bool is_chatterbox(const fs::path& folder) { return chatterbox::is_model_folder(folder); }

// Of translators int8 is the fastest on every processor, and near to floats (docs/quantization.md).
constexpr Kind kKinds[] = {
    {"nllb", "translates", is_nllb, "int8"},     {"marian", "translates", is_marian, "int8"},
    {"kokoro", "speaks", is_kokoro, ""},         {"pocket-tts", "speaks", is_pocket, ""},
    {"chatterbox", "speaks", is_chatterbox, ""}, {"xtts", "speaks", is_xtts, ""},
};

}  // namespace

const Kind* kind_of(const fs::path& folder) {
  for (const Kind& kind : kKinds)
    if (kind.detect(folder)) return &kind;
  return nullptr;
}

std::vector<InstalledModel> installed_models() {
  std::vector<InstalledModel> models;
  for (const checkpoint::NamedFolder& folder : checkpoint::model_folders()) {
    if (const Kind* kind = kind_of(folder.path)) models.push_back({folder.name, folder.path, kind});
  }
  return models;
}

}  // namespace sotto::models
