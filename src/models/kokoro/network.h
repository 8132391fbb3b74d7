// Kokoro's network, part by part; model.h is the door.
#pragma once

#include <memory>
#include <optional>

#include "models/kokoro/decoder.h"
#include "models/kokoro/generator.h"
#include "models/kokoro/model_files.h"
#include "models/kokoro/plbert.h"
#include "models/kokoro/predictor.h"
#include "models/kokoro/source.h"
#include "models/kokoro/text_encoder.h"
#include "quant/scheme.h"
#include "signal/stft.h"

namespace sotto::models::kokoro {

struct Network {
  PlBert plbert;
  Predictor predictor;
  TextEncoder text_encoder;
  Decoder decoder;
  HarmonicSource source;
  signal::Stft stft;
  Generator generator;
  size_t bytes = 0;  // of all weights, as they are computed with
};

// scheme: see Model::load.
Result<std::unique_ptr<const Network>> load_network(const ModelFiles& files,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend);

}  // namespace sotto::models::kokoro
