#include "engine/translators.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/failure.h"
#include "base/log.h"
#include "base/memory.h"
#include "checkpoint/loaded_bytes.h"
#include "checkpoint/model_folder.h"
#include "models/kinds.h"
#include "models/known_models.h"
#include "pipeline/fallback.h"
#include "translate/cache/phrase_cache.h"
#include "translate/chain.h"
#include "translate/remote/remote_model.h"

namespace sotto::engine {

namespace {

// A client may ask for every pair of two hundred languages; each has a thread and caches.
constexpr size_t kMostDirections = 32;  // of a model

// A folder that does not say what it translates is asked; everything else is the owner's to mend.
Error fault(const TranslatorChoice& choice, const TranslatorOrder& order, const Error& error) {
  if (error.code == Errc::bad_argument) return error;
  if (error.code == Errc::unsupported) {
    return {Errc::bad_argument, fmt::format("model {} does not translate from {} to {}",
                                            choice.name, order.from.iso, order.to.iso)};
  }
  return {Errc::internal, fmt::format("model {}: {}", choice.name, error.message)};
}

// Loads the model. The owner has to mend whatever fails, except for memory that runs out: callers
// who wait for the model have to hear of that, too.
Result<TranslatorsOptions::Model> load_or_say_why(const TranslatorsOptions& options,
                                                  const TranslatorChoice& choice,
                                                  const translate::TranslatorOptions& wanted) {
  try {
    auto model = options.load(wanted);
    if (model) return model;
    return Error{Errc::internal, fmt::format("model {}: {}", choice.name, model.error().message)};
  } catch (...) {
    return error_of(std::current_exception());
  }
}

// Bytes that the weights are expected to have in memory: in another scheme than that of their file
// they may be several times as large.
Result<size_t> bytes_of_weights(const std::string& model,
                                const std::optional<quant::Scheme>& scheme) {
  if (translate::is_remote(model)) return size_t{0};
  if (const auto names = translate::chained(model)) {
    const Result<size_t> first = bytes_of_weights(names->first, scheme);
    if (!first) return first;
    const Result<size_t> second = bytes_of_weights(names->second, scheme);
    if (!second) return second;
    return *first + *second;
  }
  const auto folder = models::find_model(model);
  if (!folder) return folder.error();
  const auto weights = checkpoint::find_weights(*folder);
  if (!weights) return weights.error();
  const auto opened = checkpoint::open_model_folder(*folder);
  if (opened) {
    const models::Kind* kind = models::kind_of(*folder);
    return checkpoint::loaded_bytes(*opened->weights, scheme,
                                    kind != nullptr && kind->has_logits_copy);
  }
  std::error_code failed;
  const auto size = std::filesystem::file_size(*weights, failed);
  return failed ? size_t{0} : size_t{size};
}

}  // namespace

Result<TranslatorChoice> find_translator(const std::string& name) {
  TranslatorChoice choice;
  choice.name = choice.model = name;
  if (translate::is_remote(name)) {  // its address is nobody's business
    choice.name = translate::remote_name(name);
    return choice;
  }
  if (const size_t at = name.rfind('@'); at != std::string::npos) {
    const Result<quant::Scheme> scheme = quant::parse_scheme(name.substr(at + 1));
    if (!scheme) return scheme.error();
    choice.weights = *scheme;
    choice.model = name.substr(0, at);
  }
  Result<translate::Directions> directions = translate::directions_of(choice.model);
  if (!directions) return directions.error();
  choice.directions = *std::move(directions);
  const Result<size_t> bytes = bytes_of_weights(choice.model, choice.weights);
  if (!bytes) return bytes.error();
  choice.bytes = *bytes;
  std::error_code failed;
  if (std::filesystem::path(choice.model).has_parent_path() &&
      std::filesystem::exists(choice.model, failed)) {
    // A folder's path is nobody's business.
    const auto file_name = std::filesystem::canonical(choice.model, failed).filename().string();
    choice.name = file_name + choice.name.substr(choice.model.size());
  }
  return choice;
}

// The translators that can do it, in the order in which they are tried.
Result<Translators::Choices> Translators::choose(const std::vector<TranslatorChoice>& models,
                                                 const TranslatorOrder& order) {
  std::string names;
  Choices choices;
  const TranslatorChoice* named = nullptr;
  for (const TranslatorChoice& choice : models) {
    names += (names.empty() ? "" : ", ") + choice.name;
    if (!order.model.empty() && choice.name != order.model) continue;
    named = &choice;
    if (choice.directions.has(order.from, order.to)) choices.push_back(&choice);
  }
  if (!choices.empty()) return choices;
  if (!order.model.empty() && named == nullptr) {
    return Error{Errc::not_found, fmt::format("model \"{}\" is not offered, expected one of {}",
                                              order.model, names)};
  }
  return Error{Errc::bad_argument,
               fmt::format("{} from {} to {}",
                           order.model.empty() ? "no model that is offered translates"
                                               : "model " + order.model + " does not translate",
                           order.from.iso, order.to.iso)};
}

Result<void> Translators::check(const TranslatorOrder& order) const {
  const std::vector<TranslatorChoice> all = models();
  if (options_.elsewhere && all.empty()) return {};  // open() says so
  const Result<Choices> choices = choose(all, order);
  return choices ? Result<void>() : choices.error();
}

namespace {

// Another machine's, whose time is that until it has answered.
class ChargedElsewhere final : public translate::Translator {
 public:
  ChargedElsewhere(std::unique_ptr<translate::Translator> translator,
                   std::function<void(double seconds)> charge)
      : translator_(std::move(translator)), charge_(std::move(charge)) {}

