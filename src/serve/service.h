// What all requests of the server share.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "audio/sink.h"
#include "engine/engine.h"
#include "pipeline/pipeline.h"
#include "serve/access.h"
#include "serve/file_store.h"
#include "serve/gate.h"
#include "serve/metrics.h"

namespace sotto::serve {

class Speaker;

struct ServiceOptions {
  engine::EngineOptions engine;
  Keys keys;                         // empty: whoever reaches the server may ask
  std::vector<std::string> origins;  // of pages that may ask from a browser
  bool loopback_only = true;         // names of this machine alone are answered to
  int requests_a_minute = 0;         // of each caller; 0: no limit
  double seconds_a_minute = 0;       // of computing, the same
  GateLimits translating = {64, 128, false, std::chrono::seconds(30)};
  int max_chars = 10000;  // of a text
};

class Service {
 public:
  explicit Service(ServiceOptions options);

  // As Engine::speak, and counted.
  Result<pipeline::PipelineResult> speak(const engine::SpeechOrder& order,
                                         pipeline::ByteSource& source, audio::Sink& sink,
                                         const pipeline::SessionEvents& events,
                                         const std::stop_token& stop);

  const ServiceOptions options;
  Metrics metrics;
  RateLimit rate_limit, compute_limit;
  RateLimit wrong_keys{30};  // of an address
  Origins origins;
  Gate translating;
  FileStore files;
  struct {
    std::once_flag made;
    std::string json;
  } languages;                         // what GET /languages lists: the same for the server's life
  std::atomic<bool> draining = false;  // takes nothing new
  Speaker* speaker = nullptr;          // none: this server has no sound of its own
  engine::Engine engine;               // tells the others of its work, to its end
};

}  // namespace sotto::serve
