// One file of a repository into the cache.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "hub/http.h"
#include "hub/repository.h"
#include "sotto/error.h"

namespace sotto::hub {

// The path at which its content is kept, be it there or not.
std::filesystem::path blob_path(const Repository& repository, const RemoteFile& file);

// Brings the content, unless it is there; goes on where an earlier try, or a process that was
// killed, stopped. It has its name when its length and digest are right, and not before. Another
// process of sotto, or of the hub's own library, that fetches the same one is waited for.
// `progress` hears how many of its bytes are there.
Result<void> fetch_blob(Http& http, const Repository& repository, const RemoteFile& file,
                        const std::function<void(uint64_t)>& progress, const std::stop_token& stop);

}  // namespace sotto::hub
