// Checkpoints made smaller by --quant, kept in the user's cache folder: the next start maps them.
#pragma once

#include <filesystem>

#include "checkpoint/model_folder.h"
#include "quant/scheme.h"

namespace sotto::checkpoint {

// Replaces folder.weights by the same in another scheme, out of `<cache>/quantized`; where they are
// not there yet, or the source has changed since, they are made and kept first. They hold the
// numbers that read_matrix would make of the source. What goes wrong is one warning in the log, and
// the weights stay what they are, as they do where the cache could not help: for f32, and for
// weights that are quantized already or have that form.
// An entry is as large as the model in that scheme. It stays until it is removed, or the source
// changes; without Folders::keeps the cache is left alone.
void use_quantized_cache(ModelFolder& folder, const quant::Scheme& scheme, int threads);

// The path of the entry for a folder and scheme.
std::filesystem::path quantized_cache_entry(const std::filesystem::path& folder,
                                            const quant::Scheme& scheme);

}  // namespace sotto::checkpoint
