// Chatterbox among the kinds of voices: its models, its voices, its settings.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "device_cpu/backend.h"
#include "phonemes/japanese_text.h"
#include "phonemes/kana.h"
#include "speech/chatterbox_network.h"
#include "speech/chatterbox_voice.h"
#include "speech/chatterbox_voices.h"
#include "speech/voice_models.h"
#include "text/spoken/cangjie.h"
#include "text/spoken/punctuation.h"

namespace sotto::speech::chatterbox_kind {
namespace {

namespace fs = std::filesystem;
namespace chatterbox = models::chatterbox;

constexpr const char* kName = "chatterbox";
constexpr double kAny = std::numeric_limits<double>::infinity();
constexpr VoiceSetting kExaggeration = {"exaggeration",
                                        "How much chatterbox makes of its voice's feeling (its "
                                        "voice's own: mostly 0.5)",
                                        false,
                                        0,
                                        2,
                                        ""};
constexpr VoiceSetting kCfgWeight = {
    "cfg-weight", "How closely chatterbox keeps to the text; 0: faster", false, 0, 1, "0.5"};
constexpr VoiceSetting kTemperature = {
    "temperature", "Liveliness of a voice; 0: always the same", false, 0, 100, ""};
constexpr VoiceSetting kSeed = {"seed", "The same seed speaks the same way", true, 0, kAny, "0"};
constexpr VoiceSetting kFirstTokens = {"first-tokens",
                                       "So many of chatterbox's speech tokens, 25 a second, before "
                                       "its first sound; 0: a piece at once",
                                       true,
                                       0,
                                       1000,
                                       "0"};
constexpr VoiceSetting kFlowSteps = {
    "flow-steps", "Steps of chatterbox's flow; fewer: faster, and less like it (its own: 10 or 2)",
    true,         0,
    100,          "0"};
constexpr VoiceSetting kSettings[] = {kExaggeration, kCfgWeight,   kTemperature,
                                      kSeed,         kFirstTokens, kFlowSteps};

Result<fs::path> find_folder(const VoiceOptions& options) {
  return models::find_model(options.model.empty() ? kName : options.model);
}

chatterbox::SpeechSettings settings_of(const VoiceOptions& options, chatterbox::Variant variant) {
  chatterbox::SpeechSettings settings = chatterbox::usual_settings(variant);
  if (const auto t = number(options.settings, kTemperature))
    settings.sampling.temperature = static_cast<float>(*t);
  settings.cfg_weight = static_cast<float>(number(options.settings, kCfgWeight).value());
  settings.seed = whole_number(options.settings, kSeed).value();
  return settings;
}

Result<std::shared_ptr<const chatterbox::Model>> load(const fs::path& folder,
                                                      const chatterbox::ModelFiles& files,
                                                      const std::string& language,
                                                      const VoiceOptions& options) {
  auto backend = device::cpu::backend_of(options.backend, options.threads);
  if (!backend) return backend.error();
  return load_network<chatterbox::Model>(options.models, kName, folder, files.t3,
                                         {options.weights, *std::move(backend), language});
}

// The form of a language's texts for the network; none: as they are.
Result<chatterbox::LanguageForm> form_of(const std::string& language,
                                         const chatterbox::ModelFiles& files) {
  if (!files.cangjie.empty()) {
    Result<spoken::Cangjie> opened = spoken::Cangjie::open(files.cangjie);
    if (!opened) return opened.error();
    return chatterbox::LanguageForm(
        [cangjie = std::make_shared<const spoken::Cangjie>(*std::move(opened))](
            std::string_view text) { return cangjie->read(text); });
  }
  if (language == "ja") {
    Result<phonemes::JapaneseText> opened_text = phonemes::JapaneseText::open();
    if (!opened_text) return opened_text.error();
    Result<phonemes::KanaReader> opened = phonemes::KanaReader::open();
    if (!opened) return opened.error();
    return chatterbox::LanguageForm(
        [japanese = std::make_shared<const phonemes::JapaneseText>(*std::move(opened_text)),
         kana = std::make_shared<const phonemes::KanaReader>(*std::move(opened))](
            std::string_view text) {
          const std::string spoken = japanese->spoken(text, phonemes::JapaneseNumbers::kana);
          return spoken::lower_nfkd(kana->without_kanji(spoken));
        });
  }
  return chatterbox::LanguageForm();
}

Result<std::unique_ptr<Voice>> open(const std::string& wanted, const Language& language,
                                    double rate, const VoiceOptions& options) {
  const Result<fs::path> folder = find_folder(options);
  if (!folder) return folder.error();
  const auto files = chatterbox::find_model_files(*folder, language.iso);
  if (!files) return files.error();
  Result<chatterbox::Conditionals> voice = read_chatterbox_voice(wanted, *files, options);
  if (!voice) return voice.error();
  if (const auto exaggeration = number(options.settings, kExaggeration))
    voice->t3.exaggeration = static_cast<float>(*exaggeration);
  ChatterboxSpeech speech;
  speech.language = language.iso == "nb" ? "no" : language.iso;  // as upstream calls Bokmål
  speech.settings = settings_of(options, files->variant);
  speech.first_tokens = static_cast<size_t>(whole_number(options.settings, kFirstTokens).value());
  speech.flow_steps = static_cast<int>(whole_number(options.settings, kFlowSteps).value());
  Result<chatterbox::LanguageForm> form = form_of(language.iso, *files);
  if (!form) return form.error();
  speech.form = *std::move(form);
  auto model = load(*folder, *files, language.iso, options);
  if (!model) return model.error();
  auto network = chatterbox_network(*std::move(model), *voice, std::move(speech));
  if (!network) return network.error();
  return std::unique_ptr<Voice>(std::make_unique<NeuralVoice>(
      wanted.empty() ? kName : fmt::format("{}:{}", kName, fs::path(wanted).stem().string()),
      *std::move(network), rate));
}

std::vector<std::string> model_languages(const std::string& model) {
  VoiceOptions options;
  options.model = model;
  const Result<fs::path> folder = find_folder(options);
  return folder ? chatterbox::languages_of(*folder) : std::vector<std::string>();
}

// True if its model was named. Else never: this machine would have to speak faster than it is
// heard, and nobody has measured one that does.
bool suits(const Language& language, const VoiceOptions& options) {
  if (options.model.empty()) return false;
  const std::vector<std::string> languages = model_languages(options.model);
  return std::ranges::find(languages, language.iso) != languages.end();
}

std::vector<VoiceInfo> list() {
  const Result<fs::path> folder = find_folder({});
  if (!folder)
    return {{kName,
             {},
             false,
             "no model is installed; `sotto pull chatterbox` fetches one, or name the folder of "
             "one with "
             "--voice-model (docs/chatterbox.md)"}};
  const std::vector<std::string> languages = chatterbox::languages_of(*folder);
  if (languages.empty())
    return {{kName,
             {},
             false,
             fmt::format("{}: holds no Chatterbox that sotto speaks with", folder->string())}};
  return {{kName, languages, true,
           "for who names it: auto does not, as no machine is known to speak it in time"}};
}

std::vector<SingleVoice> voices(const VoiceOptions& options) {
  const Result<fs::path> folder = find_folder(options);
  if (!folder) return {};
  const std::vector<std::string> languages = chatterbox::languages_of(*folder);
  if (languages.empty()) return {};
  std::vector<SingleVoice> all = {{kName, languages}};
  for (const std::string& name : chatterbox_voices())
    all.push_back({fmt::format("{}:{}", kName, name), languages});
  return all;
}

// Heard by the network that speaks English, whatever else there is: all hear alike, but for the
// small one.
Result<fs::path> add(const std::string& recording, const std::string& name,
                     const VoiceOptions& options) {
  const Result<fs::path> folder = find_folder(options);
  if (!folder) return folder.error();
  const std::vector<std::string> languages = chatterbox::languages_of(*folder);
  const bool english = languages.empty() || std::ranges::find(languages, "en") != languages.end();
  const auto files = chatterbox::find_model_files(*folder, english ? "en" : languages.front());
  if (!files) return files.error();
  return add_chatterbox_voice(recording, name, *files, options);
}

}  // namespace
}  // namespace sotto::speech::chatterbox_kind

namespace sotto::speech {

constinit const VoiceKind kChatterboxKind = {.name = chatterbox_kind::kName,
                                             .rank = 4,
                                             .leaves_machine = false,
                                             .only_by_name = false,
                                             .has_models = true,
                                             .takes_files = true,
                                             .settings = chatterbox_kind::kSettings,
                                             .list = chatterbox_kind::list,
                                             .voices = chatterbox_kind::voices,
                                             .suits = chatterbox_kind::suits,
                                             .open = chatterbox_kind::open,
                                             .model_languages = chatterbox_kind::model_languages,
                                             .add = chatterbox_kind::add};

}  // namespace sotto::speech
