// A Marian folder as a translator needs it.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "device_cpu/backend.h"
#include "models/kinds.h"
#include "models/seq2seq/model.h"
#include "translate/kinds.h"

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
std::vector<std::string> codes_of(const Language& language) {
  const std::string three = language.flores.substr(0, 3), script = language.flores.substr(3);
  std::vector<std::string> codes = {language.flores, three, language.iso};
  for (const Alias& alias : kAliases) {
    if (three != alias.flores) continue;
    codes.push_back(std::string(alias.opus) + script);
    codes.emplace_back(alias.opus);
  }
  return codes;
}

// The languages that the folder says it is for; none where it is silent, or names a group of them.
struct MarianSides {
  std::optional<Language> from, to;
};

Result<MarianSides> sides_of(const checkpoint::ModelFolder& folder) {
  const std::filesystem::path path = folder.path / "tokenizer_config.json";
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return MarianSides();
  const Result<nlohmann::json> config = read_json_object(path);
  if (!config) return config.error();
  MarianSides sides;
  for (const auto& [key, side] :
       {std::pair{"source_lang", &sides.from}, {"target_lang", &sides.to}}) {
    const Result<std::string> code = get_string_or(*config, path.string(), key, "");
    if (!code) return code.error();
    // opus-mt's own code for Japanese, the one that is in no standard.
    const Result<Language> own = find_language(*code == "jap" ? "ja" : *code);
    if (own) *side = *own;
  }
  return sides;
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
                                        const tokenize::MarianVocabulary& vocabulary) {
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
    const std::optional<Language>& own;
    const Language& wanted;
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

// Whether the network has the direction and the options ask for nothing that it lacks; the token
// of the target language, where it has such tokens.
Result<std::optional<int>> direction(const checkpoint::ModelFolder& folder,
                                     const TranslatorOptions& options,
                                     const tokenize::MarianVocabulary& vocabulary) {
  if ((options.shortlist && !options.shortlist->everything) || !options.draft.empty()) {
    return Error{
        Errc::unsupported,
        fmt::format("{}: shortlists and drafts are for NLLB networks, this one is Marian's",
                    folder.path.string())};
  }
  const Result<std::optional<int>> to = target_token(options, vocabulary);
  if (!to) return to;
  if (const Result<void> r = check_direction(folder, options, to->has_value()); !r)
    return r.error();
  return to;
}

Result<void> check_ids(const checkpoint::ModelFolder& folder, const models::seq2seq::Config& config,
                       const tokenize::MarianVocabulary& vocabulary) {
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

class MarianModel final : public NetworkModel {
 public:
  MarianModel(checkpoint::ModelFolder folder, std::shared_ptr<const models::seq2seq::Model> model,
              std::shared_ptr<const tokenize::MarianTokenizer> tokenizer,
              GenerationConfig generation)
      : NetworkModel(std::move(generation)),
        folder_(std::move(folder)),
        model_(std::move(model)),
        tokenizer_(std::move(tokenizer)) {
    folder_.weights.reset();  // the network keeps what it needs of them
  }

  size_t weight_bytes() const override { return model_->weight_bytes(); }

 private:
  Result<NetworkParts> parts(const TranslatorOptions& options,
                             GenerationConfig generation) const override {
    const auto to = direction(folder_, options, tokenizer_->vocabulary());
    if (!to) return to.error();
    const models::seq2seq::Config& config = model_->config();
    SearchOptions& search = generation.search;
    search.eos = config.eos;
    // Published folders say so, too; a pad is no text.
    if (std::ranges::find(search.forbidden, config.pad) == search.forbidden.end())
      search.forbidden.push_back(config.pad);
    return NetworkParts{model_->open_session(), make_codec(tokenizer_, *to), config.decoder_start,
                        config.max_positions, std::move(generation)};
  }

  checkpoint::ModelFolder folder_;
  std::shared_ptr<const models::seq2seq::Model> model_;
  std::shared_ptr<const tokenize::MarianTokenizer> tokenizer_;
};

}  // namespace

Result<std::shared_ptr<const SharedModel>> load_marian(const checkpoint::ModelFolder& folder,
                                                       const TranslatorOptions& options,
                                                       GenerationConfig generation) {
  Result<tokenize::MarianTokenizer> tokenizer = tokenize::MarianTokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  if (has_direction(options)) {
    const auto to = direction(folder, options, tokenizer->vocabulary());
    if (!to) return to.error();
  }
  const auto backend = device::cpu::backend_of(options.backend, options.threads);
  if (!backend) return backend.error();
  const auto model = models::load<models::seq2seq::Model>(
      models::kind_named("marian"), folder.path,
      {.weights = options.weights, .backend = *backend, .folder = &folder});
  if (!model) return model.error();
  const Result<void> fits = check_ids(folder, (*model)->config(), tokenizer->vocabulary());
  if (!fits) return fits.error();
  return std::shared_ptr<const SharedModel>(std::make_shared<MarianModel>(
      folder, *model, std::make_shared<const tokenize::MarianTokenizer>(*std::move(tokenizer)),
      std::move(generation)));
}

Result<Directions> directions_of_marian(const checkpoint::ModelFolder& folder) {
  const Result<tokenize::MarianTokenizer> tokenizer = tokenize::MarianTokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  const Result<MarianSides> sides = sides_of(folder);
  if (!sides) return sides.error();
  Directions directions;
  if (sides->from) directions.from = {*sides->from};
  directions.to = languages_of(tokenizer->vocabulary().codes());
  if (directions.to.empty() && sides->to) directions.to = {*sides->to};
  return directions;
}

}  // namespace sotto::translate
