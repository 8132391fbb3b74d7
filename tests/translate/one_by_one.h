// A translator of tests, which says what it makes of one sentence.
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "translate/translator.h"

namespace sotto::translate {

class OneByOne : public Translator {
 public:
  Result<std::vector<Translation>> translate_batch(std::span<const text::Sentence> sentences,
                                                   std::stop_token stop) final {
    std::vector<Translation> all;
    for (const text::Sentence& sentence : sentences) {
      Result<Translation> made = one(sentence, stop);
      if (!made) return made.error();
      all.push_back(*std::move(made));
    }
    return all;
  }

 private:
  virtual Result<Translation> one(const text::Sentence& sentence, std::stop_token stop) = 0;
};

}  // namespace sotto::translate
