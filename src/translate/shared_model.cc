#include "translate/shared_model.h"

#include <fmt/format.h>

#include "checkpoint/quantized_cache.h"
#include "models/known_models.h"
#include "translate/chain.h"
#include "translate/kinds.h"
#include "translate/remote/remote_model.h"

namespace sotto::translate {
namespace {

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

// The folder's settings, overridden by the options.
Result<GenerationConfig> generation_of(GenerationConfig generation,
                                       const TranslatorOptions& options) {
  if (const Result<void> checked = check(options.search); !checked) return checked.error();
  generation.search = merged(options.search, generation.search);
  if (!options.draft.empty() && !options.search.beams) generation.search.beams = 1;
  if (const Result<void> checked = check_counts(options, generation.search); !checked)
    return checked.error();
  return generation;
}

}  // namespace

Result<std::shared_ptr<const SharedModel>> SharedModel::load(const TranslatorOptions& options) {
  if (is_remote(options.model)) return load_remote(options);
  if (const auto names = chained(options.model)) return load_chain(options, *names);
  const Result<std::filesystem::path> path = models::find_model(options.model);
  if (!path) return path.error();
  Result<checkpoint::ModelFolder> folder = checkpoint::open_model_folder(*path);
  if (!folder) return folder.error();
  Result<GenerationConfig> generation =
      read_generation_config(folder->generation_config, folder->config, *path);
  if (!generation) return generation.error();
  const Result<GenerationConfig> usable = generation_of(*generation, options);
  if (!usable) return usable.error();
  if (options.weights && options.keep_weights)
    checkpoint::use_quantized_cache(*folder, *options.weights, options.threads);
  return kind_of(*folder).load(*folder, options, *std::move(generation));
}

Result<std::unique_ptr<Translator>> NetworkModel::open(const TranslatorOptions& options) const {
  Result<GenerationConfig> generation = generation_of(generation_, options);
  if (!generation) return generation.error();
  Result<NetworkParts> network = parts(options, *std::move(generation));
  if (!network) return network.error();
  network->n_best = options.n_best;
  return std::unique_ptr<Translator>(
      new NeuralTranslator(*std::move(network), options.from, options.to));
}

Result<std::unique_ptr<Translator>> Translator::load(const TranslatorOptions& options) {
  const auto model = SharedModel::load(options);
  if (!model) return model.error();
  return (*model)->open(options);
}

}  // namespace sotto::translate
