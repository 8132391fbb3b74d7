// A model of Firefox's from its registry into a folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "hub/registry.h"
#include "hub/registry_source.h"
#include "sotto/error.h"

namespace sotto::hub {

// Bytes of the files whose length the registry says.
uint64_t listed_bytes(const RegistryModel& model);

// Whether the folder has this model, with all its files.
bool has_model(const std::filesystem::path& folder, const RegistryModel& model);

// The model's files under their published names, and direction.json. The folder appears when all of
// them are there, checked: whoever is stopped on the way leaves what was there before. `progress`
// hears how many of the listed bytes are there.
Result<void> pull_direction(RegistrySource& source, const RegistryModel& model,
                            const std::filesystem::path& folder,
                            const std::function<void(uint64_t done, uint64_t all)>& progress,
                            const std::stop_token& stop);

}  // namespace sotto::hub
