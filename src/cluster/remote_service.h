// A server whose work is done by workers: its doors are those of any `sotto serve`.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "cluster/door.h"
#include "cluster/roster.h"
#include "serve/service.h"

namespace sotto::cluster {

// Used by any thread; outlives the service.
class RemoteService {
 public:
  // Waits a few seconds for a worker to say that it is there, so that the first client is not told
  // that there is none. The error: no server of NATS is there.
  static Result<std::unique_ptr<RemoteService>> open(const ConnectionOptions& nats,
                                                     const DoorOptions& options,
                                                     const std::stop_token& stop);

  // Takes translators, voices, health and measurements from here. `models`: as of translators_of().
  void take_over(serve::ServiceOptions& service, std::vector<std::string> models);

  size_t workers() const { return roster_.workers(); }

 private:
  RemoteService(std::unique_ptr<Wire> wire, const DoorOptions& options);
  std::string trouble() const;

  const std::unique_ptr<Wire> wire_;
  Roster roster_;
  Door door_;
};

}  // namespace sotto::cluster
