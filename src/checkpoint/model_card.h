// What a quantized model says about itself: in its config.json, and to people in its README.md.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "checkpoint/quantize_folder.h"

namespace sotto::checkpoint {

// The source's config with two keys: "sotto" says what was done; "quantization" is MLX's, and there
// for affine schemes alone.
nlohmann::json quantized_config(const nlohmann::json& source, const QuantizeResult& result,
                                const QuantizeFolderOptions& options);

// Markdown. `source_card` is the README.md of the source, or empty: its licence is carried over.
std::string model_card(std::string_view name, std::string_view source_card,
                       const QuantizeResult& result, const QuantizeFolderOptions& options);

// The licence that a card names: "license: x" of its front matter, else what follows "License:" at
// the beginning of a line. Empty when it names none.
std::string licence_of(std::string_view card);

}  // namespace sotto::checkpoint
