// The reading of words on the way from a text in one language to speech in another.
#pragma once

#include <functional>
#include <memory>

#include "pipeline/session.h"
#include "text/pronouncer.h"

namespace sotto::engine {

// Immutable.
class Flow {
 public:
  // With the user's readings in both languages. The error: a file of his is broken.
  static Result<Flow> open(const Language& from, const Language& to, text::Verbatim read);

  // A session's options and parts, with the languages of this flow, which outlives it.
  pipeline::SessionOptions options(pipeline::SessionOptions others) const;
  pipeline::SessionParts parts(
      translate::Translator* translator, speech::Voice* voice,
      std::function<Result<std::unique_ptr<speech::Voice>>()> open_source_voice) const;

 private:
  Flow(Language from, Language to, text::Verbatim read, text::Pronouncer readings,
       text::Pronouncer source_readings);

  Language from_, to_;
  text::Verbatim read_;
  text::Pronouncer readings_, source_readings_;
};

}  // namespace sotto::engine
