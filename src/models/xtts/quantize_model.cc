#include "models/xtts/quantize_model.h"

#include <fmt/format.h>

#include "base/file.h"
#include "checkpoint/matrix.h"
#include "checkpoint/partial_folder.h"
#include "models/xtts/model.h"
#include "models/xtts/weights.h"

namespace sotto::models::xtts {
namespace {

namespace fs = std::filesystem;
using checkpoint::AsMatrix;
using checkpoint::QuantizeOptions;
using checkpoint::QuantizeResult;
using checkpoint::StoredTensor;
using checkpoint::Weights;

constexpr std::string_view kLayers = "gpt.gpt.h.";
constexpr std::string_view kBlocks = "hifigan_decoder.waveform_decoder.resblocks.";

std::vector<float> numbers_of(const Weights& weights, const StoredTensor& tensor) {
  std::vector<float> numbers = *checkpoint::to_f32(tensor);
  weights.release(tensor.bytes);
  return numbers;
}

// GPT-2 stores the matrices of its layers by columns.
AsMatrix layer_matrix(const Weights& weights, const StoredTensor& tensor) {
  const auto inputs = static_cast<int>(tensor.shape[0]);
  return {
      .rows = static_cast<int>(tensor.shape[1]), .cols = inputs, .numbers = [=, &weights, &tensor] {
        return checkpoint::transposed(numbers_of(weights, tensor), inputs);
      }};
}

// [outputs, inputs, taps]: a row an output, and in the file what it was.
AsMatrix convolution(const Weights& weights, const StoredTensor& tensor) {
  return {.rows = static_cast<int>(tensor.shape[0]),
          .cols = static_cast<int>(tensor.elements() / tensor.shape[0]),
          .numbers = [&weights, &tensor] { return numbers_of(weights, tensor); },
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
      options.as_matrices[name] = layer_matrix(weights, tensor);
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

bool is_copied(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == "speakers_xtts.pth" || name == "config.json" || name == "vocab.json" ||
         name.starts_with("LICENSE") || name.starts_with("LICENCE");
}

std::string card_of(const fs::path& target, const QuantizeResult& result,
                    const checkpoint::QuantizeFolderOptions& options) {
  return fmt::format(
      "# {0}\n\nThe weights of {1}, stored by sotto {2} as {3}: {4:.1f} MB before, {5:.1f} MB "
      "now. Their licence is that of {1}, which for XTTS v2 is CPML 1.0.0: neither they nor what "
      "they say may be used commercially.\n\n"
      "Use: `sotto say \"Hello.\" --voice xtts --voice-model ./{0}`\n",
      target.filename().string(), options.source_name, SOTTO_VERSION,
      quant::name_of(options.weights.scheme), static_cast<double>(result.bytes_before) / 1e6,
      static_cast<double>(result.bytes_after) / 1e6);
}

}  // namespace

Result<QuantizeResult> quantize_model(const fs::path& source, const fs::path& target,
                                      const checkpoint::QuantizeFolderOptions& options,
                                      bool vocoder) {
  const auto free = checkpoint::check_target(source, target, options.force, is_model_folder);
  if (!free) return free.error();
  const auto files = find_model_files(source);
  if (!files) return files.error();
  const auto weights = open_checkpoint(files->weights);
  if (!weights) return weights.error();
  const QuantizeOptions how = options_of(**weights, options.weights, vocoder);
  // Before a byte is written: an error of the plan is the user's.
  if (const auto plan = checkpoint::plan_quantization(**weights, how); !plan) return plan.error();
  Result<checkpoint::PartialFolder> partial = checkpoint::PartialFolder::create(target);
  if (!partial) return partial.error();
  if (const auto r = partial->copy(source, is_copied); !r) return r.error();
  Result<QuantizeResult> made =
      checkpoint::quantize_weights(**weights, partial->path() / "model.safetensors",
                                   {{"format", "pt"}, {"sotto", SOTTO_VERSION}}, how);
  if (!made) return made.error();
  const auto card = write_file(partial->path() / "README.md", card_of(target, *made, options));
  if (!card) return card.error();
  if (const auto r = partial->commit(options.force); !r) return r.error();
  return made;
}

}  // namespace sotto::models::xtts
