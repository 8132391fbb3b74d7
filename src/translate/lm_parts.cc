// A language model as a translator needs it: its prompt is the source, its answer the translation.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "device_cpu/backend.h"
#include "models/causal_lm/model.h"
#include "models/kinds.h"
#include "tokenize/chat_tokenizer.h"
#include "translate/answers.h"
#include "translate/kinds.h"
#include "translate/prompts.h"
#include "translate/search/speculation.h"

namespace sotto::translate {
namespace {

namespace causal_lm = models::causal_lm;

// Tokens of texts before that are shown: what a prompt takes longer by.
constexpr int kMostContext = 512;

using ChatTokenizerPtr = std::shared_ptr<const tokenize::ChatTokenizer>;

// The last token of a prompt is the search's first: it is the same for all texts.
class ChatCodec final : public Codec {
 public:
  ChatCodec(ChatTokenizerPtr tokenizer, Prompt prompt, std::vector<int> ends, Language to,
            int most_context)
      : tokenizer_(std::move(tokenizer)),
        prompt_(std::move(prompt)),
        ends_(std::move(ends)),
        to_(std::move(to)),
        most_context_(static_cast<size_t>(std::clamp(most_context, 0, kMostContext))) {}

  int eos() const override { return ends_.front(); }
  bool is_end(int id) const override { return std::ranges::find(ends_, id) != ends_.end(); }
  int forced_first() const override { return kNoForcedFirst; }
  std::vector<int> encode(std::string_view text) const override { return encode_behind({}, text); }
  std::vector<int> encode_behind(std::span<const PromptTurn> before,
                                 std::string_view text) const override {
    const size_t alone = before.empty() ? 0 : prompt_.ids(text).size();
    std::vector<int> ids = prompt_.ids(text, before);
    for (; !before.empty() && ids.size() > alone + most_context_; ids = prompt_.ids(text, before))
      before = before.subspan(1);
    ids.pop_back();
    return ids;
  }
  std::vector<int> encode_raw(std::string_view line) const override { return encode(line); }
  std::span<const int> words(std::span<const int> source) const override {
    return source.subspan(prompt_.prefix().size(), source.size() - frame_size());
  }
  size_t frame_size() const override {
    return prompt_.prefix().size() + prompt_.suffix().size() - 1;
  }
  std::string decode(std::span<const int> ids) const override {
    return line_of_answer(tokenizer_->decode(ids));
  }
  std::optional<std::string_view> fault(std::string_view source,
                                        std::string_view answer) const override {
    return fault_of_answer(source, answer, to_);
  }
  // It keeps names as they are; none of its tokens means one.
  std::optional<int> piece_id(std::string_view) const override { return std::nullopt; }

 private:
  ChatTokenizerPtr tokenizer_;
  Prompt prompt_;
  std::vector<int> ends_;
  Language to_;
  size_t most_context_;
};

Result<Prompt> prompt_of(const checkpoint::ModelFolder& folder, const TranslatorOptions& options,
                         const ChatTokenizerPtr& tokenizer) {
  if (options.shortlist && !options.shortlist->everything)
    return Error{Errc::unsupported,
                 fmt::format("{}: shortlists are for NLLB networks, this one is a language model",
                             folder.path.string())};
  return Prompt::find(tokenizer, folder.path.string(), options.from, options.to);
}

// The ends of the model and of its template, and a new line: one goes in, one comes out.
std::vector<int> ends_of(const causal_lm::Config& config, const Prompt& prompt,
                         const tokenize::ChatTokenizer& tokenizer) {
  std::vector<int> ends = {prompt.end_of_answer()};
  ends.insert(ends.end(), config.eos.begin(), config.eos.end());
  for (int id = 0; id < tokenizer.size(); ++id) {
    const std::string_view bytes = tokenizer.bytes_of(id);
    if (bytes.starts_with('\n') || bytes.starts_with('\r')) ends.push_back(id);
  }
  std::erase_if(ends, [&](int id) { return id < 0 || id >= config.vocab_size; });
  return ends;
}

// Tokens that are no text: special ones, and rows behind the last token.
std::vector<int> no_text(const causal_lm::Config& config, const std::vector<int>& ends,
                         const tokenize::ChatTokenizer& tokenizer) {
  std::vector<int> ids;
  for (int id = 0; id < config.vocab_size; ++id)
    if (tokenizer.bytes_of(id).empty() && std::ranges::find(ends, id) == ends.end())
      ids.push_back(id);
  return ids;
}

// Whether each id means the same in both; the error says where they differ.
Result<void> check_same_tokens(const tokenize::ChatTokenizer& own,
                               const tokenize::ChatTokenizer& draft, const std::string& name) {
  if (own.size() != draft.size())
    return Error{
        Errc::bad_argument,
        fmt::format("the draft {} has {} tokens, expected the {} of the network that it is "
                    "to propose for",
                    name, draft.size(), own.size())};
  for (int id = 0; id < own.size(); ++id)
    if (own.bytes_of(id) != draft.bytes_of(id))
      return Error{Errc::bad_argument,
                   fmt::format("token {} of the draft {} is another than that of the network, "
                               "expected the same tokens",
                               id, name)};
  return {};
}

using ModelPtr = std::shared_ptr<const causal_lm::Model>;

// The model that proposes; null: none.
Result<ModelPtr> load_draft(const TranslatorOptions& options,
                            std::shared_ptr<const device::Backend> backend,
                            const tokenize::ChatTokenizer& tokenizer) {
  if (options.draft.empty()) return ModelPtr();
  const Result<std::filesystem::path> path = models::find_model(options.draft);
  if (!path) return path.error();
  const auto own = tokenize::ChatTokenizer::load(*path);
  if (!own) return own.error();
  if (const Result<void> same = check_same_tokens(tokenizer, **own, path->string()); !same)
    return same.error();
  const auto model = models::load<causal_lm::Model>(models::kind_named("language-model"), *path,
                                                    {{}, std::move(backend)});
  if (!model) return model.error();
  return *model;
}

class LanguageModel final : public NetworkModel {
 public:
  // draft: proposes; or null.
  LanguageModel(checkpoint::ModelFolder folder, ModelPtr model, ModelPtr draft,
                ChatTokenizerPtr tokenizer, GenerationConfig generation)
      : NetworkModel(std::move(generation)),
        folder_(std::move(folder)),
        model_(std::move(model)),
        draft_(std::move(draft)),
        tokenizer_(std::move(tokenizer)) {
    folder_.weights.reset();  // the network keeps what it needs of them
  }

