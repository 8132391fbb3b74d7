#include "models/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "checkpoint/marian_file.h"
#include "models/bergamot/model.h"
#include "models/bergamot/released.h"
#include "models/causal_lm/model.h"
#include "models/chatterbox/model.h"
#include "models/chatterbox/quantization_plan.h"
#include "models/kokoro/model.h"
#include "models/marian/architecture.h"
#include "models/nllb/architecture.h"
#include "models/pocket_tts/model.h"
#include "models/pocket_tts/quantization_plan.h"
#include "models/seq2seq/model.h"
#include "models/xtts/model.h"
#include "models/xtts/quantization_plan.h"

namespace sotto::models {
namespace {

namespace fs = std::filesystem;

// The value under `key` in config.json; null if it has none, or is no configuration.
nlohmann::json config_of(const fs::path& folder, const char* key) {
  const auto config = read_json_object(folder / "config.json");
  return config ? config->value(key, nlohmann::json()) : nlohmann::json();
}

bool is_seq2seq(const fs::path& folder, const char* model_type) {
  return config_of(folder, "model_type") == model_type && checkpoint::find_weights(folder);
}

bool is_nllb(const fs::path& folder) { return is_seq2seq(folder, "m2m_100"); }
bool is_marian(const fs::path& folder) { return is_seq2seq(folder, "marian"); }

// A folder in the hub's layout, or llama.cpp's one file.
bool is_language_model(const fs::path& path) {
  std::error_code ignored;
  if (path.extension() == ".gguf" && fs::is_regular_file(path, ignored)) return true;
  const auto config = read_json_object(path / "config.json");
  return config && causal_lm::is_causal_lm(*config) && checkpoint::find_weights(path);
}

// Marian's own file, and no configuration beside it.
bool is_firefox(const fs::path& folder) {
  std::error_code ignored;
  return !fs::exists(folder / "config.json", ignored) &&
         static_cast<bool>(checkpoint::find_marian_file(folder));
}

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

using Network = Result<std::shared_ptr<const void>>;

template <class Model>
Network untyped(const Result<std::shared_ptr<const Model>>& model) {
  return model ? Network(*model) : Network(model.error());
}

// load: of a folder that is open.
template <class Load>
Network load_folder(const fs::path& path, const LoadOptions& o, const Load& load) {
  if (o.folder != nullptr) return untyped(load(*o.folder));
  const auto folder = checkpoint::open_model_folder(path);
  if (!folder) return folder.error();
  return untyped(load(*folder));
}

template <const seq2seq::Architecture& architecture>
Network load_seq2seq(const fs::path& path, const LoadOptions& o) {
  return load_folder(path, o, [&](const checkpoint::ModelFolder& folder) {
    return seq2seq::Model::load(architecture, folder, o.weights, o.backend);
  });
}

template <class Model>
Network load_model(const fs::path& path, const LoadOptions& o) {
  return load_folder(path, o, [&](const checkpoint::ModelFolder& folder) {
    return Model::load(folder, o.weights, o.backend);
  });
}

Network load_kokoro(const fs::path& path, const LoadOptions& o) {
  return untyped(kokoro::Model::load(path, o.weights, o.backend));
}

Network load_pocket(const fs::path& path, const LoadOptions& o) {
  const Result<fs::path> file = pocket_tts::find_config(path.string());
  if (!file) return file.error();
  return untyped(pocket_tts::Model::load(*file, o.weights, *o.backend));
}

Network load_chatterbox(const fs::path& path, const LoadOptions& o) {
  const auto files = chatterbox::find_model_files(path, o.language);
  if (!files) return files.error();
  return untyped(chatterbox::Model::load(*files, o.weights, o.backend));
}

Network load_xtts(const fs::path& path, const LoadOptions& o) {
  const auto files = xtts::find_model_files(path);
  if (!files) return files.error();
  return untyped(xtts::Model::load(*files, o.weights, o.backend));
}

Result<checkpoint::FolderPlan> translator_plan(const fs::path& path, const QuantizationOptions& o) {
  if (o.opened != nullptr) return checkpoint::translator_plan(*o.opened, o.folder);
  const auto folder = checkpoint::open_model_folder(path);
  if (!folder) return folder.error();
  return checkpoint::translator_plan(*folder, o.folder);
}

std::vector<KnownModel> marians() {
  return {{"fugumt-en-ja", "staka/fugumt-en-ja", "translates English to Japanese", "0.2 GB", "",
           "CC BY-SA 4.0", ""},
          {"opus-mt-*", "Helsinki-NLP/opus-mt-*", "translates one pair of languages: opus-mt-en-fr",
           "0.3 GB", "", "CC BY 4.0 or Apache-2.0, as its card says", ""}};
}

std::vector<KnownModel> nllbs() {
  return {{"nllb-1.3b", "facebook/nllb-200-distilled-1.3B",
           "translates between 202 languages, better, with twice the work of nllb-600m", "5.5 GB",
           "1.4 GB, 0.7 s a sentence", "CC BY-NC 4.0",
           "not for commercial use; name its authors, Meta AI"},
          {"nllb-600m", "facebook/nllb-200-distilled-600M", "translates between 202 languages",
           "2.5 GB", "0.7 GB, 0.3 s a sentence", "CC BY-NC 4.0",
           "not for commercial use; name its authors, Meta AI"}};
}

std::vector<KnownModel> language_models() {
  KnownModel cat{"cat-translate-*",
                 "cyberagent/CAT-Translate-*",
                 "translates English to Japanese and back: cat-translate-0.8b, -1.4b, -3.3b, -7b",
                 "1.6 to 15 GB",
                 "",
                 "MIT",
                 ""};
  cat.members = {{"0.8b", "1.6 GB"}, {"1.4b", "2.8 GB"}, {"3.3b", "6.7 GB"}, {"7b", ""}};
  return {
      cat,
      {"lfm2-350m-enjp-mt", "LiquidAI/LFM2-350M-ENJP-MT", "translates English to Japanese and back",
       "0.7 GB", "", "LFM Open License 1.0", "free below 10 million dollars of yearly revenue"}};
}

std::vector<KnownModel> kokoros() {
  return {{"kokoro", "hexgrad/Kokoro-82M", "speaks Japanese, English and five others", "0.4 GB",
           "0.5 GB, 0.3 s for a second of sound", "Apache-2.0", ""}};
}

std::vector<KnownModel> pockets() {
  return {{"pocket-tts-*", "kyutai/pocket-tts-without-voice-cloning",
           "speaks a language: pocket-tts-english, -french, -german, -italian, -portuguese, "
           "-spanish, -dutch",
           "0.4 GB", "0.2 GB, 0.1 s for a second of sound",
           "CC BY 4.0; its voices have licences of their own", "", "languages/*"}};
}

std::vector<KnownModel> chatterboxes() {
  return {
      {"chatterbox",
       "ResembleAI/chatterbox",
       "speaks English and 22 other languages, Japanese among them, in the voice of a recording",
       "5.3 GB",
       "",
       "MIT",
       "",
       "",
       {"t3_cfg.safetensors", "t3_mtl23ls_v2.safetensors", "s3gen.safetensors", "ve.safetensors",
        "tokenizer.json", "grapheme_mtl_merged_expanded_v1.json", "Cangjie5_TC.json", "conds.pt",
        "README.md", "LICENSE*"}}};
}

std::vector<KnownModel> xttses() {
  return {
      {"xtts",
       "coqui/XTTS-v2",
       "speaks English and 16 other languages, Japanese among them, as its speakers or a "
       "recording do",
       "1.9 GB",
       "0.7 GB, 0.45 s for a second of sound",
       "CPML 1.0.0",
       "not for commercial use, nor is what it says",
       "",
       {"model.pth", "config.json", "vocab.json", "speakers_xtts.pth", "README.md", "LICENSE*"}}};
}

// For translators int8 is the fastest on every processor, and near to floats
// (docs/quantization.md). In the order in which their models are shown.
constexpr Kind kKinds[] = {
    {"firefox", "translates", is_firefox, &typeid(bergamot::Model), load_model<bergamot::Model>, "",
     bergamot::released, nullptr, Statics::none, /*has_logits_copy=*/true},
    {"marian", "translates", is_marian, &typeid(seq2seq::Model), load_seq2seq<marian::kMarian>,
     "int8", marians, translator_plan},
    {"nllb", "translates", is_nllb, &typeid(seq2seq::Model), load_seq2seq<nllb::kM2m100>, "int8",
     nllbs, translator_plan},
    {"language-model", "translates", is_language_model, &typeid(causal_lm::Model),
     load_model<causal_lm::Model>, "q8", language_models, translator_plan, Statics::none,
     /*has_logits_copy=*/true},
    {"kokoro", "speaks", is_kokoro, &typeid(kokoro::Model), load_kokoro, "", kokoros},
    {"pocket-tts", "speaks", is_pocket, &typeid(pocket_tts::Model), load_pocket, "", pockets,
     pocket_tts::quantization_plan, Statics::measured},
    {"chatterbox", "speaks", is_chatterbox, &typeid(chatterbox::Model), load_chatterbox, "",
     chatterboxes, chatterbox::quantization_plan},
    {"xtts", "speaks", is_xtts, &typeid(xtts::Model), load_xtts, "", xttses,
     xtts::quantization_plan, Statics::of_each_call},
};

}  // namespace

std::span<const Kind> kinds() { return kKinds; }

const Kind& kind_named(std::string_view name) {
  return *std::ranges::find(kKinds, name, &Kind::name);
}

const Kind* kind_of(const fs::path& folder) {
  for (const Kind& kind : kKinds)
    if (kind.detect(folder)) return &kind;
  return nullptr;
}

Result<const Kind*> known_kind(const fs::path& folder) {
  if (const Kind* kind = kind_of(folder)) return kind;
  return Error{Errc::unsupported,
               fmt::format("{}: is no network that sotto runs", folder.string())};
}

Network load_as(const std::type_info& type, const Kind& kind, const fs::path& path,
                const LoadOptions& options) {
  if (*kind.type == type) return kind.load(path, options);
  return Error{Errc::unsupported, fmt::format("{}: is a network of {}, which {}, expected another",
                                              path.string(), kind.name, kind.does)};
}

Result<checkpoint::QuantizeResult> quantize(const Kind& kind, const fs::path& path,
                                            const fs::path& target,
                                            const QuantizationOptions& options) {
  if (kind.plan == nullptr)
    return Error{Errc::unsupported,
                 fmt::format("{}: the weights of {} stay as they are", path.string(), kind.name)};
  std::error_code ignored;
  const fs::path source = fs::is_directory(path, ignored) ? path : path.parent_path();
  const auto free = checkpoint::check_target(source, target, options.folder.force);
  if (!free) return free.error();
  const auto plan = kind.plan(path, options);
  return plan ? checkpoint::quantize_folder(*plan, target, options.folder) : plan.error();
}

std::vector<InstalledModel> installed_models() {
  std::vector<InstalledModel> models;
  for (const checkpoint::NamedFolder& folder : checkpoint::model_folders()) {
    if (const Kind* kind = kind_of(folder.path)) models.push_back({folder.name, folder.path, kind});
  }
  return models;
}

}  // namespace sotto::models
