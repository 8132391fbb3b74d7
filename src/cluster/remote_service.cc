#include "cluster/remote_service.h"

#include "base/log.h"
#include "cluster/elsewhere.h"

namespace sotto::cluster {
namespace {

constexpr std::chrono::milliseconds kFirstWorker{3000};

}  // namespace

RemoteService::RemoteService(std::unique_ptr<Wire> wire, const DoorOptions& options)
    : wire_(std::move(wire)), roster_(*wire_, options.silence), door_(*wire_, options) {}

Result<std::unique_ptr<RemoteService>> RemoteService::open(const ConnectionOptions& nats,
                                                           const DoorOptions& options,
                                                           const std::stop_token& stop) {
  auto wire = Wire::open(nats, stop);
  if (!wire) return wire.error();
  std::unique_ptr<RemoteService> remote(new RemoteService(*std::move(wire), options));
  if (const Result<void> begun = remote->door_.begin(); !begun) return begun.error();
  if (const Result<void> begun = remote->roster_.begin(); !begun) return begun.error();
  if (!remote->roster_.wait_for_one(kFirstWorker, stop) && !stop.stop_requested())
    log::warn("no worker is there yet; `sotto work` on any machine of this queue starts one");
  return remote;
}

std::string RemoteService::trouble() const {
  if (!wire_->is_up()) return "the server has no connection to its workers";
  return roster_.workers() > 0 ? "" : "no worker is there";
}

void RemoteService::take_over(serve::ServiceOptions& service, std::vector<std::string> models) {
  service.engine.translators.elsewhere = translators_of(door_, roster_, std::move(models));
  service.engine.voices.elsewhere = voices_of(door_, roster_);
  service.trouble = [this] { return trouble(); };
  service.watch = [this](serve::Metrics& metrics) {
    const DoorCounts& counts = door_.counts();
    metrics.watch("sotto_workers", "Workers that are there",
                  [this] { return static_cast<double>(roster_.workers()); });
    metrics.watch("sotto_worker_connection", "1: to the server of NATS",
                  [this] { return wire_->is_up() ? 1.0 : 0.0; });
    metrics.watch("sotto_worker_asked", "Requests that were put to workers",
                  [&counts] { return static_cast<double>(counts.asked); });
    metrics.watch("sotto_worker_asked_again", "Of these, put to another one, as the first was gone",
                  [&counts] { return static_cast<double>(counts.again); });
    metrics.watch("sotto_worker_seams", "Sentences whose second worker made other sound",
                  [&counts] { return static_cast<double>(counts.seams); });
    metrics.watch("sotto_worker_unheard", "Requests that no worker has answered",
                  [&counts] { return static_cast<double>(counts.unheard); });
  };
}

}  // namespace sotto::cluster