  size_t weight_bytes() const override {
    return model_->weight_bytes() + (draft_ != nullptr ? draft_->weight_bytes() : 0);
  }

 private:
  // Null where nothing is to be proposed.
  Result<std::unique_ptr<Speculation>> speculation_of(const TranslatorOptions& options,
                                                      models::Seq2SeqSession& session,
                                                      const Prompt& prompt) const {
    if (options.draft_tokens < 1) return std::unique_ptr<Speculation>();
    std::unique_ptr<models::Seq2SeqSession> draft;
    if (draft_ != nullptr) {
      draft = draft_->open_session(nullptr, prompt.prefix());
      if (const Result<void> same = check_draft(session, *draft); !same) return same.error();
    }
    return std::make_unique<Speculation>(Speculation::Options{.most = options.draft_tokens},
                                         std::move(draft));
  }

  Result<NetworkParts> parts(const TranslatorOptions& options,
                             GenerationConfig generation) const override {
    Result<Prompt> prompt = prompt_of(folder_, options, tokenizer_);
    if (!prompt) return prompt.error();
    const causal_lm::Config& config = model_->config();
    std::vector<int> ends = ends_of(config, *prompt, *tokenizer_);
    SearchOptions& search = generation.search;
    search.eos = ends.front();
    search.other_ends = ends;
    search.forbidden = no_text(config, ends, *tokenizer_);
    search.min_new_tokens = std::max(1, search.min_new_tokens.value_or(0));
    const int start = prompt->suffix().back();
    auto session = model_->open_session(nullptr, prompt->prefix());
    auto speculation = speculation_of(options, *session, *prompt);
    if (!speculation) return speculation.error();
    const int frame = static_cast<int>(prompt->prefix().size() + prompt->suffix().size());
    const int longest = std::max(1, (config.max_positions - frame) / 4);  // its answer is longer
    return NetworkParts{.session = std::move(session),
                        .codec = std::make_unique<ChatCodec>(tokenizer_, *std::move(prompt),
                                                             std::move(ends), options.to, longest),
                        .start_token = start,
                        .longest_source = longest,
                        .generation = std::move(generation),
                        .speculation = *std::move(speculation),
                        .context = options.context,
                        .step_bytes = model_->network().step_bytes(model_->output())};
  }

  checkpoint::ModelFolder folder_;
  ModelPtr model_, draft_;
  ChatTokenizerPtr tokenizer_;
};

}  // namespace

Result<std::shared_ptr<const SharedModel>> load_language_model(
    const checkpoint::ModelFolder& folder, const TranslatorOptions& options,
    GenerationConfig generation) {
  const auto tokenizer = tokenize::ChatTokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  if (has_direction(options)) {
    const Result<Prompt> prompt = prompt_of(folder, options, *tokenizer);
    if (!prompt) return prompt.error();
  }
  const auto backend = device::cpu::backend_of(options.backend, options.threads);
  if (!backend) return backend.error();
  const auto model = models::load<causal_lm::Model>(
      models::kind_named("language-model"), folder.path,
      {.weights = options.weights, .backend = *backend, .folder = &folder});
  if (!model) return model.error();
  const int rows = (*model)->config().vocab_size;
  const auto has_row = [&](int id) { return id < rows; };
  if (!std::ranges::all_of(Prompt::tokens_of_frames(**tokenizer), has_row))
    return Error{
        Errc::bad_format,
        fmt::format("{}: the tokenizer has special tokens behind the {} rows of the network",
                    folder.path.string(), rows)};
  const auto draft = load_draft(options, *backend, **tokenizer);
  if (!draft) return draft.error();
  // They go with sampling; a translation repeats names that its source repeats.
  generation.search.repetition_penalty.reset();
  generation.search.no_repeat_ngram.reset();
  return std::shared_ptr<const SharedModel>(
      std::make_shared<LanguageModel>(folder, *model, *draft, *tokenizer, std::move(generation)));
}

Result<Directions> directions_of_language_model(const checkpoint::ModelFolder& folder) {
  const auto tokenizer = tokenize::ChatTokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  return directions_of_prompt(**tokenizer, folder.path.string());
}

}  // namespace sotto::translate
