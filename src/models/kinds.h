// The networks that sotto runs, a row each: who has a folder learns here what it is, and loads it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "checkpoint/model_folder.h"
#include "device/device.h"
#include "models/known_models.h"
#include "models/quantization_options.h"
#include "quant/scheme.h"

namespace sotto::models {

struct LoadOptions {
  std::optional<quant::Scheme> weights;  // none: as stored
  std::shared_ptr<const device::Backend> backend;
  std::string language = {};  // an ISO code, where each has weights of its own
  const checkpoint::ModelFolder* folder = nullptr;  // opened already, where there are such
};

// Convolutions in int8 beside a scheme for the rest ("int8-static").
enum class Statics {
  none,
  of_each_call,  // activations have the range of each call
  measured,      // activations have ranges that are measured before
};

struct Kind {
  std::string_view name;  // "nllb"
  std::string_view does;  // "translates", "speaks"
  // By the names of its files and by its configuration; no weights are read.
  bool (*detect)(const std::filesystem::path& folder);
  // The type of a loaded network, and how one is loaded: all of a folder, or of the file in it that
  // says the rest.
  const std::type_info* type;
  Result<std::shared_ptr<const void>> (*load)(const std::filesystem::path& path,
                                              const LoadOptions& options);
  // Scheme that the weights of a folder in the hub's layout should get; empty: they stay as they
  // are.
  std::string_view scheme;
  // Models that are known to work, with their licences.
  std::vector<KnownModel> (*released)();
  // The plan of a folder with smaller weights; null: nobody makes one.
  Result<checkpoint::FolderPlan> (*plan)(const std::filesystem::path& path,
                                         const QuantizationOptions& options) = nullptr;
  Statics statics = Statics::none;
  bool has_logits_copy = false;  // in fewer bits, of the matrix that makes them (Use::chooses)

  bool speaks() const { return does == "speaks"; }
};

std::span<const Kind> kinds();
const Kind& kind_named(std::string_view name);  // there is one

// Null: none that sotto runs.
const Kind* kind_of(const std::filesystem::path& folder);

// The error, too: a network of that kind is of another type.
Result<std::shared_ptr<const void>> load_as(const std::type_info& type, const Kind& kind,
                                            const std::filesystem::path& path,
                                            const LoadOptions& options);
// The kind that a folder says; the error: it is none that sotto runs.
Result<const Kind*> known_kind(const std::filesystem::path& folder);

template <class Model>
Result<std::shared_ptr<const Model>> load(const Kind& kind, const std::filesystem::path& path,
                                          const LoadOptions& options) {
  auto network = load_as(typeid(Model), kind, path, options);
  if (!network) return network.error();
  return std::static_pointer_cast<const Model>(*std::move(network));
}
template <class Model>
Result<std::shared_ptr<const Model>> load(const std::filesystem::path& folder,
                                          const LoadOptions& options) {
  const Result<const Kind*> kind = known_kind(folder);
  if (!kind) return kind.error();
  return load<Model>(**kind, folder, options);
}

// A folder with smaller weights, made by the kind's plan of all of a folder, or of the file in it
// that says the rest.
Result<checkpoint::QuantizeResult> quantize(const Kind& kind, const std::filesystem::path& path,
                                            const std::filesystem::path& target,
                                            const QuantizationOptions& options);

// The networks of this machine, by the names that find_model finds them by.
struct InstalledModel {
  std::string name;
  std::filesystem::path path;
  const Kind* kind;
};
std::vector<InstalledModel> installed_models();

}  // namespace sotto::models