  Result<std::vector<translate::Translation>> translate_batch(
      std::span<const text::Sentence> sentences, std::stop_token stop) override {
    const auto begin = std::chrono::steady_clock::now();
    auto done = translator_->translate_batch(sentences, std::move(stop));
    charge_(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    return done;
  }

 private:
  const std::unique_ptr<translate::Translator> translator_;
  const std::function<void(double)> charge_;
};

}  // namespace

// The next one that can takes the place of a broken one.
Result<std::unique_ptr<translate::Translator>> Translators::open_elsewhere(
    const TranslatorOrder& order, const std::stop_token& stop) {
  const std::vector<TranslatorChoice> all = models();
  if (all.empty()) return Error{Errc::cancelled, "no translator is there now, try again later"};
  const Result<Choices> choices = choose(all, order);
  if (!choices) return choices.error();
  TranslatorOrder named = order;
  std::optional<Error> first;
  for (const TranslatorChoice* choice : *choices) {
    named.model = choice->name;
    auto opened = options_.elsewhere->open(named, stop);
    if (opened)
      return std::unique_ptr<translate::Translator>(std::make_unique<ChargedElsewhere>(
          *std::move(opened), [charged = options_.charged, caller = order.caller](double seconds) {
            charged(caller, seconds);
          }));
    if (opened.error().code != Errc::internal) return opened;
    if (!first) first = opened.error();
  }
  return *first;
}

Result<std::unique_ptr<translate::Translator>> Translators::open(const TranslatorOrder& order,
                                                                 const std::stop_token& stop) {
  if (options_.elsewhere) return open_elsewhere(order, stop);
  const Result<Choices> choices = choose(options_.models, order);
  if (!choices) return choices.error();
  if (choices->size() > 1 && translate::is_remote(choices->front()->model))
    return open_in_turn(*choices, order);
  auto first = open_one(*choices->front(), order, stop);
  for (size_t i = 1; i < choices->size(); ++i) {
    if (first || first.error().code != Errc::internal) break;
    auto other = open_one(*(*choices)[i], order, stop);
    if (!other) continue;
    log::warn("{}; going on with {}", first.error().message, (*choices)[i]->name);
    return other;
  }
  return first;
}

// Behind one that may be out of reach the others are ready.
Result<std::unique_ptr<translate::Translator>> Translators::open_in_turn(
    const Choices& choices, const TranslatorOrder& order) {
  pipeline::TranslatorCandidates candidates;
  for (const TranslatorChoice* choice : choices) {
    candidates.push_back({.name = choice->name,
                          .open = [this, choice, order] { return open_one(*choice, order, {}); },
                          .may_recover = translate::is_remote(choice->model)});
  }
  return pipeline::open_translator(std::move(candidates));
}

Result<std::unique_ptr<translate::Translator>> Translators::open_one(const TranslatorChoice& choice,
                                                                     const TranslatorOrder& order,
                                                                     const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  auto known =
      std::ranges::find(entries_, &choice, [](const auto& entry) { return entry->choice; });
  if (known == entries_.end()) {
    const auto measured = bytes_.find(&choice);
    entries_.push_front(
        std::make_shared<Entry>(&choice, measured != bytes_.end() ? measured->second : choice.bytes,
                                std::chrono::steady_clock::now()));
  } else {
    entries_.splice(entries_.begin(), entries_, known);
    entries_.front()->used = std::chrono::steady_clock::now();
  }
  const std::shared_ptr<Entry> entry = entries_.front();
  const Result<Model> model =
      known == entries_.end() ? load(entry, lock) : wait(*entry, lock, stop);
  if (!model) return model.error();
  lock.unlock();
  Result<std::shared_ptr<Batcher>> batcher = direction_of(*entry, **model, order);
  if (!batcher) return batcher.error();
  return batched(*std::move(batcher), order.caller, [this] { make_room(); });
}

// Somebody translates with it, or is about to.
bool Translators::is_in_use(const std::shared_ptr<Entry>& entry) {
  constexpr long kOurs = 1;
  return entry.use_count() > kOurs ||
         std::ranges::any_of(entry->directions,
                             [](const Direction& d) { return d.batcher.use_count() > kOurs; });
}

// Loads `entry`; the caller has inserted it, so that no one else does.
Result<Translators::Model> Translators::load(const std::shared_ptr<Entry>& entry,
                                             std::unique_lock<std::mutex>& lock) {
  let_go(lock, entry.get());
  lock.unlock();
  const Result<Model> model =
      load_or_say_why(options_, *entry->choice, options_for(*entry->choice));
  give_back_freed_memory();  // what its weights were made of
  lock.lock();
  entry->model = model;
  loaded_.notify_all();
  if (!model) {  // whoever asks next may have more luck
    std::erase(entries_, entry);
    return model;
  }
  entry->bytes = bytes_[entry->choice] = (*model)->weight_bytes();
  log::info("loaded {}", entry->choice->name);
  // It may be larger than its file, and others may have been loaded meanwhile.
  let_go(lock, entry.get());
  return model;
}

Result<Translators::Model> Translators::wait(Entry& entry, std::unique_lock<std::mutex>& lock,
                                             const std::stop_token& stop) {
  if (loaded_.wait(lock, stop, [&] { return entry.model.has_value(); })) return *entry.model;
  return Error{Errc::cancelled, "the translation was stopped while its model was being loaded"};
}

// Lets go of what was not used for longest, until the rest fits. What somebody uses would not
// become free: it stays, and counts, until its user has ended.
void Translators::let_go(std::unique_lock<std::mutex>& lock, const Entry* kept) {
  if (options_.max_bytes == 0) return;
  const auto excess = [&] {
    size_t used = options_.others.bytes();
    for (const auto& entry : entries_) used += entry->bytes;
    return used - std::min(used, options_.max_bytes);
  };
  std::vector<std::shared_ptr<Entry>> gone;
  for (auto last = entries_.end(); excess() > 0 && last != entries_.begin();) {
    --last;
    if (!(*last)->model || last->get() == kept || is_in_use(*last)) continue;
    options_.others.let_go(excess(), (*last)->used);
    if (excess() == 0) break;
    log::info("let go of {}", (*last)->choice->name);
    gone.push_back(std::move(*last));
    last = entries_.erase(last);
  }
  if (excess() > 0) options_.others.let_go(excess(), std::chrono::steady_clock::now());
  lock.unlock();  // nobody waits while their threads end
  const bool any = !gone.empty();
  gone.clear();
  if (any) give_back_freed_memory();
  lock.lock();
}

void Translators::make_room() {
  if (options_.max_bytes == 0) return;
  std::unique_lock lock(mutex_);
  let_go(lock, nullptr);
}

Result<std::shared_ptr<Batcher>> Translators::direction_of(Entry& entry,
                                                           const translate::SharedModel& model,
                                                           const TranslatorOrder& order) {
  const std::string key = fmt::format("{} {} {}", order.from.flores, order.to.flores, order.n_best);
  if (auto known = find_direction(entry, key)) return known;
  const std::lock_guard opening(entry.opening);
  if (auto known = find_direction(entry, key)) return known;
  translate::TranslatorOptions options = options_for(*entry.choice);
  options.from = order.from;
  options.to = order.to;
  options.n_best = order.n_best;
  if (model.beams() < order.n_best) options.search.beams = order.n_best;
  auto translator =
      options_.cache ? translate::open_with_cache(model, options) : model.open(options);
  if (!translator) return fault(*entry.choice, order, translator.error());
  if (options_.pace && !translate::is_remote(options.model)) {
    Pace pace = *options_.pace;
    pace.weights = options.weights;
    *translator = with_times(*std::move(translator), times_subject(options.model, pace));
  }
  auto batcher = std::make_shared<Batcher>(*std::move(translator), options_.batch, options_.joined,
                                           options_.charged);
  std::shared_ptr<Batcher> oldest;  // ends after the lock
  const std::lock_guard lock(mutex_);
  entry.directions.push_front({key, batcher});
  if (entry.directions.size() > kMostDirections) {
    oldest = std::move(entry.directions.back().batcher);
    entry.directions.pop_back();
  }
  return batcher;
}

std::shared_ptr<Batcher> Translators::find_direction(Entry& entry, const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(entry.directions, key, &Direction::key);
  if (known == entry.directions.end()) return nullptr;
  entry.directions.splice(entry.directions.begin(), entry.directions, known);
  return known->batcher;
}

translate::TranslatorOptions Translators::options_for(const TranslatorChoice& choice) const {
  translate::TranslatorOptions options;
  options.model = choice.model;
  options.weights = choice.weights;
  options.keep_weights = true;
  options.threads = options_.threads;
  options.backend = options_.backend;
  return options;
}

int Translators::waiting() const {
  const std::lock_guard lock(mutex_);
  int waiting = 0;
  for (const auto& entry : entries_)
    for (const Direction& direction : entry->directions) waiting += direction.batcher->waiting();
  return waiting;
}

size_t Translators::loaded() const {
  const std::lock_guard lock(mutex_);
  return static_cast<size_t>(
      std::ranges::count_if(entries_, [](const auto& entry) { return entry->model.has_value(); }));
}

size_t Translators::directions() const {
  const std::lock_guard lock(mutex_);
  size_t directions = 0;
  for (const auto& entry : entries_) directions += entry->directions.size();
  return directions;
}

size_t Translators::loaded_bytes() const {
  const std::lock_guard lock(mutex_);
  size_t bytes = 0;
  for (const auto& entry : entries_) bytes += entry->model ? entry->bytes : 0;
  return bytes;
}

}  // namespace sotto::engine
