#include "engine/flow.h"

#include <utility>

namespace sotto::engine {

Flow::Flow(Language from, Language to, text::Verbatim read, text::Pronouncer readings,
           text::Pronouncer source_readings)
    : from_(std::move(from)),
      to_(std::move(to)),
      read_(read),
      readings_(std::move(readings)),
      source_readings_(std::move(source_readings)) {
  readings_.read_aloud(read);
  source_readings_.read_aloud(read);
}

Result<Flow> Flow::open(const Language& from, const Language& to, text::Verbatim read) {
  Result<text::Pronouncer> readings = text::Pronouncer::of_user(to);
  if (!readings) return readings.error();
  Result<text::Pronouncer> source_readings = text::Pronouncer::of_user(from);
  if (!source_readings) return source_readings.error();
  return Flow(from, to, read, *std::move(readings), *std::move(source_readings));
}

pipeline::SessionOptions Flow::options(pipeline::SessionOptions others) const {
  others.speech_text.language = from_;
  others.listener = to_;
  others.speech_text.read = read_;
  return others;
}

pipeline::SessionParts Flow::parts(
    translate::Translator* translator, speech::Voice* voice,
    std::function<Result<std::unique_ptr<speech::Voice>>()> open_source_voice) const {
  return {.translator = translator,
          .voice = voice,
          .open_source_voice = std::move(open_source_voice),
          .readings = &readings_,
          .source_readings = &source_readings_};
}

}  // namespace sotto::engine
