// A whole XTTS model: how it reads texts, the GPT, which says codes, and the vocoder, which makes
// sound of what it says them with.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/device.h"
#include "models/xtts/config.h"
#include "models/xtts/gpt.h"
#include "models/xtts/hifigan.h"
#include "models/xtts/tokens.h"
#include "models/xtts/voice.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::xtts {

// The files of a folder with upstream's names.
struct ModelFiles {
  std::filesystem::path config, weights, vocabulary, speakers;
};

// By its configuration; no weights are read.
bool is_model_folder(const std::filesystem::path& folder);

// The error says what is missing. That there are speakers is for who wants one of them.
Result<ModelFiles> find_model_files(const std::filesystem::path& folder);

// Immutable after load: any thread may open sessions of its parts.
struct Model {
  // scheme: what the GPT's matrices become, with int8 those of the vocoder's blocks, too; none:
  // everything as stored.
  static Result<std::shared_ptr<const Model>> load(const ModelFiles& files,
                                                   std::optional<quant::Scheme> scheme,
                                                   std::shared_ptr<const device::Backend> backend);

  // The error says why the voice is none for this network.
  Result<void> check(const Voice& voice) const;
  size_t weight_bytes() const { return gpt->bytes + hifigan->bytes; }

  Config config;
  TextTokens tokens;
  std::shared_ptr<const Gpt> gpt;
  std::shared_ptr<const HifiGan> hifigan;
  std::shared_ptr<const device::Backend> backend;
};

}  // namespace sotto::models::xtts
