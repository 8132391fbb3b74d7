// One sentence in, one sentence out, with its protected spans intact, or an honest "lost".
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "device/device.h"
#include "quant/scheme.h"
#include "sotto/error.h"
#include "text/sentence.h"
#include "translate/feed.h"
#include "translate/links.h"
#include "translate/search/search.h"

namespace sotto::translate {

// The network chooses from the tokens of one language only (text/shortlist.h).
struct ShortlistChoice {
  Language language;
  std::optional<std::filesystem::path> frequencies = {};  // a list, or a text to count
  bool everything = false;  // from all tokens, even where the model folder has a list
};

struct TranslatorOptions {
  std::string model = "narrator-en-ja";  // name, hub id or folder
  Language from, to;
  std::optional<quant::Scheme> weights;  // none: as stored
  bool keep_weights = false;             // what `weights` makes is kept in the user's cache
  int threads = 0;                       // 0: default_threads()
  std::shared_ptr<const device::Backend> backend = {};  // whose threads compute; null: its own
  // None: the shortlist.json of the model folder, if it has one for `to`.
  std::optional<ShortlistChoice> shortlist = {};
  std::string draft = {};  // a smaller model with the same tokens that proposes; empty: none
  int draft_tokens = 8;    // that are proposed at a time, at most; 0: none
  int n_best = 1;          // hypotheses to report; not more than the beams
  int context = 0;         // sentences before, and what they became, that a language model or a
                           // server is shown; other networks read one at a time
  SearchOptions search;    // unset fields come from the model's generation_config.json
};

// Another translation that the search found, worse than the one that was chosen.
struct Alternative {
  std::string text;
  double mean_logprob = 0;
};

struct Translation {
  text::Sentence sentence;    // in the target language, or the source as it was when `lost`
  bool untranslated = false;  // the network failed on this sentence; `sentence` is the source text
  std::string why;            // when lost: "repeats itself", "too long", "low score", ...
  double mean_logprob = 0;    // natural log, mean over the new tokens
  std::vector<Alternative> alternatives = {};  // fewer than n_best, best first, all different
  int new_tokens = 0;        // that the network made for it; 0 when it was not asked
  bool from_cache = false;   // it was translated before, and kept
  bool means_other = false;  // lost, as it says something else than its source (meaning.h)
  // Links of a sentence that wants them; none where the network cannot say, or the sentence is
  // lost.
  std::vector<Link> links = {};
};

// A line as the network alone translates it.
struct RawTranslation {
  std::vector<int> source_ids;
  Hypothesis hypothesis;
  std::string text;         // of the hypothesis, without special tokens
  double milliseconds = 0;  // of the batch that the line was part of
  std::vector<std::pair<Hypothesis, std::string>> others = {};  // the rest of the n_best, in order
};

// Owns a network and its threads. Used by one thread at a time.
class Translator {
 public:
  static Result<std::unique_ptr<Translator>> load(const TranslatorOptions& options);
  virtual ~Translator() = default;

  // As many translations as sentences, in their order. A network that can computes them together: a
  // step reads its weights once for all of them. Never fails on a text: what the network cannot
  // translate comes back as `lost`. The errors: `cancelled`, and `io` where the translator is a
  // server that does not answer as it should.
  virtual Result<std::vector<Translation>> translate_batch(
      std::span<const text::Sentence> sentences, std::stop_token stop) = 0;

  // A batch of one.
  Result<Translation> translate(const text::Sentence& sentence, std::stop_token stop);

  // A sentence that was translated otherwise, by a cache: context of the next.
  virtual void remember(const text::Sentence&, const Translation&) {}

  // Translates what the feed has, until it ends: sentences join those that are under way, where the
  // network can, and each is put as soon as it is done.
  virtual void translate_feed(Feed& feed);

  // Lines as they are, in one batch: no splitting, protection or guard, and the tokens of the
  // reference, so that the output equals the reference's. An error for a translator that has no
  // network of ours, and for a line of more than 4096 tokens.
  virtual Result<std::vector<RawTranslation>> translate_raw(std::span<const std::string> lines,
                                                            std::stop_token stop);

  // Bytes of weights that one step of the decoder reads; 0 where that is not known.
  virtual size_t step_bytes() const { return 0; }
};

}  // namespace sotto::translate
