#include "models/chatterbox/quantize_model.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "checkpoint/matrix.h"
#include "checkpoint/partial_folder.h"
#include "checkpoint/weight_files.h"
#include "models/chatterbox/model.h"

namespace sotto::models::chatterbox {
namespace {

namespace fs = std::filesystem;
using checkpoint::QuantizeOptions;
using checkpoint::QuantizeResult;
using checkpoint::StoredTensor;
using checkpoint::Weights;

bool has(std::string_view name, std::string_view part) { return name.find(part) != name.npos; }

bool becomes_smaller(std::string_view name) {
  if (name.starts_with("tfmr.")) return has(name, ".layers.") || has(name, ".h.");
  if (name.starts_with("flow.")) return !has(name, "spk_embed_affine_layer");
  return name == "speech_head.weight";
}

// GPT-2 stores the matrices of its layers by columns. The tensor must outlive it.
checkpoint::AsMatrix transposed(const StoredTensor& tensor) {
  return {.rows = static_cast<int>(tensor.shape[1]),
          .cols = static_cast<int>(tensor.shape[0]),
          .numbers = [&tensor] {
            return checkpoint::transposed(*checkpoint::to_f32(tensor),
                                          static_cast<int>(tensor.shape[0]));
          }};
}

// One network: what it is made of, and what is to become of it.
struct NetworkFile {
  fs::path source;
  std::shared_ptr<const Weights> weights;
  QuantizeOptions options;
  size_t bytes = 0;
};

// The globs that match a tensor of this network; each is struck from `unused`.
std::vector<std::string> globs_of(const Weights& weights, const std::vector<std::string>& all,
                                  std::vector<std::string>& unused) {
  std::vector<std::string> globs;
  const std::vector<std::string> names = weights.names();
  for (const std::string& glob : all) {
    const auto matches = [&](const std::string& name) {
      return ::fnmatch(glob.c_str(), name.c_str(), 0) == 0;
    };
    if (std::ranges::none_of(names, matches)) continue;
    globs.push_back(glob);
    std::erase(unused, glob);
  }
  return globs;
}

Result<std::vector<NetworkFile>> open_networks(const fs::path& source,
                                               const QuantizeOptions& options) {
  std::vector<NetworkFile> networks;
  std::vector<std::string> unused = options.keep;
  for (const fs::path& file : network_files(source)) {
    const auto weights = checkpoint::open_weights(file);
    if (!weights) return weights.error();
    NetworkFile network{file, *weights, options, 0};
    network.options.keep = globs_of(**weights, options.keep, unused);
    network.options.scheme_of = [scheme = options.scheme](const std::string& name) {
      return becomes_smaller(name) ? std::optional(scheme) : std::nullopt;
    };
    for (const std::string& name : (*weights)->names()) {
      const StoredTensor& tensor = *(*weights)->find(name);
      network.bytes += tensor.bytes.size();
      if (name.starts_with("tfmr.h.") && checkpoint::is_matrix(tensor))
        network.options.as_matrices[name] = transposed(tensor);
    }
    networks.push_back(std::move(network));
  }
  for (const std::string& glob : unused)
    return Error{Errc::bad_argument,
                 fmt::format("--keep {}: no tensor of {} has such a name", glob, source.string())};
  // Before a byte is written: an error of the plan is the user's.
  for (const NetworkFile& network : networks) {
    const auto plan = checkpoint::plan_quantization(*network.weights, network.options);
    if (!plan) return plan.error();
  }
  return networks;
}

bool is_copied(const fs::path& file) {
  constexpr std::array kNames = {"conds.pt", "ve.safetensors", "ve.pt", "NOTICE"};
  const std::string name = file.filename().string();
  return std::ranges::find(kNames, name) != kNames.end() || file.extension() == ".json" ||
         file.extension() == ".txt" || name.starts_with("LICENSE") || name.starts_with("LICENCE");
}

std::string card_of(const fs::path& target, const QuantizeResult& result,
                    const checkpoint::QuantizeFolderOptions& options) {
  return fmt::format(
      "# {0}\n\nThe weights of {1}, stored by sotto {2} as {3}: {4:.1f} MB before, {5:.1f} MB "
      "now.\n\nUse: `sotto say \"Hello.\" --voice chatterbox --voice-model ./{0}`\n",
      target.filename().string(), options.source_name, SOTTO_VERSION,
      quant::name_of(options.weights.scheme), static_cast<double>(result.bytes_before) / 1e6,
      static_cast<double>(result.bytes_after) / 1e6);
}

}  // namespace

Result<QuantizeResult> quantize_model(const fs::path& source, const fs::path& target,
                                      const checkpoint::QuantizeFolderOptions& options) {
  const auto free = checkpoint::check_target(source, target, options.force, is_model_folder);
  if (!free) return free.error();
  auto networks = open_networks(source, options.weights);
  if (!networks) return networks.error();
  Result<checkpoint::PartialFolder> partial = checkpoint::PartialFolder::create(target);
  if (!partial) return partial.error();
  if (const auto r = partial->copy(source, is_copied); !r) return r.error();
  size_t all = 0;
  for (const NetworkFile& network : *networks) all += network.bytes;
  QuantizeResult whole;
  for (NetworkFile& network : *networks) {
    network.options.progress = [&, before = whole.bytes_before](size_t done, size_t) {
      if (options.weights.progress) options.weights.progress(before + done, all);
    };
    const fs::path file =
        partial->path() / network.source.filename().replace_extension(".safetensors");
    Result<QuantizeResult> made = checkpoint::quantize_weights(
        *network.weights, file, {{"format", "pt"}, {"sotto", SOTTO_VERSION}}, network.options);
    if (!made) return made.error();
    whole.bytes_before += made->bytes_before;
    whole.bytes_after += made->bytes_after;
    std::ranges::move(made->tensors, std::back_inserter(whole.tensors));
  }
  const auto card = write_file(partial->path() / "README.md", card_of(target, whole, options));
  if (!card) return card.error();
  if (const auto r = partial->commit(options.force); !r) return r.error();
  return whole;
}

}  // namespace sotto::models::chatterbox
