#include "bench/bench_prompts.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "audio/sink.h"
#include "base/thread_pool.h"
#include "bench/machine.h"
#include "checkpoint/model_folder.h"
#include "measure/process.h"
#include "measure/statistics.h"
#include "models/known_models.h"
#include "speech/voice_kinds.h"
#include "terminal/flags.h"
#include "translate/document/lines.h"

namespace sotto::bench {
namespace {

using measure::Json;
using measure::Prompt;
using measure::rounded;
namespace fs = std::filesystem;

class TranslateContestant final : public Contestant {
 public:
  static Result<std::unique_ptr<Contestant>> open(const translate::TranslatorOptions& options) {
    auto translator = translate::Translator::load(options);
    if (!translator) return translator.error();
    return std::unique_ptr<Contestant>(
        new TranslateContestant(*std::move(translator), options.from, options.to));
  }

  Result<std::vector<Json>> measure(const Prompt& prompt, const std::optional<fs::path>&,
                                    const std::stop_token& stop) override {
    const measure::StopWatch watch;
    const auto lines = translator_.translate(std::span(&prompt.text, 1), stop);
    const double wall_ms = watch.wall_ms(), cpu_ms = watch.cpu_ms();
    if (!lines) return lines.error();
    const translate::TranslatedLine& line = lines->at(0);
    int tokens = 0;
    for (const translate::TranslatedLine::Part& part : line.parts)
      tokens += part.translation.new_tokens;
    // Bytes that the steps of the result read, whatever else the search tried: a lower bound.
    const double gigabytes = 1e-9 * static_cast<double>(owner_->step_bytes()) * tokens;
    return std::vector{Json{{"wall_ms", rounded(wall_ms)},
                            {"cpu_ms", rounded(cpu_ms)},
                            {"tokens", tokens},
                            {"tokens_per_s", rounded(1e3 * tokens / wall_ms)},
                            {"gb_per_s", rounded(1e3 * gigabytes / wall_ms)},
                            {"lost", line.why_lost().empty() ? 0 : 1},
                            {"text", line.text}}};
  }

 private:
  TranslateContestant(std::unique_ptr<translate::Translator> owner, Language from, Language to)
      : owner_(std::move(owner)), translator_(*owner_, std::move(from), std::move(to)) {}

  std::unique_ptr<translate::Translator> owner_;
  translate::LineTranslator translator_;
};

class SayContestant final : public Contestant {
 public:
  static Result<std::unique_ptr<Contestant>> open(const std::string& name, const Language& language,
                                                  const speech::VoiceOptions& options) {
    auto voice = speech::open_voice(name, language, 1.0, options);
    if (!voice) return voice.error();
    return std::unique_ptr<Contestant>(new SayContestant(*std::move(voice), language.iso));
  }

  Result<std::vector<Json>> measure(const Prompt& prompt, const std::optional<fs::path>& audio,
                                    const std::stop_token& stop) override {
    std::vector<float> sound;
    double first_audio_ms = 0;
    const measure::StopWatch watch;
    const auto said = voice_->speak(prompt.in(language_), stop, [&](const audio::Chunk& chunk) {
      if (sound.empty()) first_audio_ms = watch.wall_ms();
      sound.insert(sound.end(), chunk.samples.begin(), chunk.samples.end());
      return true;
    });
    const double wall_ms = watch.wall_ms(), cpu_ms = watch.cpu_ms();
    if (!said) return said.error();
    if (audio && !sound.empty()) {
      if (const Result<void> kept = keep(sound, *audio); !kept) return kept.error();
    }
    const double audio_s = static_cast<double>(sound.size()) / voice_->sample_rate_hz();
    return std::vector{Json{{"first_audio_ms", rounded(first_audio_ms)},
                            {"wall_ms", rounded(wall_ms)},
                            {"cpu_ms", rounded(cpu_ms)},
                            {"audio_s", rounded(audio_s)},
                            {"rtf", audio_s > 0 ? rounded(1e-3 * wall_ms / audio_s) : 0}}};
  }

 private:
  SayContestant(std::unique_ptr<speech::Voice> voice, std::string language)
      : voice_(std::move(voice)), language_(std::move(language)) {}

  Result<void> keep(const std::vector<float>& sound, const fs::path& file) const {
    const int rate = voice_->sample_rate_hz();
    auto sink = audio::Sink::open(file.string(), rate);
    if (!sink) return sink.error();
    if (Result<void> r = (*sink)->write({sound, rate}, {}); !r) return r;
    return (*sink)->finish();
  }

