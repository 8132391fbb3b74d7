#include "models/kokoro/model.h"

#include <fmt/format.h>

#include <utility>

#include "base/memory.h"
#include "models/kokoro/network.h"

namespace sotto::models::kokoro {

Model::Model(Config config, Voices voices, std::unique_ptr<const Network> network,
             std::shared_ptr<const device::Backend> backend)
    : config_(std::move(config)),
      voices_(std::move(voices)),
      network_(std::move(network)),
      backend_(std::move(backend)) {}

Model::~Model() = default;

Result<std::shared_ptr<const Model>> Model::load(const std::filesystem::path& path,
                                                 std::optional<quant::Scheme> scheme,
                                                 std::shared_ptr<const device::Backend> backend) {
  using Kind = quant::Scheme::Kind;
  if (scheme && scheme->kind != Kind::f32 && scheme->kind != Kind::int8) {
    return Error{Errc::unsupported,
                 fmt::format("{}: Kokoro cannot be computed in {}, expected f32 or int8",
                             path.string(), quant::name_of(*scheme))};
  }
  Result<ModelFiles> files = open_model_files(path);
  if (!files) return files.error();
  auto model = load(*std::move(files), scheme, std::move(backend));
  give_back_freed_memory();  // 44 MB of what an ONNX file was unpacked with
  return model;
}

Result<std::shared_ptr<const Model>> Model::load(ModelFiles files,
                                                 std::optional<quant::Scheme> scheme,
                                                 std::shared_ptr<const device::Backend> backend) {
  Result<std::unique_ptr<const Network>> network = load_network(files, scheme, *backend);
  if (!network) return network.error();
  return std::shared_ptr<const Model>(new Model(std::move(files.config), std::move(files.voices),
                                                *std::move(network), std::move(backend)));
}

size_t Model::weight_bytes() const { return network_->bytes; }

}  // namespace sotto::models::kokoro
