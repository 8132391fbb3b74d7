// Sizes of a file that each frame of sound is multiplied by. A small file may name large ones: what
// is heard and made of a sentence has limits that the file's size does not give.
#pragma once

#include <cstdint>
#include <string>

#include "models/loader.h"

namespace sotto::models {

// Bands of a spectrum, which are computed for each frame of a recording.
void require_bands(Loader& load, const std::string& name, int64_t bands);

// A stage of a vocoder, which makes `rate` rows of `channels` numbers of a row of its input.
void require_stage(Loader& load, const std::string& name, int64_t rate, int64_t channels);

}  // namespace sotto::models
