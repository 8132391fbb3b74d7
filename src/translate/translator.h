// One sentence in, one sentence out, with its protected spans intact, or an honest "lost".
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "quant/scheme.h"
#include "sotto/error.h"
#include "text/sentence.h"
#include "translate/search.h"

namespace sotto::translate {

struct TranslatorOptions {
  std::string model = "narrator-en-ja";  // name, hub id or folder
  text::Language from, to;
  std::optional<quant::Scheme> weights;  // none: as stored
  int threads = 0;                       // 0: default_threads()
  SearchOptions search;  // unset fields come from the model's generation_config.json
};

struct Translation {
  text::Sentence sentence;  // in the target language, or the source as it was when `lost`
  bool lost = false;        // the network failed on this sentence; `sentence` is the source text
  std::string why;          // when lost: "repeats itself", "too long", "low score", ...
  double mean_logprob = 0;  // natural log, mean over the new tokens
};

// A line as the network alone translates it.
struct RawTranslation {
  std::vector<int> source_ids;
  Hypothesis hypothesis;
  std::string text;         // of the hypothesis, without special tokens
  double milliseconds = 0;  // of the batch that the line was part of
};

// Owns a network and its threads. Used by one thread at a time.
class Translator {
 public:
  static Result<std::unique_ptr<Translator>> load(const TranslatorOptions& options);
  virtual ~Translator() = default;

  // Never fails on a text: what the network cannot translate comes back as `lost`. The only error
  // is `cancelled`.
  virtual Result<Translation> translate(const text::Sentence& sentence, std::stop_token stop) = 0;

  // Lines as they are, in batches: no splitting, protection or guard, and the tokens of the
  // reference, so that the output equals the reference's. An error for a translator that has no
  // network of ours.
  virtual Result<std::vector<RawTranslation>> translate_raw(std::span<const std::string> lines,
                                                            std::stop_token stop);
};

}  // namespace sotto::translate
