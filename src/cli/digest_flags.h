// --digest of `speak` and `serve`, and who makes the digests.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "pipeline/session.h"

namespace sotto::cli {

struct DigestFlags {
  bool on = false;
  std::string command, url;  // at most one of them; either means --digest
};

// `what` is the help of --digest.
void add_digest_flags(CLI::App& app, DigestFlags& flags, const std::string& what);

// The error: nothing is at that address, or a key is missing.
Result<void> apply(const DigestFlags& flags, pipeline::SessionOptions& options);

}  // namespace sotto::cli
