#include "cli/cluster_flags.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/printable.h"

namespace sotto::cli {

namespace {

void add_entry_flags(CLI::App& app, cluster::ConnectionOptions& options) {
  app.add_option("--nats-creds", options.credentials,
                 "File with a JWT and its seed, as nsc writes it")
      ->type_name("FILE");
  app.add_option("--nats-nkey", options.nkey, "Public NKey, with --nats-nkey-seed");
  app.add_option("--nats-nkey-seed", options.nkey_seed, "File with the seed of that NKey")
      ->type_name("FILE");
  app.add_option("--nats-ca", options.tls_ca, "File of the authority that the server's owner uses")
      ->type_name("FILE");
  app.add_option("--nats-cert", options.tls_certificate,
                 "File of the client's certificate, with --nats-key")
      ->type_name("FILE");
  app.add_option("--nats-key", options.tls_key, "File of that certificate's key")
      ->type_name("FILE");
}

}  // namespace

void add_cluster_flags(CLI::App& app, cluster::ConnectionOptions& options) {
  app.add_option("--nats", options.url,
                 "NATS server with JetStream, or several of one cluster, separated by commas; "
                 "tls:// for TLS")
      ->capture_default_str();
  add_entry_flags(app, options);
}

void add_optional_cluster_flags(CLI::App& app, cluster::ConnectionOptions& options) {
  options.url.clear();
  app.add_option("--nats", options.url,
                 "NATS server, or several of one cluster, separated by commas: workers there "
                 "(`sotto work`) translate and speak, and not this machine");
  add_entry_flags(app, options);
}

Result<void> check_cluster_flags(const cluster::ConnectionOptions& options) {
  const struct {
    const char *one, *other;
    bool has_one, has_other;
  } pairs[] = {
      {"--nats-nkey", "--nats-nkey-seed", !options.nkey.empty(), !options.nkey_seed.empty()},
      {"--nats-cert", "--nats-key", !options.tls_certificate.empty(), !options.tls_key.empty()}};
  for (const auto& pair : pairs) {
    if (pair.has_one == pair.has_other) continue;
    return Error{Errc::bad_argument,
                 std::string(pair.has_one ? pair.one : pair.other) + ": is there without " +
                     (pair.has_one ? pair.other : pair.one) + ", expected both"};
  }
  // libnats opens some of them when it has reached a server, and then speaks of the server.
  const std::pair<const char*, const std::string&> files[] = {
      {"--nats-creds", options.credentials},
      {"--nats-nkey-seed", options.nkey_seed},
      {"--nats-ca", options.tls_ca},
      {"--nats-cert", options.tls_certificate},
      {"--nats-key", options.tls_key}};
  for (const auto& [flag, path] : files) {
    if (path.empty() || ::access(path.c_str(), R_OK) == 0) continue;
    return Error{Errc::bad_argument, std::string(flag) + " " + printable(path) +
                                         ": cannot be read: " + std::strerror(errno)};
  }
  return {};
}

}  // namespace sotto::cli
