// The scheme int8-static, which a voice has beside those of quant/scheme.h.
#pragma once

#include <optional>
#include <string>

#include "models/pocket_tts/quantize_model.h"
#include "sotto/error.h"

namespace sotto::cli {

// "int8-static", or "int8-static:8" and ":12", with the bits of activations.
bool is_static(const std::string& scheme);

// What that scheme does to convolutions, measured with the lines of `texts` (a file; empty: those
// built in); none for another scheme.
Result<std::optional<models::pocket_tts::StaticConvolutions>> static_convolutions(
    const std::string& scheme, const std::string& texts, int threads);

}  // namespace sotto::cli