  std::unique_ptr<speech::Voice> voice_;
  std::string language_;
};

Result<int> thread_count(const std::string& text) {
  int count = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (error == std::errc() && stop == end && count >= 0 && count <= 256) return count;
  return Error{Errc::bad_argument,
               fmt::format("--threads: \"{}\", expected numbers from 0 to 256", text)};
}

// With options that have a device, opened when its turn has come.
template <class Opened, class Options, class... More>
Result<std::unique_ptr<Contestant>> open_on(const std::string& device,
                                            std::optional<device::Precision> kv_cache,
                                            Options options, const More&... more) {
  const auto backend = device_flag(device, options.threads, kv_cache);
  if (!backend) return backend.error();
  options.backend = *backend;
  return Opened::open(more..., options);
}

Result<std::vector<Variant>> translate_variants(const TranslatePrompts& what,
                                                const translate::TranslatorOptions& common) {
  const auto choices = settings(what.schemes, what.threads, what.kv_cache);
  if (!choices) return choices.error();
  std::vector<Variant> variants;
  for (const std::string& model : what.models) {
    const Result<fs::path> folder = models::find_model(model);
    if (!folder) return folder.error();
    const std::string hash = model_hash(*folder);
    for (const Setting& s : *choices) {
      translate::TranslatorOptions options = common;
      options.model = model;
      options.weights = weights_flag(s.scheme);
      options.threads = s.threads;
      const std::string name = fs::path(model).filename().string();
      measure::Json about = {{"model", name}, {"model_hash", hash}};
      about.update(s.about(what.device));
      variants.push_back({fmt::format("{} {}", name, s.name()), std::move(about),
                          [options, device = what.device, kept = s.kv_cache] {
                            return open_on<TranslateContestant>(device, kept, options);
                          }});
    }
  }
  return variants;
}

// "pocket-tts:alba" of "pocket-tts:/some/where/alba.wav": the same wherever the recording lies.
std::string name_of_voice(const std::string& voice, const speech::VoiceKind* kind) {
  const size_t colon = voice.find(':');
  if (colon == std::string::npos || kind == nullptr || !kind->takes_files) return voice;
  return voice.substr(0, colon + 1) + fs::path(voice.substr(colon + 1)).stem().string();
}

Result<std::vector<Variant>> say_variants(const SayPrompts& what, const Language& language) {
  const auto choices = settings(what.schemes, what.threads, what.flags.kv_cache);
  if (!choices) return choices.error();
  const std::string hash = what.flags.model.empty() ? "" : model_hash(what.flags.model);
  std::vector<Variant> variants;
  for (const std::string& voice : what.voices) {
    const speech::VoiceKind* kind = speech::kind_of(voice);
    const bool neural = kind != nullptr && kind->has_models;
    const std::string name = name_of_voice(voice, kind);
    for (const Setting& s : *choices) {
      speech::VoiceOptions options = voice_options(what.flags);
      options.weights = weights_flag(s.scheme);
      options.threads = s.threads;
      measure::Json about = {{"voice", name}, {"model_hash", neural ? hash : ""}};
      about.update(s.about(what.device));
      variants.push_back({neural ? fmt::format("{} {}", name, s.name()) : name, std::move(about),
                          [options, voice, language, device = what.device, kept = s.kv_cache] {
                            return open_on<SayContestant>(device, kept, options, voice, language);
                          }});
      if (!neural) break;  // it has none of these settings
    }
  }
  return variants;
}

}  // namespace

std::string Setting::name() const {
  const bool compact = kv_cache.value_or(device::Precision::f32) != device::Precision::f32;
  return fmt::format("{} {}t{}{}", scheme.empty() ? "stored" : scheme,
                     threads > 0 ? threads : default_threads(), compact ? " kv:" : "",
                     compact ? device::name_of(*kv_cache) : "");
}

Json Setting::about(const std::string& device) const {
  return {{"quant", scheme},
          {"device", device},
          {"threads", threads},
          {"kv_cache", kv_cache ? device::name_of(*kv_cache) : ""}};
}

Result<std::vector<Setting>> settings(std::vector<std::string> schemes,
                                      std::vector<std::string> threads,
                                      std::optional<device::Precision> kv_cache) {
  if (schemes.empty()) schemes.emplace_back();
  if (threads.empty()) threads.emplace_back("0");
  std::vector<Setting> all;
  for (const std::string& scheme : schemes) {
    if (!scheme.empty()) {
      const Result<quant::Scheme> known = quant::parse_scheme(scheme);
      if (!known) return known.error();
    }
    for (const std::string& text : threads) {
      const Result<int> count = thread_count(text);
      if (!count) return count.error();
      all.push_back({scheme, *count, kv_cache});
    }
  }
  return all;
}

int bench_translate_prompts(const BenchRun& bench, const TranslatePrompts& what, Session& session) {
  translate::TranslatorOptions common;
  const Result<Language> from = language_flag("--from", what.from);
  if (!from) return fail(from.error());
  const Result<Language> to = language_flag("--to", what.to);
  if (!to) return fail(to.error());
  common.from = *from;
  common.to = *to;
  common.search.beams = what.beam;
  const auto variants = translate_variants(what, common);
  if (!variants) return fail(variants.error());
  auto prompts = prompts_of(bench);
  if (!prompts) return fail(prompts.error());
  if (to->iso != "ja" && bench.prompts.empty()) {
    for (Prompt& p : *prompts) p.reference.clear();  // they are Japanese
  }
  return run_variants(bench, "translate", {{"language", to->iso}}, *prompts, *variants, session);
}

int bench_say_prompts(const BenchRun& bench, const SayPrompts& what, Session& session) {
  const Result<Language> language = language_flag("--to", what.to);
  if (!language) return fail(language.error());
  const auto variants = say_variants(what, *language);
  if (!variants) return fail(variants.error());
  auto prompts = prompts_of(bench);
  if (!prompts) return fail(prompts.error());
  std::erase_if(*prompts, [&](const Prompt& p) { return p.in(language->iso).empty(); });
  if (prompts->empty()) {
    return fail_usage(
        fmt::format("--prompts: none has a text in {}, expected some", language->iso));
  }
  return run_variants(bench, "say", {{"language", language->iso}}, *prompts, *variants, session);
}

}  // namespace sotto::bench
