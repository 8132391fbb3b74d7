// Flags for the queue of jobs: its address, and how one gets in.
#pragma once

#include "cluster/connection.h"

namespace CLI {
class App;
}

namespace sotto::cli {

// `options` stays where it is for as long as `app`.
void add_cluster_flags(CLI::App& app, cluster::ConnectionOptions& options);
// The same for a verb that needs no queue: `--nats` is empty where it is not given.
void add_optional_cluster_flags(CLI::App& app, cluster::ConnectionOptions& options);

// The error names the flag that another one needs beside it.
Result<void> check_cluster_flags(const cluster::ConnectionOptions& options);

}  // namespace sotto::cli
