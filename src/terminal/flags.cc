#include "terminal/flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "devices/open.h"
#include "terminal/static_scheme.h"
#include "translate/cache/phrase_cache.h"

namespace sotto::terminal {

Result<Language> language_flag(const std::string& flag, const std::string& code) {
  if (code.empty()) {
    return Error{Errc::bad_argument,
                 fmt::format("{} is missing, expected a language such as ja or jpn_Jpan", flag)};
  }
  const Result<Language> language = find_language(code);
  if (language) return language;
  return Error{Errc::bad_argument, fmt::format("{}: {}", flag, language.error().message)};
}

void add_quant_flag(CLI::App& app, std::string& name, const std::string& whose,
                    const std::string& flag) {
  const auto check = [](const std::string& text) {
    if (static_scheme(text)) {
      return fmt::format(
          "{} has to be measured, which takes a while: make a folder of it with "
          "`sotto quantize --scheme {}`",
          text, text);
    }
    const Result<quant::Scheme> scheme = quant::parse_scheme(text);
    return scheme ? std::string() : scheme.error().message;
  };
  app.add_option(flag, name,
                 whose + ": f32, f16, bf16, q8, q6, q4, q4:32, int8 (default: as stored)")
      ->type_name("SCHEME")
      ->check(CLI::Validator(check, ""));
}

std::optional<quant::Scheme> weights_flag(const std::string& name) {
  const Result<quant::Scheme> scheme = quant::parse_scheme(name);
  return scheme ? std::optional(*scheme) : std::nullopt;
}

void add_kv_cache_flag(CLI::App& app, std::optional<device::Precision>& kv_cache) {
  const auto set = [&kv_cache](const std::string& given) {
    for (const auto& [name, precision] : device::kPrecisions)
      if (name == given) kv_cache = precision;
  };
  app.add_option_function<std::string>(
         "--kv-cache", set,
         "How a network keeps the keys and values of its past: f32, f16 (half the memory) or int8 "
         "(a quarter; approximate) (default: f32; with quantized weights f16 of Chatterbox, XTTS, "
         "Pocket TTS and language models)")
      ->check(CLI::IsMember({"f32", "f16", "int8"}).description(""))
      ->type_name("PRECISION");
}

void add_device_flag(CLI::App& app, std::string& device) {
  app.add_option("--device", device,
                 fmt::format("What computes networks: {} or {}, the faster one of this machine",
                             fmt::join(device::names(), ", "), device::kFaster))
      ->capture_default_str();
}

Result<std::shared_ptr<const device::Backend>> device_flag(
    const std::string& device, int threads, std::optional<device::Precision> kv_cache) {
  const auto backend = device::open(device, threads);
  if (backend) return kv_cache ? (*backend)->with_kv_cache(*kv_cache) : *backend;
  return Error{backend.error().code, "--device " + backend.error().message};
}

void add_shortlist_flag(CLI::App& app, std::string& choice) {
  app.add_option(
         "--shortlist", choice,
         "Choose from the tokens of this language only, and of those of more than one "
         "letter from what FILE has: `piece TAB count` lines or a text (faster; approximate). "
         "none: from all tokens, where the model has a list of its own")
      ->type_name("LANG[:FILE]");
}

Result<std::optional<translate::ShortlistChoice>> shortlist_flag(const std::string& choice) {
  using Choice = std::optional<translate::ShortlistChoice>;
  if (choice.empty()) return Choice();
  if (choice == "none") {
    translate::ShortlistChoice all;
    all.everything = true;
    return Choice(std::move(all));
  }
  const size_t colon = choice.find(':');
  const Result<Language> language = language_flag("--shortlist", choice.substr(0, colon));
  if (!language) return language.error();
  translate::ShortlistChoice found{.language = *language};
  if (colon != std::string::npos) found.frequencies = choice.substr(colon + 1);
  return Choice(std::move(found));
}

void add_keep_up_flag(CLI::App& app, std::optional<bool>& keep_up, const std::string& otherwise) {
  app.add_flag("--keep-up,!--no-keep-up", keep_up,
               "Speech that lies more than 8 s behind its text is up to 1.4 times as fast, with "
               "shorter pauses, and passes over announcements (\"Let me look at ...\"); default: " +
                   otherwise);
}

void add_cache_flag(CLI::App& app, bool& no_cache) {
  app.add_flag("--no-cache", no_cache,
               "Translate everything anew, and keep nothing in the cache of phrases");
}

Result<std::unique_ptr<translate::Translator>> load_translator(
    const translate::TranslatorOptions& options, bool no_cache) {
  return no_cache ? translate::Translator::load(options) : translate::load_with_cache(options);
}

bool is_on_command_line(const CLI::Option& option) {
  if (option.count() == 0) return false;
  const char* variable = std::getenv(option.get_envname().c_str());
  return variable == nullptr || option.results().back() != variable;
}

void add_register_flag(CLI::App& app, std::string& name, const std::string& help) {
  app.add_option(
         "--register", name,
         "How what is translated to Japanese ends its sentences: polite (です, ます), plain, "
         "or asis, as the translator has it" +
             help)
      ->check(CLI::IsMember({"polite", "plain", "asis"}));
}

engine::WantedRegister register_flag(const std::string& name) {
  return japanese::find_register(name);
}

void add_read_flag(CLI::App& app, std::string& list, const std::string& help) {
  app.add_option(
         "--read", list,
         "Of what is left out otherwise: code (blocks, a line after the other), symbols (by "
         "their names, in English and Japanese), tables (a row after the other), math (formulas in "
         "words, in English and Japanese), or several: code,tables" +
             help)
      ->check(CLI::Validator(
          [](const std::string& given) {
            const auto read = text::parse_verbatim(given);
            return read ? std::string() : read.error().message;
          },
          ""));
}

Result<text::Verbatim> read_flag(const std::string& list, const Language& heard) {
  const Result<text::Verbatim> read = text::parse_verbatim(list);
  if (!read) return read.error();
  if (const auto checked = text::check_verbatim(*read, heard); !checked)
    return Error{Errc::bad_argument, fmt::format("--read: {}", checked.error().message)};
  return read;
}

void add_latency_flag(CLI::App& app, double& milliseconds) {
  app.add_option("--latency", milliseconds,
                 "Milliseconds that a translator which auto chooses may take for a sentence, where "
                 "it was seen on this machine (sotto bench translators)")
      ->check(CLI::Range(1.0, 60000.0))
      ->type_name("MS")
      ->capture_default_str();
}

void add_context_flag(CLI::App& app, std::optional<int>& sentences, const std::string& otherwise) {
  app.add_option(
         "--context", sentences,
         "Sentences before, and what they became, that a language model or a server of chat "
         "or DeepL is shown; other translators read one at a time (default: " +
             otherwise + ")")
      ->check(CLI::Range(0, 16));
}

void add_draft_flags(CLI::App& app, std::string& draft, int& tokens) {
  app.add_option("--draft", draft,
                 "A smaller model with the same tokens that proposes what is checked in one pass; "
                 "the result is that of greedy search (--beam 1 is the default then)")
      ->type_name("MODEL");
  app.add_option(
         "--draft-tokens", tokens,
         "Tokens that are proposed at a time, at most: by it, or, for a language model, by looking "
         "up what the text has already; 0: none")
      ->check(CLI::Range(0, 64))
      ->capture_default_str();
}

}  // namespace sotto::terminal
