// The content of a repository of the hub, by the hub's HTTP interface.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "hub/http.h"
#include "sotto/error.h"

namespace sotto::hub {

struct RemoteFile {
  std::string path;  // plain names with slashes between them
  uint64_t bytes = 0;
  std::string digest;  // Digest::is_name
};

struct Repository {
  std::string id;        // OWNER/NAME
  std::string revision;  // as it was asked for: a branch, a tag or a commit
  std::string commit;
  std::string licence, base_model;  // as its card says; or empty
  std::vector<RemoteFile> files;    // those with odd names are left out
};

// The error says what the hub refuses, and what helps: a token, consent, another name.
Result<Repository> read_repository(Http& http, const std::string& id, const std::string& revision,
                                   const std::stop_token& stop);

// The error for an answer that is no success to a request for `what`.
Error refusal(const Answer& answer, const Endpoint& endpoint, const std::string& id,
              const std::string& what);

}  // namespace sotto::hub
