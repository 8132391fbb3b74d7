#include "cluster/status_page.h"

#include <fmt/format.h>

#include <thread>

#include "net/http.h"
#include "net/io_thread.h"

namespace sotto::cluster {
namespace {

constexpr size_t kMostClients = 32;
constexpr std::chrono::milliseconds kGrace{1000};
const std::string kBusy =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
    "Connection: close\r\n\r\n";

void answer(net::Exchange& exchange, const StatusSource& source) {
  constexpr const char* kAway = "no connection to the queue\n";
  const std::string& path = exchange.request().path;
  if (exchange.request().method != "GET") return exchange.refuse(405, "expected GET");
  if (path == "/metrics")
    return exchange.reply(200, "text/plain; version=0.0.4; charset=utf-8", source.metrics());
  if (path == "/health") {
    if (source.is_up()) return exchange.reply(200, "text/plain", "ok\n");
    return exchange.reply(503, "text/plain", kAway);
  }
  if (path == "/ready") {
    if (source.is_ready()) return exchange.reply(200, "text/plain", "ready\n");
    return exchange.reply(503, "text/plain", source.is_up() ? "it asks for no work yet\n" : kAway);
  }
  exchange.refuse(404, "there is /metrics, /ready and /health");
}

class StatusClient final : public net::Client {
 public:
  StatusClient(net::Socket& socket, const StatusSource& source)
      : socket_(socket), connection_(socket, limits_), source_(source) {}

  std::optional<net::Clock::time_point> serve() override {
    std::unique_ptr<net::Exchange> exchange;
    do {
      exchange.reset();
      if (const auto until = connection_.waits_until()) return until;
      exchange = connection_.next();
      if (exchange != nullptr) answer(*exchange, source_);
    } while (exchange != nullptr && connection_.finish(*exchange));
    return std::nullopt;
  }
  void close_soon() override {
    connection_.close_after_answer();
    if (!connection_.busy()) socket_.stop_reading();
  }
  std::optional<net::Clock::time_point> idle_since() const override {
    return connection_.idle_since();
  }

 private:
  net::HttpLimits limits_;
  net::Socket& socket_;
  net::HttpConnection connection_;
  const StatusSource& source_;
};

}  // namespace

std::string metrics_of(const Worker& worker) {
  const WorkerCounts& counts = worker.counts();
  std::string text;
  const auto add = [&](const char* name, const char* type, const char* help, double value) {
    text += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, help, type, value);
  };
  add("sotto_worker_ready", "gauge", "1: it has a connection, and asks for jobs.",
      worker.is_ready() ? 1 : 0);
  add("sotto_worker_jobs_under_way", "gauge", "Sentences that it has now.", counts.under_way);
  const struct {
    const char* outcome;
    uint64_t count;
  } outcomes[] = {{"done", counts.done},
                  {"found", counts.found},
                  {"dropped", counts.dropped},
                  {"again", counts.again},
                  {"dead", counts.dead}};
  text +=
      "# HELP sotto_worker_jobs_total Sentences by what has become of them.\n"
      "# TYPE sotto_worker_jobs_total counter\n";
  for (const auto& [outcome, count] : outcomes)
    text += fmt::format("sotto_worker_jobs_total{{outcome=\"{}\"}} {}\n", outcome, count);
  add("sotto_worker_busy_seconds_total", "counter", "Time that sentences took, of all slots.",
      static_cast<double>(counts.busy_us) * 1e-6);
  return text;
}

std::string metrics_of(const LiveWorker& worker) {
  const LiveCounts& counts = worker.counts();
  const struct {
    const char* outcome;
    uint64_t count;
  } outcomes[] = {{"done", counts.done},
                  {"stopped", counts.stopped},
                  {"busy", counts.busy},
                  {"failed", counts.failed}};
  std::string text = fmt::format(
      "# HELP sotto_worker_requests_under_way Requests of doors that it has now.\n"
      "# TYPE sotto_worker_requests_under_way gauge\n"
      "sotto_worker_requests_under_way {}\n"
      "# HELP sotto_worker_requests_total Requests of doors by what has become of them.\n"
      "# TYPE sotto_worker_requests_total counter\n",
      counts.under_way.load());
  for (const auto& [outcome, count] : outcomes)
    text += fmt::format("sotto_worker_requests_total{{outcome=\"{}\"}} {}\n", outcome, count);
  return text;
}

Result<void> serve_status(const net::Address& address, const StatusSource& source,
                          const std::function<void(const std::string& url)>& listening,
                          const std::stop_token& stop) {
  auto listeners = net::Listener::open_all(address);
  if (!listeners) return listeners.error();
  for (const auto& listener : *listeners)
    listening(fmt::format("http://{}:{}", listener->address().host, listener->address().port));
  const net::ClientMaker make = [&](net::Socket& socket) {
    return std::make_unique<StatusClient>(socket, source);
  };
  net::IoThread io;
  std::vector<std::jthread> threads;
  for (const auto& listener : *listeners) {
    net::Listener* door = listener.get();
    threads.emplace_back([&, door] { door->run(make, kMostClients, kBusy, kGrace, io, stop); });
  }
  threads.clear();
  return {};
}

}  // namespace sotto::cluster
