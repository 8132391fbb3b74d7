// A model for all its directions: its network, its tokenizer and its threads are there once,
// however many languages it translates between. Or two of them, one behind the other (chain.h).
#pragma once

#include <memory>
#include <utility>

#include "checkpoint/model_folder.h"
#include "translate/neural_translator.h"

namespace sotto::translate {

// Immutable after load; any thread may open translators, which share the weights and keep them
// alive.
class SharedModel {
 public:
  // Takes the model's own part of the options: model, weights, keep_weights, threads. What they say
  // of a direction is checked before any weights are read; without languages, by open().
  static Result<std::shared_ptr<const SharedModel>> load(const TranslatorOptions& options);
  virtual ~SharedModel() = default;

  // For one direction; cheap beside load(). Of the options, what load() leaves.
  virtual Result<std::unique_ptr<Translator>> open(const TranslatorOptions& options) const = 0;

  virtual int beams() const = 0;            // unless options say others
  virtual size_t weight_bytes() const = 0;  // in memory, as they are computed with
};

// One network.
class NetworkModel : public SharedModel {
 public:
  Result<std::unique_ptr<Translator>> open(const TranslatorOptions& options) const final;
  int beams() const final { return generation_.search.beams.value_or(1); }

 protected:
  explicit NetworkModel(GenerationConfig generation) : generation_(std::move(generation)) {}
  virtual Result<NetworkParts> parts(const TranslatorOptions& options,
                                     GenerationConfig generation) const = 0;

 private:
  const GenerationConfig generation_;
};

// Whether the options name a direction.
inline bool has_direction(const TranslatorOptions& options) { return !options.to.flores.empty(); }

}  // namespace sotto::translate
