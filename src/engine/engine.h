// What translates and speaks: translators, voices, what they share, and the flow through them.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "audio/sink.h"
#include "engine/registers.h"
#include "engine/translators.h"
#include "engine/voices.h"
#include "pipeline/pipeline.h"

namespace sotto::engine {

struct EngineOptions {
  TranslatorsOptions translators;
  VoicesOptions voices;
  WantedRegister spoken;  // the register of Japanese, for orders that name none
  // Hears, on any thread, of the time that "reader", "translator" or "voice" has worked for a
  // caller.
  std::function<void(const char* who, const std::string& caller, double seconds)> worked =
      [](const char*, const std::string&, double) {};
};

// A text that is to be spoken.
struct SpeechOrder {
  Language from, to;
  std::string model;                                  // of a translator; empty: the first that can
  std::vector<VoiceChoice> voices = {VoiceChoice()};  // the next one when one breaks; at least one
  double rate = 1;
  WantedRegister in_register;  // what is translated to Japanese
  std::string caller;
  pipeline::PipelineOptions options;
};

// Used by any thread. Weights of translators and of voices have one limit together
// (TranslatorsOptions::max_bytes).
class Engine {
 public:
  explicit Engine(EngineOptions options);

  // Loads the model that the order needs, for as long as the answer lives: before a place is taken,
  // so that those who wait for it keep nobody out. What goes wrong is for speak() to say.
  std::unique_ptr<translate::Translator> load(const SpeechOrder& order,
                                              const std::stop_token& stop);

  // Whether the order's parts go together, as far as can be told without opening them.
  Result<void> check(const SpeechOrder& order) const;

  // Opens all that the order needs, as speak() does. The error says what is wrong, with the owner's
  // files; else it is said who will be heard.
  Result<std::string> rehearse(const SpeechOrder& order);

  // The flow from the source to the sink, as run_pipeline, with what `order` names. The error is
  // that of what cannot be opened: nothing has been heard then.
  Result<pipeline::PipelineResult> speak(const SpeechOrder& order, pipeline::ByteSource& source,
                                         audio::Sink& sink, const pipeline::PipelineEvents& events,
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
};

}  // namespace sotto::engine
