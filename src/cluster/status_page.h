// /health, /ready and /metrics of a worker, for whoever runs it.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "cluster/live_worker.h"
#include "cluster/worker.h"
#include "net/listener.h"

namespace sotto::cluster {

// Gives what there is to show. Called by any thread, until serve_status() has ended.
struct StatusSource {
  std::function<bool()> is_up;     // it has a connection to the server
  std::function<bool()> is_ready;  // and asks for work
  std::function<std::string()> metrics;
};

// The exposition format of Prometheus, version 0.0.4.
std::string metrics_of(const Worker& worker);
std::string metrics_of(const LiveWorker& worker);

// Serves them until `stop` is set. `listening` is told each address, with its port. The error: it
// cannot be listened there. Nothing of a job is shown.
Result<void> serve_status(const net::Address& address, const StatusSource& source,
                          const std::function<void(const std::string& url)>& listening,
                          const std::stop_token& stop);

}  // namespace sotto::cluster
