#include "translate/translator.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "checkpoint/model_folder.h"
#include "models/nllb/model.h"
#include "translate/generation_config.h"
#include "translate/marian_parts.h"
#include "translate/neural_translator.h"

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
  return NetworkParts{(*model)->open_session(),
                      make_codec(*std::move(tokenizer), options.from, options.to),
                      config.decoder_start, config.max_positions, std::move(generation)};
}

}  // namespace

Result<std::vector<RawTranslation>> Translator::translate_raw(std::span<const std::string>,
                                                              std::stop_token) {
  return Error{Errc::unsupported, "this translator has no network to give raw lines to"};
}

Result<std::unique_ptr<Translator>> Translator::load(const TranslatorOptions& options) {
  if (const Result<void> checked = check(options.search); !checked) return checked.error();
  const Result<std::filesystem::path> path = checkpoint::find_model(options.model);
  if (!path) return path.error();
  const Result<checkpoint::ModelFolder> folder = checkpoint::open_model_folder(*path);
  if (!folder) return folder.error();
  Result<GenerationConfig> generation =
      read_generation_config(folder->generation_config, folder->config, *path);
  if (!generation) return generation.error();
  generation->search = merged(options.search, generation->search);
  Result<NetworkParts> parts = is_marian(*folder)
                                   ? load_marian(*folder, options, *std::move(generation))
                                   : load_nllb(*folder, options, *std::move(generation));
  if (!parts) return parts.error();
  return std::unique_ptr<Translator>(
      new NeuralTranslator(*std::move(parts), options.from, options.to));
}

}  // namespace sotto::translate
