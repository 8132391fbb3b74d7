#include "serve/translators.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/log.h"
#include "checkpoint/model_folder.h"
#include "translate/phrase_cache.h"

namespace sotto::serve {

using text::Language;

Result<TranslatorChoice> find_translator(const std::string& name) {
  TranslatorChoice choice;
  choice.name = choice.model = name;
  if (const size_t at = name.rfind('@'); at != std::string::npos) {
    const Result<quant::Scheme> scheme = quant::parse_scheme(name.substr(at + 1));
    if (!scheme) return scheme.error();
    choice.weights = *scheme;
    choice.model = name.substr(0, at);
  }
  Result<translate::Directions> directions = translate::directions_of(choice.model);
  if (!directions) return directions.error();
  choice.directions = *std::move(directions);
  const auto folder = checkpoint::find_model(choice.model);
  if (!folder) return folder.error();
  const auto weights = checkpoint::find_weights(*folder);
  if (!weights) return weights.error();
  std::error_code failed;
  const auto size = std::filesystem::file_size(*weights, failed);
  choice.bytes = failed ? 0 : size;
  if (std::filesystem::path(choice.model).has_parent_path() &&
      std::filesystem::exists(choice.model, failed)) {
    // A folder's path is nobody's business.
    const auto file_name = std::filesystem::canonical(choice.model, failed).filename().string();
    choice.name = file_name + choice.name.substr(choice.model.size());
  }
  return choice;
}

Result<const TranslatorChoice*> Translators::choose(const std::string& model, const Language& from,
                                                    const Language& to) const {
  std::string names;
  const TranslatorChoice* named = nullptr;
  for (const TranslatorChoice& choice : options_.models) {
    names += (names.empty() ? "" : ", ") + choice.name;
    if (!model.empty() && choice.name != model) continue;
    named = &choice;
    if (choice.directions.has(from, to)) return &choice;
  }
  if (!model.empty() && named == nullptr) {
    return Error{Errc::not_found,
                 fmt::format("model \"{}\" is not served, expected one of {}", model, names)};
  }
  return Error{
      Errc::bad_argument,
      fmt::format("{} does not translate from {} to {}",
                  model.empty() ? "no model that is served" : "model " + model, from.iso, to.iso)};
}

Result<std::unique_ptr<translate::Translator>> Translators::open(const std::string& model,
                                                                 const Language& from,
                                                                 const Language& to,
                                                                 const std::string& caller) {
  const Result<const TranslatorChoice*> choice = choose(model, from, to);
  if (!choice) return choice.error();
  const std::string key = fmt::format("{} {} {}", (*choice)->name, from.flores, to.flores);
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(loaded_, key, &Loaded::key);
  if (known != loaded_.end()) {
    loaded_.splice(loaded_.begin(), loaded_, known);
    return batched(known->batcher, caller);
  }
  make_room((*choice)->bytes);
  Result<std::shared_ptr<Batcher>> batcher = load(**choice, from, to);
  if (!batcher) return batcher.error();
  loaded_.push_front({key, (*choice)->bytes, *batcher});
  return batched(*std::move(batcher), caller);
}

Result<std::shared_ptr<Batcher>> Translators::load(const TranslatorChoice& choice,
                                                   const Language& from, const Language& to) const {
  translate::TranslatorOptions options;
  options.model = choice.model;
  options.from = from;
  options.to = to;
  options.weights = choice.weights;
  options.keep_weights = true;
  options.threads = options_.threads;
  auto translator =
      options_.cache ? translate::load_with_cache(options) : translate::Translator::load(options);
  if (!translator) return translator.error();
  log::info("loaded {} from {} to {}", choice.name, from.flores, to.flores);
  return std::make_shared<Batcher>(*std::move(translator), options_.batch, options_.took_batch);
}

// Lets go of those that were not used for longest. One that somebody still uses stays in memory
// until he is done.
void Translators::make_room(size_t bytes) {
  if (options_.max_bytes == 0) return;
  size_t used = bytes;
  for (const Loaded& loaded : loaded_) used += loaded.bytes;
  while (used > options_.max_bytes && !loaded_.empty()) {
    log::info("let go of {}", loaded_.back().key);
    used -= loaded_.back().bytes;
    loaded_.pop_back();
  }
}

int Translators::waiting() const {
  const std::lock_guard lock(mutex_);
  int waiting = 0;
  for (const Loaded& loaded : loaded_) waiting += loaded.batcher->waiting();
  return waiting;
}

size_t Translators::loaded() const {
  const std::lock_guard lock(mutex_);
  return loaded_.size();
}

size_t Translators::loaded_bytes() const {
  const std::lock_guard lock(mutex_);
  size_t bytes = 0;
  for (const Loaded& loaded : loaded_) bytes += loaded.bytes;
  return bytes;
}

}  // namespace sotto::serve
