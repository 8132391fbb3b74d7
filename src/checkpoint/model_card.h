// Descriptions of a quantized model: in its config.json, and for people in its README.md.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "checkpoint/quantize.h"

namespace sotto::checkpoint {

struct QuantizeFolderOptions;

// A network's words in its card.
struct CardTexts {
  std::string use;  // a command; {} is the name of the folder
  std::string unchanged = "biases, norms and positions";
  std::string note = {};  // a line of its own
};

// The source's config with two keys: "sotto" says what was done; "quantization" is MLX's, and there
// for affine schemes alone.
nlohmann::json quantized_config(const nlohmann::json& source, const QuantizeResult& result,
                                const QuantizeFolderOptions& options);

// Markdown. `source_card` is the README.md of the source, or empty: its licence is carried over.
std::string model_card(std::string_view name, std::string_view source_card,
                       const QuantizeResult& result, const QuantizeFolderOptions& options,
                       const CardTexts& texts);

// The licence that a card names: "license: x" of its front matter, else what follows "License:" at
// the beginning of a line. Empty when it names none.
std::string licence_of(std::string_view card);

}  // namespace sotto::checkpoint
