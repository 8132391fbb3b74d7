// Models of voices in memory: each once, however many voices speak with it.
#pragma once

#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <typeindex>
#include <utility>

#include "models/kinds.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::speech {

// Used by any thread. A model stays for as long as somebody has it.
class VoiceModels {
 public:
  // The model of a file with weights in that form: the one that is in memory, else what `load`
  // gives, which has weight_bytes(). Who asks for one that somebody else loads waits for it; who
  // asks for another one does not.
  template <class Model>
  Result<std::shared_ptr<const Model>> load(
      const std::filesystem::path& file, std::optional<quant::Scheme> weights,
      const std::function<Result<std::shared_ptr<const Model>>()>& load);

  size_t loaded() const;  // that are in memory
  size_t bytes() const;   // of their weights
  size_t loads() const;   // so far

 private:
  using Any = std::shared_ptr<const void>;
  struct Loaded {
    Any model;
    size_t bytes;
  };
  struct Entry {
    Entry(std::type_index type, std::filesystem::path file, std::optional<quant::Scheme> weights)
        : type(type), file(std::move(file)), weights(weights) {}

    const std::type_index type;
    const std::filesystem::path file;
    const std::optional<quant::Scheme> weights;
    std::mutex loading;
    std::weak_ptr<const void> model;  // under mutex_, as is what follows
    size_t bytes = 0;
  };
  std::shared_ptr<Entry> entry_of(std::type_index type, const std::filesystem::path& file,
                                  std::optional<quant::Scheme> weights);
  Result<Any> model_of(Entry& entry, const std::function<Result<Loaded>()>& load);

  mutable std::mutex mutex_;
  std::list<std::shared_ptr<Entry>> entries_;
  size_t loads_ = 0;
};

template <class Model>
Result<std::shared_ptr<const Model>> VoiceModels::load(
    const std::filesystem::path& file, std::optional<quant::Scheme> weights,
    const std::function<Result<std::shared_ptr<const Model>>()>& load) {
  const std::shared_ptr<Entry> entry = entry_of(typeid(Model), file, weights);
  const Result<Any> model = model_of(*entry, [&]() -> Result<Loaded> {
    auto fresh = load();
    if (!fresh) return fresh.error();
    return Loaded{*fresh, (*fresh)->weight_bytes()};
  });
  if (!model) return model.error();
  return std::static_pointer_cast<const Model>(*model);
}

// A network of that kind: one that is in memory, where `shared` is not null. `file` tells its
// weights from others of the same kind.
template <class Model>
Result<std::shared_ptr<const Model>> load_network(VoiceModels* shared, std::string_view kind,
                                                  const std::filesystem::path& path,
                                                  const std::filesystem::path& file,
                                                  const models::LoadOptions& options) {
  const auto load = [&] { return models::load<Model>(models::kind_named(kind), path, options); };
  return shared != nullptr ? shared->load<Model>(file, options.weights, load) : load();
}

}  // namespace sotto::speech
