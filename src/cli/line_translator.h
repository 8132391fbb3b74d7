// A line of any number of sentences, translated sentence by sentence and joined again.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "text/language.h"
#include "translate/translator.h"

namespace sotto::cli {

struct TranslatedLine {
  struct Part {
    std::string source;
    translate::Translation translation;
    double milliseconds = 0;
  };
  std::string source, text;                      // one line each
  std::vector<Part> parts;                       // the sentences; none for an empty line
  std::optional<translate::RawTranslation> raw;  // instead of parts
  double milliseconds = 0;

  // Why a sentence stayed as it was; empty when all are translated.
  std::string why_lost() const;
  std::string json(size_t number) const;  // one line; `number` from 0
};

class LineTranslator {
 public:
  // The translator outlives this.
  LineTranslator(translate::Translator& translator, text::Language from, text::Language to);

  // The only error is `cancelled`.
  Result<TranslatedLine> translate(const std::string& line, const std::stop_token& stop);

  // The line goes to the network as it is: no splitting, protection or guard.
  Result<TranslatedLine> translate_raw(const std::string& line, const std::stop_token& stop);

 private:
  std::vector<text::Sentence> sentences_of(const std::string& line) const;

  translate::Translator& translator_;
  text::Language from_, to_;
};

}  // namespace sotto::cli
