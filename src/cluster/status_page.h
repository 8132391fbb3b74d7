// /health, /ready and /metrics of a worker, for whoever runs it.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "cluster/worker.h"
#include "net/listener.h"

namespace sotto::cluster {

// The exposition format of Prometheus, version 0.0.4.
std::string metrics_of(const Worker& worker);

// Serves them until `stop` is set. `listening` is told each address, with its port. The error: it
// cannot be listened there. Nothing of a job is shown.
Result<void> serve_status(const net::Address& address, const Worker& worker,
                          const std::function<void(const std::string& url)>& listening,
                          const std::stop_token& stop);

}  // namespace sotto::cluster
