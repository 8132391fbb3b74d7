#include "models/xtts/quantization_plan.h"

#include "models/xtts/model.h"
#include "models/xtts/weights.h"

namespace sotto::models::xtts {
namespace {

namespace fs = std::filesystem;
using checkpoint::QuantizeOptions;
using checkpoint::StoredTensor;
using checkpoint::Weights;

constexpr std::string_view kLayers = "gpt.gpt.h.";
constexpr std::string_view kBlocks = "hifigan_decoder.waveform_decoder.resblocks.";

// [outputs, inputs, taps]: a row an output, and in the file what it was.
checkpoint::AsMatrix convolution(const Weights& weights, const StoredTensor& tensor) {
  return {.rows = static_cast<int>(tensor.shape[0]),
          .cols = static_cast<int>(tensor.elements() / tensor.shape[0]),
          .numbers =
              [&weights, &tensor] {
                std::vector<float> numbers = *checkpoint::to_f32(tensor);
                weights.release(tensor.bytes);
                return numbers;
              },
          .shape = tensor.shape};
}

bool is_convolution(const StoredTensor& tensor) {
  return tensor.name.starts_with(kBlocks) && tensor.name.ends_with(".weight") &&
         checkpoint::is_float(tensor.dtype) && tensor.shape.size() == 3 && tensor.elements() > 0;
}

// The weights must outlive what they become.
QuantizeOptions options_of(const Weights& weights, QuantizeOptions options, bool vocoder) {
  for (const std::string& name : weights.names()) {
    const StoredTensor& tensor = *weights.find(name);
    if (name.starts_with(kLayers) && checkpoint::is_matrix(tensor))
      options.as_matrices[name] = checkpoint::columns_as_rows(weights, tensor);
    if (vocoder && is_convolution(tensor)) options.as_matrices[name] = convolution(weights, tensor);
  }
  options.scheme_of =
      [scheme = options.scheme](const std::string& name) -> std::optional<quant::Scheme> {
    if (name.starts_with(kLayers)) return scheme;
    if (name.starts_with(kBlocks)) return quant::Scheme{quant::Scheme::Kind::int8};
    return std::nullopt;
  };
  return options;
}

}  // namespace

Result<checkpoint::FolderPlan> quantization_plan(const fs::path& folder,
                                                 const QuantizationOptions& options) {
  const auto files = find_model_files(folder);
  if (!files) return files.error();
  const auto weights = open_checkpoint(files->weights);
  if (!weights) return weights.error();
  return checkpoint::FolderPlan{
      .source = folder,
      .files = {{"model.safetensors", *weights,
                 options_of(**weights, options.folder.weights, options.convolutions.has_value())}},
      .copied = {"speakers_xtts.pth", "config.json", "vocab.json"},
      .card = {.use = "sotto say \"Hello.\" --voice xtts --voice-model ./{}",
               .unchanged = "embeddings, what hears recordings, biases and norms",
               .note = "The licence of XTTS v2 is CPML 1.0.0: neither the weights nor what they "
                       "say may be used commercially"}};
}

}  // namespace sotto::models::xtts
