// Kokoro among the kinds of voices: its model, its voices by language, its settings.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/log.h"
#include "base/paths.h"
#include "device_cpu/backend.h"
#include "speech/kokoro_speed.h"
#include "speech/kokoro_voice.h"
#include "speech/voice_models.h"

namespace sotto::speech::kokoro_kind {
namespace {

namespace fs = std::filesystem;
namespace kokoro = models::kokoro;

constexpr const char* kNoModel =
    "no model is installed; `sotto pull kokoro` fetches one, or scripts/voice-kokoro";

constexpr VoiceSetting kSeed = {"seed", "The same seed speaks the same way",     true,
                                0,      std::numeric_limits<double>::infinity(), "0"};
constexpr VoiceSetting kFirstPart = {
    "first-part",
    "How much of a text's first clause kokoro says before it has made all of it, with norms that "
    "are estimated for that; 0: none; auto: as much as this machine needs for the rest, as it does "
    "without this flag where sound is heard while it is made and there is no --seed",
    false,
    0,
    1,
    "",
    "auto"};
constexpr VoiceSetting kSettings[] = {kSeed, kFirstPart};

// The voices that upstream's list of them grades best; of other languages it is the first by name.
constexpr std::string_view kBest[] = {"af_heart", "bf_emma", "ff_siwis", "jf_alpha"};

fs::path folder_of(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? path : path.parent_path();
}

// Without reading the weights.
Result<kokoro::Voices> voices_at(const fs::path& path) {
  const fs::path folder = folder_of(path);
  std::error_code ignored;
  kokoro::Config config;
  if (fs::exists(folder / "config.json", ignored)) {
    Result<kokoro::Config> read = kokoro::read_config(folder / "config.json");
    if (!read) return read.error();
    config = *std::move(read);
  }
  return kokoro::Voices::open(folder, 2 * config.style_dim);
}

// ISO codes, each once.
std::vector<std::string> languages_of(const std::vector<std::string>& voices) {
  std::vector<std::string> languages;
  for (const std::string& voice : voices) {
    const phonemes::KokoroLanguage* language = phonemes::kokoro_language_of(voice);
    if (language == nullptr) continue;
    if (std::ranges::find(languages, language->iso) == languages.end())
      languages.emplace_back(language->iso);
  }
  return languages;
}

Result<std::vector<std::string>> names(const VoiceOptions& options) {
  const Result<fs::path> path = find_kokoro(options);
  if (!path) return path.error();
  const Result<kokoro::Voices> voices = voices_at(*path);
  if (!voices) return voices.error();
  return voices->names();
}

// The best voice of that language, else an error that says what there is.
Result<std::string> voice_for(const Language& language, const std::vector<std::string>& names) {
  std::vector<std::string> fitting;
  for (const std::string& name : names) {
    const phonemes::KokoroLanguage* own = phonemes::kokoro_language_of(name);
    if (own != nullptr && own->iso == language.iso) fitting.push_back(name);
  }
  for (const std::string_view best : kBest)
    if (std::ranges::find(fitting, best) != fitting.end()) return std::string(best);
  if (!fitting.empty()) return fitting.front();
  return Error{Errc::unsupported, fmt::format("kokoro: has no voice that speaks {} ({})",
                                              language.iso, language.flores)};
}

Result<std::unique_ptr<Voice>> open(const std::string& wanted, const Language& language,
                                    double rate, const VoiceOptions& options) {
  const Result<fs::path> path = find_kokoro(options);
  if (!path) return path.error();
  const Result<kokoro::Voices> voices = voices_at(*path);
  if (!voices) return voices.error();
  const Result<std::string> name =
      wanted.empty() ? voice_for(language, voices->names()) : Result<std::string>(wanted);
  if (!name) return name.error();
  Result<kokoro::Voice> voice = voices->voice(*name);
  if (!voice) return voice.error();
  const phonemes::KokoroLanguage* own = phonemes::kokoro_language_of(*name);
  if (own == nullptr || own->iso != language.iso) {
    return Error{Errc::unsupported,
                 fmt::format("kokoro:{}: speaks {}, not {} ({})", *name,
                             own == nullptr ? "no language that sotto reads" : own->iso,
                             language.iso, language.flores)};
  }
  Result<phonemes::KokoroText> reader =
      phonemes::KokoroText::open(*own, folder_of(*path) / "ja_words.txt");
  if (!reader) return reader.error();
  auto model = load_kokoro(*path, options);
  if (!model) return model.error();
  return std::unique_ptr<Voice>(std::make_unique<NeuralVoice>(
      "kokoro:" + *name,
      kokoro_network(*std::move(model), *std::move(voice), *std::move(reader),
                     kokoro_speech(options.settings), kokoro_pace(kokoro_subject(*path, options))),
      rate));
}

// With a named model the languages of that; else Japanese, if it is there and this machine is fast
// enough for it.
bool suits(const Language& language, const VoiceOptions& options) {
  if (options.model.empty() && language.iso != "ja") return false;
  const Result<std::vector<std::string>> known = names(options);
  if (!known) return false;
  const Result<std::string> name = voice_for(language, *known);
  if (!name || !phonemes::KokoroText::missing(*phonemes::kokoro_language_of(*name)).empty())
    return false;
  if (!options.model.empty()) return true;
  const Result<double> speed = kokoro_speed(*find_kokoro(options), options);
  if (speed) return *speed <= kFastEnough;
  log::warn("{}", speed.error().message);
  return false;
}

std::vector<VoiceInfo> list() {
  const Result<std::vector<std::string>> known = names({});
  if (!known) {
    const bool missing = known.error().code == Errc::not_found;
    return {{"kokoro", {}, false, missing ? kNoModel : known.error().message}};
  }
  std::vector<std::string> readable = *known;
  std::string why = "it has no voices of a language that sotto reads";
  std::erase_if(readable, [&](const std::string& name) {
    const phonemes::KokoroLanguage* language = phonemes::kokoro_language_of(name);
    if (language == nullptr) return true;
    const std::string missing = phonemes::KokoroText::missing(*language);
    if (!missing.empty()) why = missing;
    return !missing.empty();
  });
  const bool usable = !readable.empty();
  return {{"kokoro", languages_of(readable), usable, usable ? "" : why}};
}

std::vector<SingleVoice> voices(const VoiceOptions& options) {
  const Result<std::vector<std::string>> known = names(options);
  if (!known || known->empty()) return {};
  std::vector<SingleVoice> voices = {{"kokoro", languages_of(*known)}};
  for (const std::string& name : *known) voices.push_back({"kokoro:" + name, languages_of({name})});
  return voices;
}

std::vector<std::string> model_languages(const std::string& model) {
  VoiceOptions options;
  options.model = model;
  const Result<std::vector<std::string>> known = names(options);
  return known ? languages_of(*known) : std::vector<std::string>();
}

}  // namespace
}  // namespace sotto::speech::kokoro_kind

