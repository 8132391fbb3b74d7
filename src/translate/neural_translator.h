// The translator around an encoder-decoder network: protection before it, judgement after it.
#pragma once

#include <memory>
#include <string>

#include "models/seq2seq.h"
#include "translate/codec.h"
#include "translate/generation_config.h"
#include "translate/placeholders.h"
#include "translate/translator.h"

namespace sotto::translate {

// What a network and its folder say about themselves.
struct NetworkParts {
  std::unique_ptr<models::Seq2SeqSession> session;
  std::unique_ptr<const Codec> codec;
  int start_token;
  int longest_source;  // tokens that it was trained for
  GenerationConfig generation;
  std::unique_ptr<models::Seq2SeqSession> draft = nullptr;  // passes check_draft(); or none
  int draft_tokens = 4;
  int n_best = 1;
  size_t step_bytes = 0;  // of weights, that one step of the decoder reads; 0: not known
};

class NeuralTranslator final : public Translator {
 public:
  // All ids of the codec are in the network.
  NeuralTranslator(NetworkParts network, text::Language from, text::Language to);

  Result<Translation> translate(const text::Sentence& sentence, std::stop_token stop) override;
  Result<std::vector<Translation>> translate_batch(std::span<const text::Sentence> sentences,
                                                   std::stop_token stop) override;
  Result<std::vector<RawTranslation>> translate_raw(std::span<const std::string> lines,
                                                    std::stop_token stop) override;
  size_t step_bytes() const override { return network_.step_bytes; }

 private:
  struct Attempt;
  struct Prepared;

  Result<Translation> translate_part(const text::Sentence& part, int depth, std::stop_token stop);
  Result<Translation> translate_halves(const text::Sentence& part, int depth, std::string why,
                                       std::stop_token stop);
  Result<Translation> attempt(const text::Sentence& part, const Attempt& how, std::stop_token stop);
  std::optional<Prepared> prepare(const text::Sentence& part, const Attempt& how) const;
  Result<std::vector<std::vector<Hypothesis>>> find(std::span<const std::vector<int>> sources,
                                                    std::span<const SearchOptions> options,
                                                    const std::stop_token& stop);
  Translation choose(const std::vector<Hypothesis>& pool, const text::Sentence& part,
                     const Prepared& prepared) const;
  bool goes_in_one_piece(const text::Sentence& sentence) const;
  bool needs_no_translation(const text::Sentence& sentence) const;
  std::vector<TokenLimit> limits(const ProtectedText& source, bool all) const;
  Translation judge(const Hypothesis& hypothesis, const text::Sentence& part,
                    const ProtectedText& source, std::span<const int> source_ids,
                    const Markers* markers) const;

  NetworkParts network_;
  text::Language from_, to_;
  const Markers* own_markers_;  // those it was trained with, or null
  std::vector<int> own_marker_ids_;
};

}  // namespace sotto::translate
