// The translators of the server: models that are loaded when somebody asks, shared by all, and let
// go when memory is needed for another.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "device/device.h"
#include "engine/batcher.h"
#include "engine/translator_times.h"
#include "quant/scheme.h"
#include "translate/directions.h"
#include "translate/shared_model.h"

namespace sotto::engine {

struct TranslatorChoice {
  std::string name;   // as clients call it: "narrator-en-ja", "nllb-600m@q4"
  std::string model;  // name, hub id or folder
  std::optional<quant::Scheme> weights;
  translate::Directions directions;
  size_t bytes = 0;  // of its weights in memory, as far as its file tells
};

// "MODEL" or "MODEL@SCHEME". The error says why the model cannot be used.
Result<TranslatorChoice> find_translator(const std::string& name);

// Weights of others, under the same limit.
struct OtherWeights {
  using Time = std::chrono::steady_clock::time_point;
  std::function<size_t()> bytes = [] { return size_t{0}; };
  // Lets go of what nobody used since `before`, until that frees so many bytes. Asks no
  // translators.
  std::function<void(size_t bytes, Time before)> let_go = [](size_t, Time) {};
};

// A wish for a translator.
struct TranslatorOrder {
  std::string model;  // empty: the first that can
  Language from, to;
  std::string caller;
  int n_best = 1;  // hypotheses to report; the search gets as many beams, at least
};

// Translators of other machines, which take the place of this machine's. Called by any thread.
struct TranslatorsElsewhere {
  std::function<std::vector<TranslatorChoice>()> models;  // that are there now
  // `order.model` names one of them. The errors are those of Translators::open().
  std::function<Result<std::unique_ptr<translate::Translator>>(const TranslatorOrder& order,
                                                               const std::stop_token& stop)>
      open;
};

struct TranslatorsOptions {
  std::vector<TranslatorChoice> models;  // of several that can, the first one is taken
  int threads = 0;
  std::shared_ptr<const device::Backend> backend = {};  // as in translate::TranslatorOptions
  bool cache = true;                                    // of phrases
  size_t max_bytes = 0;                                 // of weights, in all; 0: no limit
  OtherWeights others;                                  // which count, too
  std::optional<Pace> pace =
      {};          // times are kept as of it (translator_times.h); none: they are not
  int batch = 16;  // sentences that are translated side by side, at most
  std::function<void(int sentences, int jobs)> joined = [](int, int) {};  // see Batcher
  std::function<void(const std::string& caller, double seconds)> charged = [](const std::string&,
                                                                              double) {};
  using Model = std::shared_ptr<const translate::SharedModel>;
  std::function<Result<Model>(const translate::TranslatorOptions&)> load =
      translate::SharedModel::load;
  std::optional<TranslatorsElsewhere> elsewhere = {};  // none: `models` are computed here
};

// Used by any thread. A model is loaded once, whatever the number of its directions and of those
// who ask for it; who asks for another one does not wait for that.
class Translators {
 public:
  explicit Translators(TranslatorsOptions options) : options_(std::move(options)) {}

  // Translators of other machines come and go.
  std::vector<TranslatorChoice> models() const {
    return options_.elsewhere ? options_.elsewhere->models() : options_.models;
  }
  bool are_elsewhere() const { return options_.elsewhere.has_value(); }

  // For one caller and direction. Where no model is named and one is broken, the next that can
  // takes its place, until it is well again; behind one that is a server's the others are asked for
  // what it loses, too. The errors: no such model, no such direction, a broken
  // one
  // (`internal`), `cancelled` where somebody else loads it and `stop` is set before that is done.
  Result<std::unique_ptr<translate::Translator>> open(const TranslatorOrder& order,
                                                      const std::stop_token& stop = {});

  // Whether open() has anything to open for it, as far as can be told without loading.
  Result<void> check(const TranslatorOrder& order) const;

  // Others have loaded something, or somebody is done: lets go of what was used longest ago and is
  // not in use, theirs or ours.
  void make_room();

  int waiting() const;          // sentences, in front of all
  size_t loaded() const;        // models
  size_t directions() const;    // of all that are loaded
  size_t loaded_bytes() const;  // each model once

 private:
  using Model = TranslatorsOptions::Model;
  struct Direction {
    std::string key;
    std::shared_ptr<Batcher> batcher;
  };
  // A model in memory, or on its way there.
  struct Entry {
    Entry(const TranslatorChoice* choice, size_t bytes, OtherWeights::Time used)
        : choice(choice), bytes(bytes), used(used) {}

    const TranslatorChoice* const choice;
    size_t bytes;  // as expected, until it is loaded
    OtherWeights::Time used;
    std::optional<Result<Model>> model;  // none: it is being loaded
    std::list<Direction> directions;     // the last used one first
    std::mutex opening;                  // a direction
  };

  using Choices = std::vector<const TranslatorChoice*>;
  static Result<Choices> choose(const std::vector<TranslatorChoice>& models,
                                const TranslatorOrder& order);
  Result<std::unique_ptr<translate::Translator>> open_elsewhere(const TranslatorOrder& order,
                                                                const std::stop_token& stop);
  Result<std::unique_ptr<translate::Translator>> open_in_turn(const Choices& choices,
                                                              const TranslatorOrder& order);
  Result<std::unique_ptr<translate::Translator>> open_one(const TranslatorChoice& choice,
                                                          const TranslatorOrder& order,
                                                          const std::stop_token& stop);
  Result<Model> load(const std::shared_ptr<Entry>& entry, std::unique_lock<std::mutex>& lock);
  Result<Model> wait(Entry& entry, std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
  void let_go(std::unique_lock<std::mutex>& lock, const Entry* kept);
  static bool is_in_use(const std::shared_ptr<Entry>& entry);
  Result<std::shared_ptr<Batcher>> direction_of(Entry& entry, const translate::SharedModel& model,
                                                const TranslatorOrder& order);
  std::shared_ptr<Batcher> find_direction(Entry& entry, const std::string& key);
  translate::TranslatorOptions options_for(const TranslatorChoice& choice) const;

  const TranslatorsOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable_any loaded_;
  std::list<std::shared_ptr<Entry>> entries_;        // the last used one first
  std::map<const TranslatorChoice*, size_t> bytes_;  // of those that were loaded once
};

}  // namespace sotto::engine
