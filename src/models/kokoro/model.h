// Kokoro-82M (hexgrad), a StyleTTS 2 (Li et al. 2023) with iSTFTNet: the phonemes of a clause and a
// voice's style become sound in one pass.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "device/device.h"
#include "models/kokoro/config.h"
#include "models/kokoro/voice.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::kokoro {

struct ModelFiles;
struct Network;

// Immutable after load: any thread may open sessions (session.h), each of which serves one thread.
class Model {
 public:
  // path: see model_files.h. scheme: what the weights of matrices and convolutions become. f32:
  // floats, of int8, too. int8: a quarter of the memory, for those of the decoder and the generator
  // that the file has as floats, and their convolutions may round what they read. None: everything
  // as stored, and activations are floats.
  static Result<std::shared_ptr<const Model>> load(const std::filesystem::path& path,
                                                   std::optional<quant::Scheme> scheme,
                                                   std::shared_ptr<const device::Backend> backend);
  // The same of files that are open.
  static Result<std::shared_ptr<const Model>> load(ModelFiles files,
                                                   std::optional<quant::Scheme> scheme,
                                                   std::shared_ptr<const device::Backend> backend);
  ~Model();

  const Config& config() const { return config_; }
  const Voices& voices() const { return voices_; }
  const Network& network() const { return *network_; }
  const device::Backend& backend() const { return *backend_; }
  size_t weight_bytes() const;  // in memory, as they are computed with

 private:
  Model(Config config, Voices voices, std::unique_ptr<const Network> network,
        std::shared_ptr<const device::Backend> backend);

  Config config_;
  Voices voices_;
  std::unique_ptr<const Network> network_;
  std::shared_ptr<const device::Backend> backend_;
};

}  // namespace sotto::models::kokoro
