#include "serve/speaker_parts.h"

#include <utility>

namespace sotto::serve {
namespace {

constexpr int kSpeakerRateHz = 48000;

}  // namespace

speaker::SpeakerParts speaker_parts(Service& service, const std::string& output) {
  return {
      .open_session = [&service](const auto& order, const auto& events,
                                 const auto& stop) { return service.open(order, events, stop); },
      .scheduler = &service.engine.scheduler,
      .open_sink =
          [output] {
            auto sink = audio::Sink::open(output, kSpeakerRateHz);
            if (sink || output != "device") return sink;
            Error error = sink.error();
            error.message +=
                "; `sotto serve --speaker FILE.wav` writes the sound to a file instead";
            return Result<std::unique_ptr<audio::Sink>>(std::move(error));
          },
      .count = [&service](speaker::Outcome outcome) { service.metrics.message(name_of(outcome)); }};
}

}  // namespace sotto::serve
