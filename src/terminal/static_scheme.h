// Schemes that a voice has beside those of quant/scheme.h: "int8-static", "q4-static", ... have
// convolutions in int8, whatever the rest is in.
#pragma once

#include <optional>
#include <string>

#include "models/quantization_options.h"
#include "sotto/error.h"

namespace sotto::terminal {

struct StaticScheme {
  std::string rest;  // "int8"
  int levels = 0;    // of activations
};

// "int8-static", or "int8-static:8" and ":12", with the bits of activations; none: another scheme.
std::optional<StaticScheme> static_scheme(const std::string& scheme);

// The scheme for convolutions; ranges are measured with the lines of `texts` (a file; empty:
// built-in ones).
Result<models::StaticConvolutions> static_convolutions(const StaticScheme& scheme,
                                                       const std::string& texts, int threads);

}  // namespace sotto::terminal