namespace sotto::speech {

KokoroSpeech kokoro_speech(const VoiceSettings& settings) {
  using Paced = KokoroSpeech::Paced;
  const std::optional<double> first_part = number(settings, kokoro_kind::kFirstPart);
  const bool is_asked = settings.contains(kokoro_kind::kFirstPart.key);
  const bool is_same_sound =
      settings.contains(kokoro_kind::kSeed.key);  // whatever the machine does
  KokoroSpeech speech{.seed = whole_number(settings, kokoro_kind::kSeed).value()};
  if (first_part)
    speech.first_part = static_cast<float>(*first_part);
  else if (is_asked)
    speech.paced = Paced::always;
  else if (!is_same_sound)
    speech.paced = Paced::live;
  return speech;
}

Result<std::filesystem::path> find_kokoro(const VoiceOptions& options) {
  if (!options.model.empty()) return models::find_model(options.model);
  const std::filesystem::path installed = data_folder() / "models" / "kokoro";
  std::error_code ignored;
  if (std::filesystem::is_directory(installed, ignored)) return installed;
  return Error{Errc::not_found, fmt::format("kokoro: {}", kokoro_kind::kNoModel)};
}

Result<std::shared_ptr<const models::kokoro::Model>> load_kokoro(const std::filesystem::path& path,
                                                                 const VoiceOptions& options) {
  auto backend = device::cpu::backend_of(options.backend, options.threads);
  if (!backend) return backend.error();
  return load_network<models::kokoro::Model>(options.models, "kokoro", path, path,
                                             {options.weights, *std::move(backend)});
}

constinit const VoiceKind kKokoroKind = {.name = "kokoro",
                                         .rank = 0,
                                         .leaves_machine = false,
                                         .only_by_name = false,
                                         .has_models = true,
                                         .takes_files = false,
                                         .settings = kokoro_kind::kSettings,
                                         .list = kokoro_kind::list,
                                         .voices = kokoro_kind::voices,
                                         .suits = kokoro_kind::suits,
                                         .open = kokoro_kind::open,
                                         .model_languages = kokoro_kind::model_languages};

}  // namespace sotto::speech
