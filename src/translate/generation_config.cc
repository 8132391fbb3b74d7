#include "translate/generation_config.h"

#include <cstdint>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/json_fields.h"

namespace sotto::translate {
namespace {

using nlohmann::json;

// Reads numbers into optionals and keeps the first error.
class RulesReader {
 public:
  RulesReader(const json& generation, const json& config, const std::filesystem::path& folder)
      : generation_(generation), config_(config), folder_(folder) {}

  void integer(const char* key, int min, int max, std::optional<int>& to) {
    const auto [json, file] = where(key);
    if (json == nullptr || failed_) return;
    take(get_int(*json, file, key, min, max), to);
  }

  template <class T>
  void number(const char* key, double min, double max, std::optional<T>& to) {
    const auto [json, file] = where(key);
    if (json == nullptr || failed_) return;
    take(get_number(*json, file, key, min, max), to);
  }

  void early_stopping(std::optional<EarlyStopping>& to) {
    const auto [json, file] = where("early_stopping");
    if (json == nullptr || failed_) return;
    const auto& value = json->at("early_stopping");
    if (value.is_boolean()) {
      to = value.get<bool>() ? EarlyStopping::yes : EarlyStopping::no;
    } else if (value == "never") {
      to = EarlyStopping::never;
    } else {
      failed_ = Error{Errc::bad_format,
                      fmt::format("{}: early_stopping is not true, false or \"never\"", file)};
    }
  }

  // Lists of ids, each of one token: [[58100]].
  void single_tokens(const char* key, std::vector<int>& to) {
    const auto [json, file] = where(key);
    if (json == nullptr || failed_) return;
    const auto& list = json->at(key);
    for (const auto& item : list) {
      const bool single = list.is_array() && item.is_array() && item.size() == 1;
      if (!single || !item[0].is_number_integer() || item[0] < 0 || item[0] > INT32_MAX) {
        failed_ =
            Error{Errc::unsupported,
                  fmt::format("{}: {} is not a list of single tokens such as [[5]]", file, key)};
        return;
      }
      to.push_back(item[0].get<int>());
    }
  }

  void boolean(const char* key, std::optional<bool>& to) {
    const auto [json, file] = where(key);
    if (json == nullptr || failed_) return;
    take(get_bool(*json, file, key), to);
  }

  // Keys that only sotto knows stand in an object of their own.
  void own_number(const char* key, double min, double max, std::optional<double>& to) {
    if (const json* own = own_object(key))
      take(get_number(*own, generation_file(), key, min, max), to);
  }

  void own_boolean(const char* key, std::optional<bool>& to) {
    if (const json* own = own_object(key)) take(get_bool(*own, generation_file(), key), to);
  }

  const std::optional<Error>& failed() const { return failed_; }

 private:
  struct Place {
    const json* object;
    std::string file;
  };

  // That object, where it has the key.
  const json* own_object(const char* key) const {
    const auto found = generation_.find("sotto");
    if (found == generation_.end() || !found->is_object() || failed_) return nullptr;
    return found->contains(key) && !found->at(key).is_null() ? &*found : nullptr;
  }

  std::string generation_file() const { return (folder_ / "generation_config.json").string(); }

  Place where(const char* key) const {
    const auto has = [key](const json& object) {
      const auto found = object.find(key);
      return found != object.end() && !found->is_null();
    };
    if (generation_.is_object() && has(generation_)) return {&generation_, generation_file()};
    if (config_.is_object() && has(config_)) return {&config_, (folder_ / "config.json").string()};
    return {nullptr, ""};
  }

  template <class From, class To>
  void take(const Result<From>& read, std::optional<To>& to) {
    if (read) {
      to = static_cast<To>(*read);
    } else {
      failed_ = read.error();
    }
  }

  const json& generation_;
  const json& config_;
  const std::filesystem::path& folder_;
  std::optional<Error> failed_;
};

}  // namespace

Result<GenerationConfig> read_generation_config(const json& generation, const json& config,
                                                const std::filesystem::path& folder) {
  constexpr int kMostTokens = 16384;
  RulesReader reader(generation, config, folder);
  GenerationConfig out;
  SearchOptions& search = out.search;
  reader.integer("num_beams", 1, 64, search.beams);
  reader.number("length_penalty", -100, 100, search.length_penalty);
  reader.early_stopping(search.early_stopping);
  reader.integer("no_repeat_ngram_size", 0, kMostTokens, search.no_repeat_ngram);
  reader.number("repetition_penalty", 0.01, 100, search.repetition_penalty);
  // The lengths that count the start token are those of old configurations.
  std::optional<int> min_length, max_length;
  reader.integer("min_length", 0, kMostTokens, min_length);
  reader.integer("max_length", 2, kMostTokens, max_length);
  if (min_length && *min_length > 0) search.min_new_tokens = *min_length - 1;
  if (max_length) search.max_new_tokens = *max_length - 1;
  reader.integer("min_new_tokens", 0, kMostTokens, search.min_new_tokens);
  reader.integer("max_new_tokens", 1, kMostTokens, search.max_new_tokens);
  reader.integer("forced_bos_token_id", 0, INT32_MAX, out.forced_first);
  reader.integer("forced_eos_token_id", 0, INT32_MAX, search.forced_eos);
  reader.single_tokens("bad_words_ids", search.forbidden);
  reader.boolean("renormalize_logits", search.renormalize);
  reader.own_number("min_mean_logprob", -1e9, 0, out.min_mean_logprob);
  reader.own_number("consensus_temperature", 1e-3, 1e9, out.consensus_temperature);
  std::optional<double> lexicon_weight, lexicon_confidence;
  reader.own_number("lexicon_weight", 0, 1e3, lexicon_weight);
  out.lexicon_weight = lexicon_weight.value_or(0);
  reader.own_number("min_confidence", -1e9, 0, out.min_confidence);
  reader.own_number("lexicon_confidence", 0, 1e3, lexicon_confidence);
  out.lexicon_confidence = lexicon_confidence.value_or(0);
  std::optional<bool> independent_clauses;
  reader.own_boolean("independent_clauses", independent_clauses);
  out.independent_clauses = independent_clauses.value_or(false);
  std::optional<double> memory_examples;
  reader.own_number("memory_examples", 0, 4, memory_examples);
  out.memory_examples = memory_examples.value_or(0);
  if (reader.failed()) return *reader.failed();
  return out;
}

SearchOptions merged(const SearchOptions& chosen, const SearchOptions& defaults) {
  const auto pick = [](const auto& a, const auto& b) { return a ? a : b; };
  return {.beams = pick(chosen.beams, defaults.beams),
          .length_penalty = pick(chosen.length_penalty, defaults.length_penalty),
          .early_stopping = pick(chosen.early_stopping, defaults.early_stopping),
          .no_repeat_ngram = pick(chosen.no_repeat_ngram, defaults.no_repeat_ngram),
          .repetition_penalty = pick(chosen.repetition_penalty, defaults.repetition_penalty),
          .min_new_tokens = pick(chosen.min_new_tokens, defaults.min_new_tokens),
          .max_new_tokens = pick(chosen.max_new_tokens, defaults.max_new_tokens),
          .eos = pick(chosen.eos, defaults.eos),
          .forbidden = chosen.forbidden.empty() ? defaults.forbidden : chosen.forbidden,
          .forced_eos = pick(chosen.forced_eos, defaults.forced_eos),
          .renormalize = pick(chosen.renormalize, defaults.renormalize)};
}

}  // namespace sotto::translate
