#include "models/pocket_tts/training_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/tensor_table.h"
#include "checkpoint/weight_files.h"
#include "models/weight_norm.h"

namespace sotto::models::pocket_tts {
namespace {

using checkpoint::StoredTensor;
using checkpoint::TensorTable;
using checkpoint::Weights;

constexpr std::string_view kConditioners = "condition_provider.conditioners.";
constexpr std::string_view kLength = ".weight_g", kDirection = ".weight_v";

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

// Empty: a tensor that only training needs.
std::string flow_lm_name(const std::string& name) {
  const auto is = [&](std::string_view conditioner) {
    return name.starts_with(kConditioners) && name.substr(kConditioners.size()) == conditioner;
  };
  if (name.starts_with("flow.w_s_t.") || name == "num_ema_updates" ||
      is("transcript_in_segment.learnt_padding") || is("speaker_wavs.learnt_padding"))
    return {};
  if (is("transcript_in_segment.embed.weight")) return "conditioner.embed.weight";
  if (is("speaker_wavs.output_proj.weight")) return "speaker_proj_weight";
  if (name == "fuser.padding_value") return "bos_before_voice";
  return replaced(name, ".self_attn.in_proj_weight", ".self_attn.in_proj.weight");
}

// The same; of a normalized weight the length stands for both.
std::string mimi_name(const std::string& name) {
  if (name.starts_with("model.quantizer.vq.") || name.find("_codebook") != name.npos ||
      name == "model.quantizer.logvar_proj.weight" || name == "quantizer.logvar_proj.weight" ||
      name == "quantizer.logvar_param" || name.ends_with(kDirection) ||
      name == "wavlm_input_resample.kernel" || name == "wavlm_proj.weight" ||
      name.find("wavlm_emb_downsample") != name.npos)
    return {};
  std::string known = name.starts_with("model.") ? name.substr(6) : name;
  if (known.ends_with(kLength)) known.resize(known.size() - 2);
  known = replaced(std::move(known), ".conv.conv.", ".conv.");
  known = replaced(std::move(known), ".convtr.convtr.", ".convtr.");
  return replaced(std::move(known), "in_proj_weight", "in_proj.weight");
}

// length * direction / |direction|, for each of the first dimension.
Result<StoredTensor> folded(TensorTable& table, const Weights& file, const StoredTensor& length) {
  const std::string name = replaced(length.name, kLength, kDirection);
  const StoredTensor* direction = file.find(name);
  if (direction == nullptr || direction->shape.empty() || direction->shape[0] < 1 ||
      length.elements() != direction->shape[0] || !checkpoint::is_float(direction->dtype) ||
      !checkpoint::is_float(length.dtype))
    return Error{
        Errc::bad_format,
        fmt::format("{}: {} is {} {}, expected a number for each of the first dimension of "
                    "{} ({})",
                    file.source(), length.name, checkpoint::name_of(length.dtype),
                    checkpoint::shape_text(length.shape), name,
                    direction != nullptr ? checkpoint::shape_text(direction->shape)
                                         : "which is not there")};
  const auto g = checkpoint::to_f32(length);
  if (!g) return g.error();
  const auto v = checkpoint::to_f32(*direction);
  if (!v) return v.error();
  const auto owner = std::make_shared<const std::vector<float>>(fold_weight_norm(*g, *v));
  table.keep(owner);
  return StoredTensor{.name = {},
                      .dtype = checkpoint::DType::f32,
                      .shape = direction->shape,
                      .bytes = std::as_bytes(std::span(*owner))};
}

// Tensors of `file` under what `rename` makes of their names.
template <class Rename>
Result<std::shared_ptr<const Weights>> renamed(std::shared_ptr<const Weights> file,
                                               const Rename& rename) {
  auto table = std::make_shared<TensorTable>(std::string(file->source()));
  for (const std::string& name : file->names()) {
    const std::string known = rename(name);
    if (known.empty()) continue;
    StoredTensor tensor = *file->find(name);
    if (name.ends_with(kLength)) {
      Result<StoredTensor> whole = folded(*table, *file, tensor);
      if (!whole) return whole.error();
      tensor = *std::move(whole);
    }
    tensor.name = known;
    if (!table->add(std::move(tensor)))
      return Error{Errc::bad_format,
                   fmt::format("{}: {} and another tensor both are {}, expected one of them",
                               file->source(), name, known)};
  }
  table->keep(std::move(file));
  return std::shared_ptr<const Weights>(std::move(table));
}

}  // namespace

Result<std::shared_ptr<const Weights>> flow_lm_of_training(std::shared_ptr<const Weights> file) {
  return renamed(std::move(file), [](const std::string& name) {
    const std::string known = flow_lm_name(name);
    return known.empty() ? known : "flow_lm." + known;
  });
}

Result<std::shared_ptr<const Weights>> mimi_of_training(std::shared_ptr<const Weights> file) {
  constexpr std::string_view kMimi = "mimi.";
  const auto names = file->names();
  const bool known_names =
      std::ranges::any_of(names, [&](const std::string& name) { return name.starts_with(kMimi); });
  return renamed(std::move(file), [&](const std::string& name) {
    if (known_names) return name.starts_with(kMimi) ? name : std::string();
    const std::string known = mimi_name(name);
    return known.empty() ? known : "mimi." + known;
  });
}

Result<std::shared_ptr<const Weights>> open_model_weights(const WeightPaths& files) {
  if (files.mimi.empty()) return checkpoint::open_weights(files.model);
  const auto mimi_file = checkpoint::open_weights(files.mimi);
  if (!mimi_file) return mimi_file.error();
  const auto mimi = mimi_of_training(*mimi_file);
  if (!mimi) return mimi.error();
  const auto rest_file =
      checkpoint::open_weights(files.model.empty() ? files.flow_lm : files.model);
  if (!rest_file) return rest_file.error();
  const auto rest = files.model.empty() ? flow_lm_of_training(*rest_file) : rest_file;
  if (!rest) return rest.error();
  auto table =
      std::make_shared<TensorTable>(fmt::format("{} and {}", (*rest)->source(), (*mimi)->source()));
  for (const std::string& name : (*mimi)->names()) table->add(*(*mimi)->find(name));
  for (const std::string& name : (*rest)->names())
    if (!name.starts_with("mimi.")) table->add(*(*rest)->find(name));
  table->keep(*mimi);
  table->keep(*rest);
  return std::shared_ptr<const Weights>(std::move(table));
}

}  // namespace sotto::models::pocket_tts
