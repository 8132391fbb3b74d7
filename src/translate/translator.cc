#include "translate/translator.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "checkpoint/model_folder.h"
#include "checkpoint/quantized_cache.h"
#include "models/nllb/model.h"
#include "models/nllb/network.h"
#include "models/nllb/step_bytes.h"
#include "models/output_rows.h"
#include "translate/generation_config.h"
#include "translate/marian_parts.h"
#include "translate/neural_translator.h"
#include "translate/shortlist_file.h"
#include "translate/speculative.h"

namespace sotto::translate {
namespace {

using models::nllb::Model;

// A few of the codes, for a message.
std::string list_of(const std::vector<std::string>& codes) {
  constexpr size_t kShown = 6;
  std::string text;
  for (size_t i = 0; i < std::min(kShown, codes.size()); ++i)
    text += fmt::format("{}{}", i ? ", " : "", codes[i]);
  return codes.size() > kShown ? fmt::format("{} and {} more", text, codes.size() - kShown) : text;
}

Result<void> check_languages(const TranslatorOptions& options, const text::Tokenizer& tokenizer,
                             const GenerationConfig& generation) {
  for (const text::Language* language : {&options.from, &options.to}) {
    if (tokenizer.language_id(language->flores)) continue;
    return Error{Errc::unsupported,
                 fmt::format("model {} does not know {}; it knows {}", options.model,
                             language->flores, list_of(tokenizer.languages()))};
  }
  const int to = *tokenizer.language_id(options.to.flores);
  if (!generation.forced_first || *generation.forced_first == to) return {};
  std::string only = "another language";
  for (const std::string& code : tokenizer.languages())
    if (tokenizer.language_id(code) == generation.forced_first) only = code;
  return Error{Errc::unsupported, fmt::format("model {} translates into {} only, not into {}",
                                              options.model, only, options.to.flores)};
}

using Session = std::unique_ptr<models::Seq2SeqSession>;

Result<void> check_counts(const TranslatorOptions& options, const SearchOptions& search) {
  const int beams = search.beams.value_or(1);
  if (options.n_best < 1 || options.n_best > beams) {
    return Error{Errc::bad_argument, fmt::format("{} best translations of {} beams were asked for, "
                                                 "expected 1 to {}",
                                                 options.n_best, beams, beams)};
  }
  if (!options.draft.empty() && beams > 1) {
    return Error{Errc::bad_argument,
                 fmt::format("a draft helps greedy search only, not {} beams", beams)};
  }
  return {};
}

Result<Session> open(const Model& model, const ChosenOutputs& chosen) {
  auto rows = output_rows(model, chosen);
  if (!rows) return rows.error();
  return model.open_session(*std::move(rows));
}

Result<Session> open_draft(const TranslatorOptions& options,
                           std::shared_ptr<const device::Backend> backend,
                           models::Seq2SeqSession& session, const std::vector<int>& ids) {
  if (options.draft.empty()) return Session();
  const Result<std::filesystem::path> path = checkpoint::find_model(options.draft);
  if (!path) return path.error();
  const Result<checkpoint::ModelFolder> folder = checkpoint::open_model_folder(*path);
  if (!folder) return folder.error();
  const auto model = Model::load(*folder, std::nullopt, std::move(backend));
  if (!model) return model.error();
  Result<Session> draft = open(**model, {ids});
  if (!draft) return draft;
  if (const Result<void> same = check_draft(session, **draft); !same) return same.error();
  return draft;
}

Result<NetworkParts> load_nllb(const checkpoint::ModelFolder& folder,
                               const TranslatorOptions& options, GenerationConfig generation) {
  Result<text::Tokenizer> tokenizer = text::Tokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  if (const Result<void> known = check_languages(options, *tokenizer, generation); !known)
    return known.error();
  const auto model = Model::load(folder, options.weights, options.threads);
  if (!model) return model.error();
  const models::nllb::Config& config = (*model)->config();
  if (tokenizer->size() > config.vocab_size) {
    return Error{Errc::bad_format,
                 fmt::format("{}: the tokenizer has {} ids, the network only {}",
                             folder.path.string(), tokenizer->size(), config.vocab_size)};
  }
  const auto ids = chosen_outputs(options, folder.path, *tokenizer);
  if (!ids) return ids.error();
  auto rows = output_rows(**model, *ids);
  if (!rows) return rows.error();
  auto session = (*model)->open_session(*rows);
  auto draft = open_draft(options, (*model)->shared_backend(), *session, ids->ids);
  if (!draft) return draft.error();
  const models::nllb::Network& network = (*model)->network();
  return NetworkParts{.session = std::move(session),
                      .codec = make_codec(*std::move(tokenizer), options.from, options.to),
                      .start_token = config.decoder_start,
                      .longest_source = config.max_positions,
                      .generation = std::move(generation),
                      .draft = *std::move(draft),
                      .draft_tokens = options.draft_tokens,
                      .step_bytes = models::nllb::step_bytes(
                          network, *rows != nullptr ? (*rows)->linear().w : network.shared.w, {})};
}

}  // namespace

Result<std::vector<Translation>> Translator::translate_batch(
    std::span<const text::Sentence> sentences, std::stop_token stop) {
  std::vector<Translation> translations;
  for (const text::Sentence& sentence : sentences) {
    Result<Translation> translation = translate(sentence, stop);
    if (!translation) return translation.error();
    translations.push_back(*std::move(translation));
  }
  return translations;
}

Result<std::vector<RawTranslation>> Translator::translate_raw(std::span<const std::string>,
                                                              std::stop_token) {
  return Error{Errc::unsupported, "this translator has no network to give raw lines to"};
}

Result<std::unique_ptr<Translator>> Translator::load(const TranslatorOptions& options) {
  if (const Result<void> checked = check(options.search); !checked) return checked.error();
  const Result<std::filesystem::path> path = checkpoint::find_model(options.model);
  if (!path) return path.error();
  Result<checkpoint::ModelFolder> folder = checkpoint::open_model_folder(*path);
  if (!folder) return folder.error();
  Result<GenerationConfig> generation =
      read_generation_config(folder->generation_config, folder->config, *path);
  if (!generation) return generation.error();
  if (options.weights && options.keep_weights)
    checkpoint::use_quantized_cache(*folder, *options.weights, options.threads);
  generation->search = merged(options.search, generation->search);
  if (!options.draft.empty() && !options.search.beams) generation->search.beams = 1;
  if (const Result<void> checked = check_counts(options, generation->search); !checked)
    return checked.error();
  const bool has_shortlist = options.shortlist && !options.shortlist->everything;
  if (is_marian(*folder) && (has_shortlist || !options.draft.empty())) {
    return Error{
        Errc::unsupported,
        fmt::format("{}: shortlists and drafts are for NLLB networks, this one is Marian's",
                    path->string())};
  }
  Result<NetworkParts> parts = is_marian(*folder)
                                   ? load_marian(*folder, options, *std::move(generation))
                                   : load_nllb(*folder, options, *std::move(generation));
  if (!parts) return parts.error();
  parts->n_best = options.n_best;
  return std::unique_ptr<Translator>(
      new NeuralTranslator(*std::move(parts), options.from, options.to));
}

}  // namespace sotto::translate
