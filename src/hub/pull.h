// A repository of the hub into the cache, where every program of this machine finds it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

#include "hub/http.h"
#include "hub/repository.h"
#include "sotto/error.h"

namespace sotto::hub {

// The bytes of these files that are not in the cache yet, or not whole.
uint64_t missing_bytes(const Repository& repository, const std::vector<RemoteFile>& files);

// Brings the files and gives the snapshot's folder. The branch names the snapshot when all of them
// are there: whoever is stopped on the way leaves what the branch named before.
// `progress` hears how many bytes of all of them are there. Too little room on the disk, which also
// has to hold `room_for_more` bytes, is said before anything is fetched.
Result<std::filesystem::path> pull(Http& http, const Repository& repository,
                                   const std::vector<RemoteFile>& files, uint64_t room_for_more,
                                   const std::function<void(uint64_t done, uint64_t all)>& progress,
                                   const std::stop_token& stop);

}  // namespace sotto::hub
