// Models of Pocket TTS in memory: each once, however many voices speak with it.
#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

#include "device/device.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::pocket_tts {
struct Model;
}

namespace sotto::speech {

// Used by any thread. A model stays for as long as somebody has it.
class PocketModels {
 public:
  using Model = std::shared_ptr<const models::pocket_tts::Model>;

  // That of a yaml, with its weights as models::pocket_tts::Model::load takes them. Who asks for
  // one that somebody else loads waits for it; who asks for another one does not.
  // Weights are prepared for `backend` and others of its kind.
  Result<Model> load(const std::filesystem::path& yaml, std::optional<quant::Scheme> weights,
                     const device::Backend& backend);

  size_t loaded() const;  // that are in memory
  size_t bytes() const;   // of their weights
  size_t loads() const;   // so far

 private:
  struct Entry {
    const std::filesystem::path yaml;
    const std::optional<quant::Scheme> weights;
    std::mutex loading;
    std::weak_ptr<const models::pocket_tts::Model> model;  // under mutex_
  };
  std::shared_ptr<Entry> entry_of(const std::filesystem::path& yaml,
                                  std::optional<quant::Scheme> weights);

  mutable std::mutex mutex_;
  std::list<std::shared_ptr<Entry>> entries_;
  size_t loads_ = 0;
};

}  // namespace sotto::speech
