// What all requests of the server share.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "audio/sink.h"
#include "engine/translators.h"
#include "engine/voices.h"
#include "pipeline/pipeline.h"
#include "serve/access.h"
#include "serve/file_store.h"
#include "serve/gate.h"
#include "serve/metrics.h"

namespace sotto::serve {

class Speaker;

struct ServiceOptions {
  engine::TranslatorsOptions translators;
  engine::VoicesOptions voices;
  Keys keys;                         // empty: whoever reaches the server may ask
  std::vector<std::string> origins;  // of pages that may ask from a browser
  bool loopback_only = true;         // names of this machine alone are answered to
  int requests_a_minute = 0;         // of each caller; 0: no limit
  double seconds_a_minute = 0;       // of computing, the same
  GateLimits translating = {64, 128, 0, std::chrono::seconds(30)};
  GateLimits speaking = {8, 32, 0, std::chrono::seconds(30)};
  int max_chars = 10000;  // of a text
};

// A text that is to be spoken.
struct SpeechOrder {
  text::Language from, to;
  std::string model;  // of a translator; empty: the first that can
  std::vector<engine::VoiceChoice> voices = {
      engine::VoiceChoice()};  // the next one when one breaks; at least one
  double rate = 1;
  std::string caller;
  pipeline::PipelineOptions options;
};

class Service {
 public:
  explicit Service(ServiceOptions options);

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
  Result<pipeline::PipelineResult> speak(SpeechOrder order, pipeline::ByteSource& source,
                                         audio::Sink& sink, pipeline::PipelineEvents events,
                                         const std::stop_token& stop);

  const ServiceOptions options;
  Metrics metrics;
  engine::Translators translators;
  engine::Voices voices;
  RateLimit rate_limit, compute_limit;
  RateLimit wrong_keys{30};  // of an address
  Origins origins;
  Gate translating, speaking;
  FileStore files;
  std::atomic<bool> draining = false;  // takes nothing new
  Speaker* speaker = nullptr;          // none: this server has no sound of its own

 private:
  // A translator or a voice has worked for a caller.
  void charge(const char* what, const std::string& caller, double seconds);
  Result<std::unique_ptr<speech::Voice>> open_voice(const SpeechOrder& order);
  Result<std::unique_ptr<translate::Translator>> translator_for(const SpeechOrder& order,
                                                                const std::stop_token& stop);
};

}  // namespace sotto::serve
