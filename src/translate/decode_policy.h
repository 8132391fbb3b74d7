// The attempts to have a text translated by a network, one after the other, and which of its
// answers pass.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/seq2seq.h"
#include "translate/codec.h"
#include "translate/consensus.h"
#include "translate/generation_config.h"
#include "translate/independent_clauses.h"
#include "translate/lexicon.h"
#include "translate/meaning.h"
#include "translate/placeholders.h"
#include "translate/translator.h"

namespace sotto::translate {

// A text as it goes to the network.
struct Prepared {
  ProtectedText source;
  std::vector<int> ids;
  const Markers* markers;
  SearchOptions search;
};

// Why a text has no translation: Translation::why.
inline constexpr std::string_view kLostSpan = "a protected part is missing or invented";
inline constexpr std::string_view kNoNumbers =
    "the network computes no numbers (NaN): its weights are damaged";
inline constexpr std::string_view kRepeats = "repeats itself";

// Used by one thread at a time, as its aligner.
class DecodePolicy {
 public:
  struct Limits {
    int longest_source;  // tokens that the network was trained for
    int vocab_size;
    int n_best;
  };
  // All ids of the codec are in the network.
  DecodePolicy(std::unique_ptr<const Codec> codec, GenerationConfig generation, Limits limits,
               Language from, Language to, std::shared_ptr<const Lexicon> lexicon = nullptr,
               std::unique_ptr<models::Aligner> aligner = nullptr);

  const Codec& codec() const { return *codec_; }
  const GenerationConfig& generation() const { return generation_; }
  const Language& to() const { return to_; }

  // Nothing in it is for a network.
  bool needs_none(const text::Sentence& sentence) const;

  // The sentence, or parts of it where it is too much for one call or, with `by_clauses`, where the
  // network is better at its clauses. An error: it cannot be cut, or the network could not read it.
  Result<std::vector<Clause>> parts(const text::Sentence& sentence, bool by_clauses) const;

  // The n-th way for a part: what the network was made for first; then more beams that must have
  // all markers; then, for a network without markers of its own, words that it may copy.
  bool has(const text::Sentence& part, int attempt) const;
  // None: the markers do not suffice.
  std::optional<Prepared> prepare(const text::Sentence& part, int attempt) const;

  // The best hypothesis that passes, or the one that those that pass agree on most and that means
  // what the part does (translate/meaning.h); lost where there is none, or little confidence in it.
  Translation choose(const std::vector<Hypothesis>& pool, const text::Sentence& part,
                     const Prepared& prepared) const;

 private:
  struct Choice {
    Translation translation;
    Candidate candidate;
    double confidence;
    const Hypothesis* hypothesis;
  };
  std::optional<Choice> best_of(std::vector<Choice>& choices, const text::Sentence& part,
                                Translation& first) const;
  Translation meant(Translation translation, const text::Sentence& part) const;
  void add_alternatives(Translation& chosen, const std::vector<Choice>& choices,
                        const text::Sentence& part) const;
  text::Sentence readable(const text::Sentence& sentence) const;
  // As the network reads it; `origin` maps its bytes to those of the part.
  text::Sentence written_out(const text::Sentence& part, text::ByteMap* origin = nullptr) const;
  size_t pieces(std::string_view word) const;
  Result<void> cut(const Clause& part, int depth, std::vector<Clause>& parts) const;
  std::vector<TokenLimit> limits(const ProtectedText& source, bool all) const;
  std::span<const int> chosen(const Hypothesis& hypothesis) const;
  LexiconScore lexicon_score(const Hypothesis& hypothesis, const Prepared& prepared) const;
  std::optional<Restored> restored(std::string_view text, std::span<const int> ids,
                                   const text::Sentence& part, const Prepared& prepared) const;
  struct AlignedPieces;
  std::optional<AlignedPieces> aligned(std::span<const int> ids, const Prepared& prepared) const;
  Translation with_links(Translation translation, const Hypothesis& hypothesis,
                         const text::Sentence& part, const Prepared& prepared) const;
  Translation judge(const Hypothesis& hypothesis, const text::Sentence& part,
                    const Prepared& prepared) const;

  const std::unique_ptr<const Codec> codec_;
  const GenerationConfig generation_;
  const Limits limits_;
  const Language from_, to_;
  const std::span<const MeaningGuard> guards_;
  const std::shared_ptr<const Lexicon> lexicon_;    // or null
  const std::unique_ptr<models::Aligner> aligner_;  // or null
  const Markers* own_markers_;                      // those it was trained with, or null
  std::vector<int> own_marker_ids_;
};

// A hypothesis that is this much worse than the best one, per token (natural log), is not what the
// network means, even if it has all placeholders.
inline constexpr double kMuchWorse = 1.0;

inline Translation untranslated(const text::Sentence& sentence, std::string why,
                                double mean_logprob = 0) {
  return {sentence, true, std::move(why), mean_logprob};
}

}  // namespace sotto::translate
