#include "terminal/voice_flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "speech/voice_kinds.h"
#include "terminal/flags.h"

namespace sotto::terminal {
namespace {

void add_setting(CLI::App& app, speech::VoiceSettings& settings,
                 const speech::VoiceSetting& setting) {
  const auto set = [&settings, key = std::string(setting.key)](const std::string& value) {
    settings[key] = value;
  };
  const auto check = [setting](const std::string& value) {
    if (speech::check(setting, value)) return std::string();
    return fmt::format("\"{}\", expected {}", value, speech::range_of(setting));
  };
  const std::string range =
      std::isinf(setting.most) ? "" : fmt::format(" in [{} - {}]", setting.least, setting.most);
  app.add_option_function<std::string>(fmt::format("--{}", setting.key), set,
                                       std::string(setting.help))
      ->check(CLI::Validator(check, ""))
      ->type_name(fmt::format("{}{}NUMBER{}", setting.word, setting.word.empty() ? "" : "|", range))
      ->default_str(std::string(setting.usual));
}

void add_common_flags(CLI::App& app, VoiceFlags& f) {
  add_voice_model_flag(app, f);
  for (const speech::VoiceSetting& setting : speech::voice_settings())
    add_setting(app, f.settings, setting);
}

}  // namespace

CLI::Option* add_voice_model_flag(CLI::App& app, VoiceFlags& f) {
  const auto refuse = [](const std::string&) {
    throw CLI::ValidationError("--model",
                               "is the model of a translator; that of a voice is --voice-model");
  };
  app.add_option_function<std::string>("--model", refuse)
      ->group("");  // not shown, and neither of the environment nor of a whole file
  return app.add_option("--voice-model", f.model,
                        "Model of a neural voice: a yaml, or a folder, hub id or name");
}

void add_voice_flags(CLI::App& app, VoiceFlags& f) {
  add_common_flags(app, f);
  add_quant_flag(app, f.quant, "Weights of the voice", "--voice-quant,--quant");
  add_kv_cache_flag(app, f.kv_cache);
  app.add_option("--threads", f.threads, "Threads of the voice; 0: one a processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
}

void add_voice_flags_beside(CLI::App& app, VoiceFlags& f) {
  add_common_flags(app, f);
  add_quant_flag(app, f.quant, "Weights of the voice", "--voice-quant");
}

speech::VoiceOptions voice_options(const VoiceFlags& f) {
  speech::VoiceOptions options;
  options.model = f.model;
  options.weights = weights_flag(f.quant);
  options.threads = f.threads;
  options.settings = f.settings;
  return options;
}

}  // namespace sotto::terminal
