// The translators of the server: loaded when somebody asks, shared by all, and let go when memory
// is needed for another.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "quant/scheme.h"
#include "serve/batcher.h"
#include "translate/directions.h"

namespace sotto::serve {

struct TranslatorChoice {
  std::string name;   // as clients call it: "narrator-en-ja", "nllb-600m@q4"
  std::string model;  // name, hub id or folder
  std::optional<quant::Scheme> weights;
  translate::Directions directions;
  size_t bytes = 0;  // of its weights' file
};

// "MODEL" or "MODEL@SCHEME". The error says why the model cannot be used.
Result<TranslatorChoice> find_translator(const std::string& name);

struct TranslatorsOptions {
  std::vector<TranslatorChoice> models;  // of several that can, the first one is taken
  int threads = 0;
  bool cache = true;     // of phrases
  size_t max_bytes = 0;  // of weights' files, in all; 0: no limit
  BatchLimits batch;
  std::function<void(int sentences, int jobs)> took_batch;
};

// Used by any thread.
class Translators {
 public:
  explicit Translators(TranslatorsOptions options) : options_(std::move(options)) {}

  const std::vector<TranslatorChoice>& models() const { return options_.models; }

  // For one caller and direction; `model` empty: the first that can. Loads it where it is not
  // loaded: others wait for that. The errors: no such model, no such direction.
  Result<std::unique_ptr<translate::Translator>> open(const std::string& model,
                                                      const text::Language& from,
                                                      const text::Language& to,
                                                      const std::string& caller);

  int waiting() const;  // sentences, in front of all
  size_t loaded() const;
  size_t loaded_bytes() const;

 private:
  struct Loaded {
    std::string key;
    size_t bytes;
    std::shared_ptr<Batcher> batcher;
  };
  Result<const TranslatorChoice*> choose(const std::string& model, const text::Language& from,
                                         const text::Language& to) const;
  Result<std::shared_ptr<Batcher>> load(const TranslatorChoice& choice, const text::Language& from,
                                        const text::Language& to) const;
  void make_room(size_t bytes);

  const TranslatorsOptions options_;
  mutable std::mutex mutex_;
  std::list<Loaded> loaded_;  // the last used one first
};

}  // namespace sotto::serve
