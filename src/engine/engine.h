// The engine, which translates and speaks: translators, voices, what they share, and the flow
// through them.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "audio/sink.h"
#include "engine/registers.h"
#include "engine/speech_session.h"
#include "engine/translators.h"
#include "engine/voices.h"
#include "pipeline/pipeline.h"

namespace sotto::engine {

struct EngineOptions {
  TranslatorsOptions translators;
  VoicesOptions voices;
  WantedRegister spoken;  // the register of Japanese, for orders that name none
  pipeline::SchedulerOptions scheduler;
  // Hears, on any thread, of the time that "reader", "translator" or "voice" has worked for a
  // caller.
  std::function<void(const char* who, const std::string& caller, double seconds)> worked =
      [](const char*, const std::string&, double) {};
};

// A text that is to be spoken.
struct SpeechOrder {
  Language from, to;
  std::string model;  // of a translator; empty: the first that can
  std::vector<VoiceChoice> voices = {
      VoiceChoice()};  // the next one when one breaks; none: text only
  double rate = 1;
  WantedRegister in_register;  // what is translated to Japanese
  std::string caller;
  pipeline::SessionOptions options;
};

// Used by any thread. Weights of translators and of voices have one limit together
// (TranslatorsOptions::max_bytes).
class Engine {
 public:
  explicit Engine(EngineOptions options);

  // Whether the order's parts go together, as far as can be told without opening them.
  Result<void> check(const SpeechOrder& order) const;

  // Opens all that the order needs, as speak() does. The error says what is wrong, with the owner's
  // files; else it is said who will be heard.
  Result<std::string> probe(const SpeechOrder& order);

  // A session with what `order` names; the engine outlives it. Models are loaded meanwhile, on the
  // caller's thread. The error is that of what cannot be opened.
  Result<std::unique_ptr<SpeechSession>> open(const SpeechOrder& order,
                                              const pipeline::SessionEvents& events,
                                              const std::stop_token& stop);

  // The same from the source to the sink, as run_pipeline. The error: nothing has been heard.
  Result<pipeline::PipelineResult> speak(const SpeechOrder& order, pipeline::ByteSource& source,
                                         audio::Sink& sink, const pipeline::SessionEvents& events,
                                         const std::stop_token& stop);

 private:
  const std::function<void(const char*, const std::string&, double)> worked_;
  const WantedRegister spoken_;
  Result<std::unique_ptr<speech::Voice>> open_voice(const SpeechOrder& order);
  Result<std::unique_ptr<translate::Translator>> translator_for(const SpeechOrder& order,
                                                                const std::stop_token& stop);

 public:
  Translators translators;
  Voices voices;
  Registers registers;
  pipeline::Scheduler scheduler;
};

}  // namespace sotto::engine
