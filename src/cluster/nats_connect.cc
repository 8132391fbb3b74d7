#include "cluster/nats_connect.h"

#ifdef SOTTO_NATS

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/log.h"
#include "base/printable.h"

namespace sotto::cluster {
namespace {

using ConnectClock = std::chrono::steady_clock;

void hear_of_error(natsConnection*, natsSubscription*, natsStatus status, void* nats) {
  log::debug("NATS: {}", static_cast<const Nats*>(nats)->natsStatus_GetText(status));
}

Result<void> set_options(const Nats& n, const ConnectionOptions& wanted, Wants wants,
                         natsOptions* options) {
  std::vector<std::string> urls;
  for (size_t begin = 0; begin <= wanted.url.size();) {
    const size_t end = std::min(wanted.url.find(',', begin), wanted.url.size());
    urls.push_back(wanted.url.substr(begin, end - begin));
    begin = end + 1;
  }
  std::vector<const char*> servers;
  for (const std::string& url : urls) servers.push_back(url.c_str());
  const bool is_tls = wanted.url.find("tls://") != std::string::npos || !wanted.tls_ca.empty() ||
                      !wanted.tls_certificate.empty();
  const bool at_once = wants == Wants::messages;
  const struct {
    const char* flag;
    const std::string& value;
    natsStatus status;
  } set[] = {{"--nats", wanted.url,
              n.natsOptions_SetServers(options, servers.data(), static_cast<int>(servers.size()))},
             {"--nats", wanted.url, n.natsOptions_SetName(options, wanted.name.c_str())},
             {"--nats", wanted.url, n.natsOptions_SetMaxReconnect(options, -1)},
             {"--nats", wanted.url, n.natsOptions_SetReconnectWait(options, 200)},
             {"--nats", wanted.url, n.natsOptions_SetReconnectJitter(options, 100, 100)},
             {"--nats", wanted.url, n.natsOptions_SetFailRequestsOnDisconnect(options, true)},
             {"--nats", wanted.url, at_once ? n.natsOptions_SetSendAsap(options, true) : NATS_OK},
             // One thread hears for all subjects, of which there are hundreds.
             {"--nats", wanted.url,
              at_once ? n.natsOptions_UseGlobalMessageDelivery(options, true) : NATS_OK},
             {"--nats", wanted.url,
              n.natsOptions_SetErrorHandler(options, hear_of_error, const_cast<Nats*>(&n))},
             {"--nats-creds", wanted.credentials,
              wanted.credentials.empty() ? NATS_OK
                                         : n.natsOptions_SetUserCredentialsFromFiles(
                                               options, wanted.credentials.c_str(), nullptr)},
             {"--nats-nkey", wanted.nkey,
              wanted.nkey.empty() ? NATS_OK
                                  : n.natsOptions_SetNKeyFromSeed(options, wanted.nkey.c_str(),
                                                                  wanted.nkey_seed.c_str())},
             {"--nats", wanted.url, is_tls ? n.natsOptions_SetSecure(options, true) : NATS_OK},
             {"--nats-ca", wanted.tls_ca,
              wanted.tls_ca.empty()
                  ? NATS_OK
                  : n.natsOptions_LoadCATrustedCertificates(options, wanted.tls_ca.c_str())},
             {"--nats-cert", wanted.tls_certificate,
              wanted.tls_certificate.empty()
                  ? NATS_OK
                  : n.natsOptions_LoadCertificatesChain(options, wanted.tls_certificate.c_str(),
                                                        wanted.tls_key.c_str())}};
  for (const auto& row : set) {
    if (row.status == NATS_OK) continue;
    return Error{Errc::bad_argument,
                 fmt::format("{} {}: cannot be used: {}", row.flag, printable(shown_url(row.value)),
                             n.natsStatus_GetText(row.status))};
  }
  return {};
}

}  // namespace

bool is_away(natsStatus status) {
  switch (status) {
    case NATS_TIMEOUT:
    case NATS_CONNECTION_DISCONNECTED:
    case NATS_NO_RESPONDERS:
    case NATS_NO_SERVER:
    case NATS_NOT_YET_CONNECTED:
    case NATS_STALE_CONNECTION:
    case NATS_IO_ERROR:
      return true;
    default:
      return false;
  }
}

Result<void> connect_to(const Nats& nats, const ConnectionOptions& options, Wants wants,
                        natsConnection** connection, const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kLongest{5000};
  Handle<natsOptions> made(nats.natsOptions_Destroy);
  if (const natsStatus status = nats.natsOptions_Create(made.out()); status != NATS_OK)
    return Error{Errc::io, nats.natsStatus_GetText(status)};
  if (Result<void> set = set_options(nats, options, wants, made.get()); !set) return set;
  const ConnectClock::time_point until = ConnectClock::now() + std::min(options.patience, kLongest);
  natsStatus status;
  while ((status = nats.natsConnection_Connect(connection, made.get())) != NATS_OK) {
    if (!is_away(status) || ConnectClock::now() >= until || stop.stop_requested())
      return Error{Errc::io,
                   fmt::format("--nats {}: {}, expected a NATS server{}",
                               printable(shown_url(options.url)), nats.natsStatus_GetText(status),
                               wants == Wants::jetstream ? " with JetStream" : "")};
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return {};
}

}  // namespace sotto::cluster

#endif
