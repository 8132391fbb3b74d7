// Chooses the files of a repository that sotto needs.
#pragma once

#include <string>
#include <vector>

#include "hub/repository.h"
#include "sotto/error.h"

namespace sotto::hub {

// Configurations, tokenizers, cards and licences; voices; and weights in one form: safetensors
// where they are there, else a torch file. Nothing of other frameworks. With patterns (as a
// shell's): exactly what matches one of them. The error: nothing does, or what is there is in a
// form that sotto does not run, with what to take instead.
Result<std::vector<RemoteFile>> wanted_files(const Repository& repository,
                                             const std::vector<std::string>& patterns);

}  // namespace sotto::hub
