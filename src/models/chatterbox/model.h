// A whole Chatterbox model: how it reads texts, T3, which says tokens, and S3Gen, which makes sound
// of them.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/device.h"
#include "models/chatterbox/s3gen.h"
#include "models/chatterbox/t3.h"
#include "models/chatterbox/tokens.h"
#include "models/chatterbox/variant.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::chatterbox {

// The files of a folder with upstream's names.
struct ModelFiles {
  Variant variant = Variant::english;
  std::filesystem::path t3, s3gen;
  std::filesystem::path tokenizer;     // see TextTokens::load
  std::filesystem::path conditionals;  // the voice that comes with it
  std::filesystem::path cangjie;       // what Chinese is read with (cangjie.h); empty: not Chinese
};

// By the names of its files; no weights are read.
bool is_model_folder(const std::filesystem::path& folder);

// The files of a folder that hold a network which speaks.
std::vector<std::filesystem::path> network_files(const std::filesystem::path& folder);

// ISO codes of the languages that a folder's networks speak.
std::vector<std::string> languages_of(const std::filesystem::path& folder);

// The network that speaks a language: of English its own, the one of all languages, or the small
// one, whichever is there first. The error says what is missing.
Result<ModelFiles> find_model_files(const std::filesystem::path& folder, std::string_view language);

// Immutable after load: any thread may open sessions of its parts.
struct Model {
  // scheme: what the matrices become; none: everything as stored.
  static Result<std::shared_ptr<const Model>> load(const ModelFiles& files,
                                                   std::optional<quant::Scheme> scheme,
                                                   std::shared_ptr<const device::Backend> backend);

  size_t weight_bytes() const { return t3->bytes + s3gen->weight_bytes(); }

  Variant variant;
  TextTokens tokens;
  std::shared_ptr<const T3> t3;
  std::shared_ptr<const S3Gen> s3gen;
  std::shared_ptr<const device::Backend> backend;
};

}  // namespace sotto::models::chatterbox
