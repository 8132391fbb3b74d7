// The flow from a text in one language to speech in another, with how the user wants words read.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "pipeline/pipeline.h"
#include "text/readings.h"

namespace sotto::engine {

// Immutable.
class Flow {
 public:
  // With the user's readings in both languages. The error: a file of his is broken.
  static Result<Flow> open(const Language& from, const Language& to, text::ReadAloud read);

  // Who does the work; see pipeline::PipelineParts.
  struct Parts {
    pipeline::ByteSource* source;
    translate::Translator* translator;
    speech::Voice* voice;
    audio::Sink* sink;
    std::function<Result<std::unique_ptr<speech::Voice>>()> open_source_voice;
  };
  // As run_pipeline; the languages are this flow's.
  pipeline::PipelineResult run(pipeline::PipelineOptions options, Parts parts,
                               const pipeline::PipelineEvents& events,
                               const std::stop_token& stop) const;

 private:
  Flow(Language from, Language to, text::ReadAloud read, text::Readings readings,
       text::Readings source_readings);

  Language from_, to_;
  text::ReadAloud read_;
  text::Readings readings_, source_readings_;
};

}  // namespace sotto::engine
