// An NLLB folder as a translator needs it.
#include <fmt/format.h>

#include "checkpoint/model_folder.h"
#include "device_cpu/backend.h"
#include "models/kinds.h"
#include "models/output_rows.h"
#include "models/seq2seq/model.h"
#include "models/seq2seq/network.h"
#include "models/seq2seq/step_bytes.h"
#include "translate/kinds.h"
#include "translate/search/speculation.h"
#include "translate/shortlist_file.h"

namespace sotto::translate {
namespace {

namespace seq2seq = models::seq2seq;

using Session = std::unique_ptr<models::Seq2SeqSession>;

// A few of the codes, for a message.
std::string list_of(const std::vector<std::string>& codes) {
  constexpr size_t kShown = 6;
  std::string text;
  for (size_t i = 0; i < std::min(kShown, codes.size()); ++i)
    text += fmt::format("{}{}", i ? ", " : "", codes[i]);
  return codes.size() > kShown ? fmt::format("{} and {} more", text, codes.size() - kShown) : text;
}

Result<void> check_languages(const TranslatorOptions& options, const tokenize::Tokenizer& tokenizer,
                             const GenerationConfig& generation) {
  for (const Language* language : {&options.from, &options.to}) {
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

Result<std::unique_ptr<Speculation>> open_draft(const TranslatorOptions& options,
                                                std::shared_ptr<const device::Backend> backend,
                                                models::Seq2SeqSession& session,
                                                const std::vector<int>& ids) {
  if (options.draft.empty() || options.draft_tokens < 1) return std::unique_ptr<Speculation>();
  const Result<std::filesystem::path> path = models::find_model(options.draft);
  if (!path) return path.error();
  const auto model = models::load<seq2seq::Model>(*path, {{}, std::move(backend)});
  if (!model) return model.error();
  auto rows = output_rows(**model, {ids});
  if (!rows) return rows.error();
  Session draft = (*model)->open_session(*std::move(rows));
  if (const Result<void> same = check_draft(session, *draft); !same) return same.error();
  return std::make_unique<Speculation>(
      Speculation::Options{.most = options.draft_tokens, .looks_up = false}, std::move(draft));
}

class NllbModel final : public NetworkModel {
 public:
  NllbModel(std::filesystem::path folder, std::shared_ptr<const seq2seq::Model> model,
            std::shared_ptr<const tokenize::Tokenizer> tokenizer,
            std::shared_ptr<const Lexicon> lexicon, std::shared_ptr<const TranslationMemory> memory,
            GenerationConfig generation)
      : NetworkModel(std::move(generation)),
        folder_(std::move(folder)),
        model_(std::move(model)),
        tokenizer_(std::move(tokenizer)),
        lexicon_(std::move(lexicon)),
        memory_(std::move(memory)) {}

  size_t weight_bytes() const override { return model_->weight_bytes(); }

 private:
  Result<NetworkParts> parts(const TranslatorOptions& options,
                             GenerationConfig generation) const override {
    if (const Result<void> known = check_languages(options, *tokenizer_, generation); !known)
      return known.error();
    const auto ids = chosen_outputs(options, folder_, *tokenizer_);
    if (!ids) return ids.error();
    auto rows = output_rows(*model_, *ids);
    if (!rows) return rows.error();
    auto session = model_->open_session(*rows);
    auto draft = open_draft(options, model_->shared_backend(), *session, ids->ids);
    if (!draft) return draft.error();
    const models::seq2seq::Network& network = model_->network();
    const device::Weight& output = *rows != nullptr ? (*rows)->linear().w : network.shared.w;
    return NetworkParts{.session = std::move(session),
                        .codec = make_codec(tokenizer_, options.from, options.to),
                        .start_token = model_->config().decoder_start,
                        .longest_source = model_->config().max_positions,
                        .generation = std::move(generation),
                        .speculation = *std::move(draft),
                        .lexicon = lexicon_,
                        .memory = memory_for(options),
                        .step_bytes = models::seq2seq::step_bytes(network, output, {})};
  }

  // None for other languages than those of the memory. They are known.
  std::shared_ptr<const TranslationMemory> memory_for(const TranslatorOptions& options) const {
    const int from = *tokenizer_->language_id(options.from.flores);
    const int to = *tokenizer_->language_id(options.to.flores);
    return memory_ != nullptr && memory_->translates(from, to) ? memory_ : nullptr;
  }

  std::filesystem::path folder_;
  std::shared_ptr<const seq2seq::Model> model_;
  std::shared_ptr<const tokenize::Tokenizer> tokenizer_;
  std::shared_ptr<const Lexicon> lexicon_;           // or null
  std::shared_ptr<const TranslationMemory> memory_;  // or null
};

// The lexicon of a model that asks for one.
Result<std::shared_ptr<const Lexicon>> lexicon_of(const std::filesystem::path& folder,
                                                  const GenerationConfig& generation,
                                                  int vocab_size) {
  if (generation.lexicon_weight == 0 && generation.lexicon_confidence == 0)
    return std::shared_ptr<const Lexicon>();
  return Lexicon::load(folder / "lexicon.safetensors", vocab_size);
}

Result<std::shared_ptr<const TranslationMemory>> memory_of(const std::filesystem::path& folder,
                                                           const GenerationConfig& generation,
                                                           int vocab_size) {
  if (generation.memory_examples == 0) return std::shared_ptr<const TranslationMemory>();
  return TranslationMemory::load(folder / "memory.safetensors", vocab_size);
}

}  // namespace

Result<std::shared_ptr<const SharedModel>> load_nllb(const checkpoint::ModelFolder& folder,
                                                     const TranslatorOptions& options,
                                                     GenerationConfig generation) {
  Result<tokenize::Tokenizer> tokenizer = tokenize::Tokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  if (has_direction(options)) {
    const Result<void> known = check_languages(options, *tokenizer, generation);
    if (!known) return known.error();
  }
  const auto backend = device::cpu::backend_of(options.backend, options.threads);
  if (!backend) return backend.error();
  const auto model = models::load<seq2seq::Model>(
      models::kind_named("nllb"), folder.path,
      {.weights = options.weights, .backend = *backend, .folder = &folder});
  if (!model) return model.error();
  if (tokenizer->size() > (*model)->config().vocab_size) {
    return Error{Errc::bad_format, fmt::format("{}: the tokenizer has {} ids, the network only {}",
                                               folder.path.string(), tokenizer->size(),
                                               (*model)->config().vocab_size)};
  }
  auto lexicon = lexicon_of(folder.path, generation, (*model)->config().vocab_size);
  if (!lexicon) return lexicon.error();
  auto memory = memory_of(folder.path, generation, (*model)->config().vocab_size);
  if (!memory) return memory.error();
  return std::shared_ptr<const SharedModel>(std::make_shared<NllbModel>(
      folder.path, *model, std::make_shared<const tokenize::Tokenizer>(*std::move(tokenizer)),
      *std::move(lexicon), *std::move(memory), std::move(generation)));
}

Result<Directions> directions_of_nllb(const checkpoint::ModelFolder& folder) {
  const Result<tokenize::Tokenizer> tokenizer = tokenize::Tokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  const Result<GenerationConfig> generation =
      read_generation_config(folder.generation_config, folder.config, folder.path);
  if (!generation) return generation.error();
  Directions directions;
  directions.from = languages_of(tokenizer->languages());
  directions.to = directions.from;
  if (!generation->forced_first) return directions;
  std::erase_if(directions.to, [&](const Language& language) {
    return tokenizer->language_id(language.flores) != generation->forced_first;
  });
  std::erase_if(directions.from, [&](const Language& language) {
    return tokenizer->language_id(language.flores) == generation->forced_first;
  });
  return directions;
}

}  // namespace sotto::translate
