#include "models/chatterbox/quantization_plan.h"

#include "checkpoint/weight_files.h"
#include "models/chatterbox/model.h"

namespace sotto::models::chatterbox {
namespace {

namespace fs = std::filesystem;

bool has(std::string_view name, std::string_view part) { return name.find(part) != name.npos; }

bool becomes_smaller(std::string_view name) {
  if (name.starts_with("tfmr.")) return has(name, ".layers.") || has(name, ".h.");
  if (name.starts_with("flow.")) return !has(name, "spk_embed_affine_layer");
  return name == "speech_head.weight";
}

}  // namespace

Result<checkpoint::FolderPlan> quantization_plan(const fs::path& folder,
                                                 const QuantizationOptions& options) {
  checkpoint::FolderPlan plan{
      .source = folder,
      .files = {},
      .copied = {"*.json", "*.txt", "conds.pt", "ve.safetensors", "ve.pt"},
      .card = {.use = "sotto say \"Hello.\" --voice chatterbox --voice-model ./{}",
               .unchanged = "embeddings, convolutions, the vocoder, biases and norms"}};
  for (const fs::path& file : network_files(folder)) {
    const auto weights = checkpoint::open_weights(file);
    if (!weights) return weights.error();
    checkpoint::QuantizeOptions how = options.folder.weights;
    how.scheme_of = [scheme = how.scheme](const std::string& name) {
      return becomes_smaller(name) ? std::optional(scheme) : std::nullopt;
    };
    for (const std::string& name : (*weights)->names()) {
      const checkpoint::StoredTensor& tensor = *(*weights)->find(name);
      if (name.starts_with("tfmr.h.") && checkpoint::is_matrix(tensor))
        how.as_matrices[name] = checkpoint::columns_as_rows(**weights, tensor);
    }
    plan.files.push_back(
        {fs::path(file.filename()).replace_extension(".safetensors"), *weights, std::move(how)});
  }
  return plan;
}

}  // namespace sotto::models::chatterbox
