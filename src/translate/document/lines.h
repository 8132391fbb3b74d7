// A line of any number of sentences, translated sentence by sentence and joined again.
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/language.h"
#include "sotto/error.h"
#include "translate/translator.h"

namespace sotto::translate {

struct TranslatedLine {
  struct Part {
    std::string source;
    Translation translation;
    double milliseconds = 0;
  };
  std::string source, text;           // one line each
  std::vector<Part> parts;            // the sentences; none for an empty line
  std::optional<RawTranslation> raw;  // instead of parts
  double milliseconds = 0;

  // Why a sentence stayed as it was; empty when all are translated.
  std::string why_lost() const;
  std::string json(size_t number) const;  // one line; `number` from 0
};

class LineTranslator {
 public:
  // The translator outlives this.
  LineTranslator(Translator& translator, Language from, Language to);

  // All in one batch, as many as there are lines, in their order. The only error is `cancelled`.
  Result<std::vector<TranslatedLine>> translate(std::span<const std::string> lines,
                                                const std::stop_token& stop);

  // The lines go to the network as they are: no splitting, protection or guard.
  Result<std::vector<TranslatedLine>> translate_raw(std::span<const std::string> lines,
                                                    const std::stop_token& stop);

 private:
  Result<std::vector<Translation>> translate_one(const text::Sentence& sentence,
                                                 const std::stop_token& stop);
  Result<std::vector<text::Sentence>> sentences_of(const std::string& line,
                                                   const std::stop_token& stop) const;

  Translator& translator_;
  Language from_, to_;
};

}  // namespace sotto::translate
