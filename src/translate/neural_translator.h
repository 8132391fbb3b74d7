// The translator around an encoder-decoder network: protection before it, judgement after it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/seq2seq.h"
#include "translate/codec.h"
#include "translate/decode_policy.h"
#include "translate/generation_config.h"
#include "translate/prompts.h"
#include "translate/search/speculation.h"
#include "translate/translation_memory.h"
#include "translate/translator.h"

namespace sotto::translate {

// The parts of a translator that a network and its folder determine.
struct NetworkParts {
  std::unique_ptr<models::Seq2SeqSession> session;
  std::unique_ptr<const Codec> codec;
  int start_token;
  int longest_source;  // tokens that it was trained for
  GenerationConfig generation;
  std::unique_ptr<Speculation> speculation = nullptr;  // of greedy searches; or none
  int n_best = 1;
  int context = 0;  // texts before that Codec::encode_behind() is given
  std::shared_ptr<const Lexicon> lexicon = nullptr;
  std::shared_ptr<const TranslationMemory> memory = nullptr;
  std::unique_ptr<models::Aligner> aligner = nullptr;  // or none
  size_t step_bytes = 0;  // of weights, that one step of the decoder reads; 0: not known
};

class NeuralTranslator final : public Translator {
 public:
  // All ids of the codec are in the network.
  NeuralTranslator(NetworkParts network, Language from, Language to);

  Result<std::vector<Translation>> translate_batch(std::span<const text::Sentence> sentences,
                                                   std::stop_token stop) override;
  void remember(const text::Sentence& sentence, const Translation& made) override;
  // A feed's sentences may be of many callers: none is context of another.
  void translate_feed(Feed& feed) override;
  Result<std::vector<RawTranslation>> translate_raw(std::span<const std::string> lines,
                                                    std::stop_token stop) override;
  size_t step_bytes() const override { return network_.step_bytes; }

 private:
  Result<std::vector<std::vector<Hypothesis>>> search_raw(std::span<const std::vector<int>> sources,
                                                          const std::stop_token& stop);
  Result<std::vector<Translation>> translate_together(std::span<const text::Sentence> sentences,
                                                      const std::stop_token& stop);

  const DecodePolicy policy_;
  NetworkParts network_;            // what policy_ did not take
  std::vector<PromptTurn> before_;  // the last network_.context sentences
};

}  // namespace sotto::translate
