#include "bench/translate_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "bench/bench_translate.h"
#include "models/bergamot/model.h"
#include "models/causal_lm/model.h"
#include "models/kinds.h"
#include "models/output_rows.h"
#include "models/seq2seq/model.h"
#include "models/seq2seq/session.h"
#include "models/seq2seq/step_bytes.h"
#include "terminal/flags.h"
#include "tokenize/shortlist.h"
#include "translate/shortlist_file.h"

namespace sotto::bench {
namespace {

using models::LoadOptions;

// The output rows of --shortlist: a language, for which the folder may have a list, or a number of
// rows. Empty: all.
Result<translate::ChosenOutputs> outputs_of(const TranslateBench& bench,
                                            const std::filesystem::path& folder, int vocabulary) {
  if (bench.shortlist.empty()) return translate::ChosenOutputs();
  int64_t rows = 0;
  const char* end = bench.shortlist.data() + bench.shortlist.size();
  if (std::from_chars(bench.shortlist.data(), end, rows).ptr == end) {
    if (rows < 8 || rows > vocabulary) {
      return Error{Errc::bad_argument, fmt::format("--shortlist: {} rows, expected 8 to the {} of "
                                                   "the model",
                                                   rows, vocabulary)};
    }
    std::vector<int> ids = {0, 1, 2, 3, 4, 5};  // the special ones
    for (int64_t i = 6; i < rows; ++i) {        // the rest evenly
      ids.push_back(static_cast<int>(6 + (i - 6) * (vocabulary - 6) / (rows - 6)));
    }
    return translate::ChosenOutputs{std::move(ids)};
  }
  auto choice = terminal::shortlist_flag(bench.shortlist);
  if (!choice) return choice.error();
  const Result<tokenize::Tokenizer> tokenizer = tokenize::Tokenizer::load(folder);
  if (!tokenizer) return tokenizer.error();
  translate::TranslatorOptions options;
  options.to = (*choice)->language;
  if (!(*choice)->frequencies && !(*choice)->everything) {
    auto stored = translate::chosen_outputs(options, folder, *tokenizer);
    if (!stored || !stored->ids.empty()) return stored;
  }
  options.shortlist = *std::move(choice);
  return translate::chosen_outputs(options, folder, *tokenizer);
}

Result<TranslateNetwork> open_seq2seq(const TranslateBench& bench,
                                      const std::filesystem::path& path,
                                      const LoadOptions& options) {
  using models::seq2seq::Model;
  const auto loaded = models::load<Model>(path, options);
  if (!loaded) return loaded.error();
  const std::shared_ptr<const Model> model = *loaded;
  const models::seq2seq::Config& config = model->config();
  auto chosen = outputs_of(bench, path, config.vocab_size);
  if (!chosen) return chosen.error();
  const auto found = translate::output_rows(*model, *std::move(chosen));
  if (!found) return found.error();
  const std::shared_ptr<const models::OutputRows> rows = *found;  // null: all
  auto session = std::make_unique<models::seq2seq::Session>(model, nullptr, rows);
  TranslateNetwork network;
  network.facts = [model, rows, &device = session->device()] {
    const device::Device::Columns columns = device.columns();
    const nn::Linear& output = rows ? rows->linear() : model->network().shared;
    NetworkFacts facts;
    facts.step_bytes = models::seq2seq::step_bytes(model->network(), output.w, columns);
    if (columns.all > 0)
      facts.fc2_columns_read = static_cast<double>(columns.read) / static_cast<double>(columns.all);
    facts.vocabulary = model->config().vocab_size;
    facts.outputs = device::rows_of(output.w);
    facts.scheme = name_of(model->network().decoder.front().fc.fc1.w->scheme);
    return facts;
  };
  network.session = std::move(session);
  // Between the special tokens and the languages.
  network.first_id = std::min(4, config.vocab_size - 1);
  network.ids = std::max(1, config.vocab_size - 256 - network.first_id);
  network.start = config.decoder_start;
  network.forced_first = rows == nullptr ? 3 : rows->ids().at(3);  // any will do
  network.eos = config.eos;
  return network;
}

Result<TranslateNetwork> open_firefox(const TranslateBench& bench,
                                      const std::filesystem::path& path,
                                      const LoadOptions& options) {
  using models::bergamot::Config;
  using models::bergamot::Model;
  if (!bench.shortlist.empty())
    return Error{Errc::unsupported,
                 fmt::format("{}: --shortlist is for NLLB and Marian networks, this one is "
                             "Firefox's",
                             path.string())};
  const auto loaded = models::load<Model>(path, options);
  if (!loaded) return loaded.error();
  const std::shared_ptr<const Model> model = *loaded;
  TranslateNetwork network;
  network.session = model->open_session();
  network.facts = [model] {
    NetworkFacts facts;
    facts.step_bytes = model->network().step_bytes;
    facts.outputs = facts.vocabulary = model->config().target_vocab;
    facts.scheme = name_of(model->network().decoder.front().fc.fc1.w->scheme);
    return facts;
  };
  network.first_id = std::max(Config::kEos, Config::kUnk) + 1;
  network.ids = std::max(1, model->config().source_vocab - network.first_id);
  network.start = network.eos = Config::kEos;
  network.search.eos = Config::kEos;
  network.search.forbidden = {Config::kUnk};
  return network;
}

// A prompt of made-up tokens; what the tokenizer would make of a text does not matter.
Result<TranslateNetwork> open_language_model(const TranslateBench& bench,
                                             const std::filesystem::path& path,
                                             const LoadOptions& options) {
  using models::causal_lm::Model;
  if (!bench.shortlist.empty())
    return Error{Errc::unsupported,
                 fmt::format("{}: --shortlist is for NLLB and Marian networks, this one is a "
                             "language model",
                             path.string())};
  const auto loaded = models::load<Model>(models::kind_named("language-model"), path, options);
  if (!loaded) return loaded.error();
  const std::shared_ptr<const Model> model = *loaded;
  TranslateNetwork network;
  network.session = model->open_session();
  network.facts = [model] {
    NetworkFacts facts;
    facts.step_bytes = model->network().step_bytes(model->output());
    facts.outputs = facts.vocabulary = model->config().vocab_size;
    facts.scheme = name_of(model->network().layers.front().feed_forward.up.w->scheme);
    return facts;
  };
  const models::causal_lm::Config& config = model->config();
  network.eos = config.eos.empty() ? 0 : config.eos.front();
  // Behind the special tokens, where they come first.
  network.first_id = std::min(16, config.vocab_size - 1);
  network.ids = std::max(1, config.vocab_size - 256 - network.first_id);
  network.start = network.eos;
  network.search.eos = network.eos;
  network.search.other_ends = config.eos;
  return network;
}

}  // namespace

Result<TranslateNetwork> open_network(const TranslateBench& bench,
                                      std::shared_ptr<const device::Backend> backend) {
  const Result<std::filesystem::path> path = models::find_model(bench.model);
  if (!path) return path.error();
  const Result<const models::Kind*> kind = models::known_kind(*path);
  if (!kind) return kind.error();
  const LoadOptions options{.weights = terminal::weights_flag(bench.quant),
                            .backend = std::move(backend)};
  const std::type_info& type = *(*kind)->type;
  if (type == typeid(models::bergamot::Model)) return open_firefox(bench, *path, options);
  if (type == typeid(models::causal_lm::Model)) return open_language_model(bench, *path, options);
  return open_seq2seq(bench, *path, options);
}

}  // namespace sotto::bench
