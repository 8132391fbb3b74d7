// A session of the engine with all that it holds.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "engine/flow.h"
#include "engine/resting_translator.h"
#include "engine/resting_voice.h"
#include "pipeline/session.h"

namespace sotto::engine {

class SpeechSession {
 public:
  struct Parts {
    Flow flow;
    std::unique_ptr<RestingTranslator> translator;
    std::unique_ptr<RestingVoice> voice;   // null: text only
    RestingVoice::Open open_source_voice;  // of the source language
    bool rests;  // gives back the translator while there is nothing to say
    // Hears, on any thread, of the time that "reader" or "voice" has worked.
    std::function<void(const char* who, double seconds)> worked;
  };

  SpeechSession(const pipeline::SessionOptions& options, Parts parts,
                const pipeline::SessionEvents& events, pipeline::Scheduler& scheduler,
                const std::stop_token& stop);

  pipeline::Session& session() { return session_; }

 private:
  pipeline::SessionEvents with_rests(const pipeline::SessionEvents& events);
  Result<std::unique_ptr<speech::Voice>> open_source_voice();
  std::unique_ptr<speech::Voice> metered_voice(std::unique_ptr<speech::Voice> voice);

  const Flow flow_;
  const std::function<void(const char*, double)> worked_;
  const bool rests_;
  const RestingVoice::Open open_source_voice_;
  const std::unique_ptr<RestingTranslator> translator_;
  const std::unique_ptr<speech::Voice> voice_;
  pipeline::Session session_;  // ends first
};

}  // namespace sotto::engine
