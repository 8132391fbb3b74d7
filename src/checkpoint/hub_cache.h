// The hub's cache on this machine, which other programs share, in the layout of the hub's own
// library (huggingface_hub; the rules are those of its constants.py and file_download.py):
//   models--OWNER--NAME/refs/BRANCH              the commit that the branch stood at
//   models--OWNER--NAME/snapshots/COMMIT/PATH -> ../../blobs/ETAG
//   models--OWNER--NAME/blobs/ETAG               what the file holds
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::checkpoint {

std::filesystem::path hub_home();   // HF_HOME, else ~/.cache/huggingface
std::filesystem::path hub_cache();  // HF_HUB_CACHE, else hub in hub_home()

// Letters, digits, '.', '_' and '-', and no '.' in front: no way out of a folder.
bool is_plain_name(std::string_view name);
bool is_hub_id(std::string_view name);        // OWNER/NAME, both plain
bool is_inner_path(const std::string& path);  // plain names with slashes between them

// The cache folder of a repository with that hub id, be it there or not.
std::filesystem::path hub_folder(std::string_view id);

// The snapshot that the branch stands at.
Result<std::filesystem::path> find_snapshot(const std::string& id,
                                            const std::string& branch = "main");

// A file of a repository: from the snapshot of that revision (a commit or a branch), else from the
// one that refs/main names. An empty revision is main.
Result<std::filesystem::path> find_hub_file(const std::string& id, const std::string& file,
                                            const std::string& revision);

// The hub ids of all repositories that are there, in order.
std::vector<std::string> hub_repositories();

}  // namespace sotto::checkpoint
