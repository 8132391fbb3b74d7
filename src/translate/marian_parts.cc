#include "translate/marian_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "checkpoint/config.h"
#include "models/marian/model.h"

namespace sotto::translate {
namespace {

// Individual languages of FLORES by the codes that opus-mt has for them (ISO 639-3 macrolanguages,
// or the other way round).
struct Alias {
  std::string_view flores, opus;
};
constexpr Alias kAliases[] = {{"zho", "cmn"}, {"arb", "ara"}, {"pes", "fas"}, {"zsm", "msa"},
                              {"swh", "swa"}, {"lvs", "lav"}, {"ekk", "est"}, {"npi", "nep"}};

// The names that a language's token may have, the likeliest first.
std::vector<std::string> codes_of(const text::Language& language) {
  const std::string three = language.flores.substr(0, 3), script = language.flores.substr(3);
  std::vector<std::string> codes = {language.flores, three, language.iso};
  for (const Alias& alias : kAliases) {
    if (three != alias.flores) continue;
    codes.push_back(std::string(alias.opus) + script);
    codes.emplace_back(alias.opus);
  }
  return codes;
}

std::string some_of(const std::vector<std::string>& codes) {
  constexpr size_t kShown = 8;
  std::string text;
  for (size_t i = 0; i < std::min(kShown, codes.size()); ++i)
    text += fmt::format("{}{}", i ? ", " : "", codes[i]);
  return codes.size() > kShown ? fmt::format("{} and {} more", text, codes.size() - kShown) : text;
}

// The token of the target language; none where the network has no such tokens.
Result<std::optional<int>> target_token(const TranslatorOptions& options,
                                        const text::MarianVocabulary& vocabulary) {
  const std::vector<std::string> known = vocabulary.codes();
  if (known.empty()) return std::optional<int>();
  for (const std::string& code : codes_of(options.to)) {
    if (const auto id = vocabulary.find(fmt::format(">>{}<<", code))) return id;
  }
  return Error{Errc::unsupported, fmt::format("model {} does not know {}; it knows {}",
                                              options.model, options.to.flores, some_of(known))};
}

Result<void> check_direction(const checkpoint::ModelFolder& folder,
                             const TranslatorOptions& options, bool has_codes) {
  const Result<MarianSides> sides = sides_of(folder);
  if (!sides) return sides.error();
  const struct {
    const std::optional<text::Language>& own;
    const text::Language& wanted;
    const char* verb;
    bool asked;
  } checks[] = {{sides->from, options.from, "from", true},
                {sides->to, options.to, "into", !has_codes}};
  for (const auto& side : checks) {
    if (!side.asked || !side.own || *side.own == side.wanted) continue;
    return Error{Errc::unsupported,
                 fmt::format("model {} translates {} {} only, not {} {}", options.model, side.verb,
                             side.own->flores, side.verb, side.wanted.flores)};
  }
  return {};
}

Result<void> check_ids(const checkpoint::ModelFolder& folder, const models::marian::Config& config,
                       const text::MarianVocabulary& vocabulary) {
  const std::string path = folder.path.string();
  if (vocabulary.size() > config.vocab_size) {
    return Error{Errc::bad_format, fmt::format("{}: vocab.json has ids up to {}, the network only "
                                               "{} rows",
                                               path, vocabulary.size() - 1, config.vocab_size)};
  }
  if (vocabulary.eos() == config.eos && vocabulary.pad() == config.pad) return {};
  return Error{Errc::bad_format,
               fmt::format("{}: </s> and <pad> are {} and {} in vocab.json, but {} and {} in "
                           "config.json",
                           path, vocabulary.eos(), vocabulary.pad(), config.eos, config.pad)};
}

}  // namespace

bool is_marian(const checkpoint::ModelFolder& folder) {
  const auto type = folder.config.find("model_type");
  return type != folder.config.end() && *type == "marian";
}

Result<MarianSides> sides_of(const checkpoint::ModelFolder& folder) {
  const std::filesystem::path path = folder.path / "tokenizer_config.json";
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return MarianSides();
  const Result<nlohmann::json> config = checkpoint::read_json_object(path);
  if (!config) return config.error();
  MarianSides sides;
  for (const auto& [key, side] :
       {std::pair{"source_lang", &sides.from}, {"target_lang", &sides.to}}) {
    const Result<std::string> code = checkpoint::get_string_or(*config, path.string(), key, "");
    if (!code) return code.error();
    // opus-mt's own code for Japanese, the one that is in no standard.
    const Result<text::Language> own = text::find_language(*code == "jap" ? "ja" : *code);
    if (own) *side = *own;
  }
  return sides;
}

Result<NetworkParts> load_marian(const checkpoint::ModelFolder& folder,
                                 const TranslatorOptions& options, GenerationConfig generation) {
  Result<text::MarianTokenizer> tokenizer = text::MarianTokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  const Result<std::optional<int>> to = target_token(options, tokenizer->vocabulary());
  if (!to) return to.error();
  if (const Result<void> r = check_direction(folder, options, to->has_value()); !r)
    return r.error();
  const auto model = models::marian::Model::load(folder, options.weights, options.threads);
  if (!model) return model.error();
  const models::marian::Config& config = (*model)->config();
  if (const Result<void> r = check_ids(folder, config, tokenizer->vocabulary()); !r)
    return r.error();
  SearchOptions& search = generation.search;
  search.eos = config.eos;
  search.pad = config.pad;
  // Published folders say so, too; a pad is no text.
  if (std::ranges::find(search.forbidden, config.pad) == search.forbidden.end())
    search.forbidden.push_back(config.pad);
  return NetworkParts{(*model)->open_session(), make_codec(*std::move(tokenizer), *to),
                      config.decoder_start, config.max_positions, std::move(generation)};
}

}  // namespace sotto::translate
