// Counts and measurements of the server, for Prometheus.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "pipeline/utterance.h"

namespace sotto::serve {

// Used by any thread.
class Metrics {
 public:
  Metrics();
  ~Metrics();

  void request(const std::string& route, int status, double seconds);
  void utterance(const pipeline::Utterance& utterance);  // its stages, its sound, its cache hit
  void batch(int sentences, int jobs);
  void translated(int sentences, int from_cache);
  void computed(const std::string& what, double seconds);  // a translator, or a voice
  void message(const std::string& outcome);                // of the speaker

  // Read when somebody asks.
  void watch(const std::string& name, const std::string& help, std::function<double()> value);

  std::string text() const;  // the exposition format, version 0.0.4

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sotto::serve
