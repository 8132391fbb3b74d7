#include "engine/flow.h"

#include <utility>

namespace sotto::engine {

Flow::Flow(Language from, Language to, text::ReadAloud read, text::Readings readings,
           text::Readings source_readings)
    : from_(std::move(from)),
      to_(std::move(to)),
      read_(read),
      readings_(std::move(readings)),
      source_readings_(std::move(source_readings)) {
  readings_.read_aloud(read);
  source_readings_.read_aloud(read);
}

Result<Flow> Flow::open(const Language& from, const Language& to, text::ReadAloud read) {
  Result<text::Readings> readings = text::Readings::of_user(to);
  if (!readings) return readings.error();
  Result<text::Readings> source_readings = text::Readings::of_user(from);
  if (!source_readings) return source_readings.error();
  return Flow(from, to, read, *std::move(readings), *std::move(source_readings));
}

pipeline::PipelineResult Flow::run(pipeline::PipelineOptions options, Parts parts,
                                   const pipeline::PipelineEvents& events,
                                   const std::stop_token& stop) const {
  options.speech_text.language = from_;
  options.listener = to_;
  options.speech_text.read = read_;
  const pipeline::PipelineParts all = {.source = parts.source,
                                       .translator = parts.translator,
                                       .voice = parts.voice,
                                       .sink = parts.sink,
                                       .open_source_voice = std::move(parts.open_source_voice),
                                       .readings = &readings_,
                                       .source_readings = &source_readings_};
  return pipeline::run_pipeline(options, all, events, stop);
}

}  // namespace sotto::engine
