// Shared by all requests of the server.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "audio/sink.h"
#include "engine/engine.h"
#include "net/access.h"
#include "net/gate.h"
#include "net/io_thread.h"
#include "pipeline/pipeline.h"
#include "serve/file_store.h"
#include "serve/metrics.h"

namespace sotto::speaker {
class Speaker;
}

namespace sotto::serve {

struct ServiceOptions {
  engine::EngineOptions engine;
  net::Keys keys;                    // empty: whoever reaches the server may ask
  std::vector<std::string> origins;  // of pages that may ask from a browser
  bool loopback_only = true;         // names of this machine alone are answered to
  int requests_a_minute = 0;         // of each caller; 0: no limit
  double seconds_a_minute = 0;       // of computing, the same
  net::GateLimits translating = {64, 128, false, std::chrono::seconds(30)};
  int max_chars = 10000;  // of a text
  // Why nothing can be translated or spoken now, in a sentence; empty: it can. From any thread.
  std::function<std::string()> trouble = [] { return std::string(); };
  std::function<void(Metrics& metrics)> watch = [](Metrics&) {};  // adds measurements of its own
};

class Service {
 public:
  explicit Service(ServiceOptions options);

  // Engine::open(), counted in the metrics.
  Result<std::unique_ptr<engine::SpeechSession>> open(const engine::SpeechOrder& order,
                                                      const pipeline::SessionEvents& events,
                                                      const std::stop_token& stop);

  // Engine::speak(), counted in the metrics.
  Result<pipeline::PipelineResult> speak(const engine::SpeechOrder& order,
                                         pipeline::ByteSource& source, audio::Sink& sink,
                                         const pipeline::SessionEvents& events,
                                         const std::stop_token& stop);

  const ServiceOptions options;
  Metrics metrics;
  net::RateLimit rate_limit, compute_limit;
  net::RateLimit wrong_keys{30};  // of an address
  net::Origins origins;
  net::Gate translating;
  FileStore files;
  struct {
    std::once_flag made;
    std::string json;
  } languages;                          // what GET /languages lists: the same for the server's life
  std::atomic<bool> draining = false;   // takes nothing new
  net::IoThread io;                     // of what holds no thread
  pipeline::JobQueue streams{8};        // reads its texts, and opens what they need
  speaker::Speaker* speaker = nullptr;  // none: this server has no sound of its own
  engine::Engine engine;                // tells the others of its work, to its end
};

}  // namespace sotto::serve
