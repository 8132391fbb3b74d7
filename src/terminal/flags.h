// Values of flags that more than one verb takes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/language.h"
#include "base/split_list.h"
#include "device/device.h"
#include "engine/registers.h"
#include "quant/scheme.h"
#include "sotto/error.h"
#include "text/verbatim.h"
#include "translate/translator.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sotto::terminal {

// The error names the flag.
Result<Language> language_flag(const std::string& flag, const std::string& code);

// A --quant flag: checked while flags are parsed, none where it is not given.
void add_quant_flag(CLI::App& app, std::string& name, const std::string& whose,
                    const std::string& flag = "--quant");
std::optional<quant::Scheme> weights_flag(const std::string& name);

// A --shortlist flag: LANG, LANG:FILE or none; no choice where it is not given.
void add_shortlist_flag(CLI::App& app, std::string& choice);
Result<std::optional<translate::ShortlistChoice>> shortlist_flag(const std::string& choice);

// --device and --kv-cache, and what they open. The error names the devices that there are.
void add_device_flag(CLI::App& app, std::string& device);
void add_kv_cache_flag(CLI::App& app, std::optional<device::Precision>& kv_cache);
Result<std::shared_ptr<const device::Backend>> device_flag(
    const std::string& device, int threads, std::optional<device::Precision> kv_cache = {});

// --keep-up and --no-keep-up; none where neither is given. `otherwise`: when speech does so then.
void add_keep_up_flag(CLI::App& app, std::optional<bool>& keep_up, const std::string& otherwise);

// --no-cache.
void add_cache_flag(CLI::App& app, bool& no_cache);
// With the user's cache of phrases around it, unless there is to be none or the file is not usable,
// which is warned of.
Result<std::unique_ptr<translate::Translator>> load_translator(
    const translate::TranslatorOptions& options, bool no_cache);

// --read: code, symbols, tables, math, checked while flags are parsed. The error: the language that is
// heard has no names for symbols.
void add_read_flag(CLI::App& app, std::string& list, const std::string& help);
Result<text::Verbatim> read_flag(const std::string& list, const Language& heard);

// Not only in the environment, where it is for every verb.
bool is_on_command_line(const CLI::Option& option);

// --register, checked while flags are parsed; none where it is not given. `help`: whose default.
void add_register_flag(CLI::App& app, std::string& name, const std::string& help);
engine::WantedRegister register_flag(const std::string& name);

// --latency.
void add_latency_flag(CLI::App& app, double& milliseconds);

// --context; none where it is not given. `otherwise`: what holds then, for its help.
void add_context_flag(CLI::App& app, std::optional<int>& sentences, const std::string& otherwise);

// --draft and --draft-tokens.
void add_draft_flags(CLI::App& app, std::string& draft, int& tokens);

}  // namespace sotto::terminal
