#include "models/pocket_tts/quantization_plan.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "models/loader.h"
#include "models/pocket_tts/calibrate.h"
#include "models/pocket_tts/quantized.h"
#include "models/pocket_tts/seanet.h"
#include "models/pocket_tts/training_layout.h"

namespace sotto::models::pocket_tts {
namespace {

namespace fs = std::filesystem;
using checkpoint::FolderPlan;

constexpr const char* kWeightFile = "model.safetensors";
constexpr size_t kLargestText = size_t{1} << 20;
constexpr size_t kMostVoices = 4;  // that calibrate

// The yaml with paths that lead into the new folder; everything else as it was.
Result<std::string> new_yaml(const Config& config, const WeightPaths& files,
                             const std::string& tokenizer) {
  const Result<std::string> text = read_file(config.file, kLargestText);
  if (!text) return text.error();
  try {
    YAML::Node root = YAML::Load(*text);
    const char* kept = files.voice_cloning ? "weights_path" : "weights_path_without_voice_cloning";
    root.remove("weights_path");
    root.remove("weights_path_without_voice_cloning");
    root["flow_lm"].remove("weights_path");
    root["mimi"].remove("weights_path");
    root[kept] = kWeightFile;
    root["flow_lm"]["lookup_table"]["tokenizer_path"] = tokenizer;
    YAML::Emitter out;
    out << root;
    return std::string(out.c_str()) + "\n";
  } catch (const YAML::Exception& e) {
    return Error{Errc::bad_format, fmt::format("{}: {}", config.file.string(), e.what())};
  }
}

// The files NAME.safetensors of the model's voices, the first of each name.
std::vector<fs::path> voice_files(const Config& config, const WeightPaths& files) {
  std::vector<fs::path> found;
  for (const fs::path& folder : voice_folders(config, files)) {
    std::error_code absent;
    for (fs::directory_iterator it(folder, absent), end; !absent && it != end; it.increment(absent))
      if (it->path().extension() == ".safetensors" &&
          std::ranges::find(found, it->path().filename(), &fs::path::filename) == found.end())
        found.push_back(it->path());
  }
  return found;
}

// Voices that lie with the model; none where there are none that fit it.
std::vector<VoiceState> some_voices(const Model& model) {
  std::vector<fs::path> found = voice_files(model.config, model.files);
  std::sort(found.begin(), found.end());
  std::vector<VoiceState> voices;
  for (const fs::path& path : found) {
    auto voice = read_voice_state(path, model.config.flow_lm);
    if (voice && voices.size() < kMostVoices) voices.push_back(*std::move(voice));
  }
  return voices;
}

// Each convolution as an int8 matrix with the levels of what it reads beside it.
Result<void> add_static_convolutions(const Config& config, const StaticConvolutions& wanted,
                                     checkpoint::QuantizeOptions& options) {
  const auto model = Model::load(config.file, options.scheme, *wanted.backend);
  if (!model) return model.error();
  const std::span<const std::string> texts =
      wanted.texts.empty() ? calibration_texts() : std::span<const std::string>(wanted.texts);
  const auto ranges =
      calibrate(**model, texts, some_voices(**model), *wanted.backend, options.stop, wanted.said);
  if (!ranges) return ranges.error();
  auto levels = std::make_shared<std::map<std::string, std::array<float, 3>>>();
  for (const NamedConv& conv : (*model)->mimi->convolutions()) {
    const device::PreparedMatrix& w = *conv.weights;
    if (w.cols > quant::most_columns(wanted.levels)) continue;
    const quant::QuantParams l = levels_for(ranges->at(conv.name), wanted.levels);
    const std::string weight = conv.name + ".weight";
    (*levels)[weight] = {l.scale, static_cast<float>(l.zero), static_cast<float>(l.most)};
    options.as_matrices[weight] = {w.rows, w.cols, [w = conv.weights, backend = wanted.backend] {
                                     return backend->floats_of(w);
                                   }};
  }
  options.scheme_of = [others = options.scheme_of, levels](const std::string& name) {
    const quant::Scheme int8{quant::Scheme::Kind::int8};
    return levels->contains(name) ? std::optional(int8) : others(name);
  };
  options.beside = [levels](const std::string& name) -> std::vector<checkpoint::StoredTensor> {
    const auto found = levels->find(name);
    if (found == levels->end()) return {};
    const std::string layer = name.substr(0, name.rfind('.'));
    return {{.name = Loader::levels_name(layer),
             .dtype = checkpoint::DType::f32,
             .shape = {3},
             .bytes = std::as_bytes(std::span(found->second))}};
  };
  return {};
}

}  // namespace

Result<FolderPlan> quantization_plan(const fs::path& path, const QuantizationOptions& options) {
  const Result<fs::path> file = find_config(path.string());
  if (!file) return file.error();
  const Result<Config> config = read_config(*file);
  if (!config) return config.error();
  const Result<WeightPaths> files = find_weight_files(*config);
  if (!files) return files.error();
  const Result<fs::path> tokenizer = resolve(*config, config->flow_lm.lookup_table.tokenizer_path);
  if (!tokenizer) return tokenizer.error();
  const auto weights = open_model_weights(*files);
  if (!weights) return weights.error();
  const Result<std::string> yaml = new_yaml(*config, *files, tokenizer->filename().string());
  if (!yaml) return yaml.error();
  checkpoint::QuantizeOptions how = options.folder.weights;
  how.scheme_of = [scheme = how.scheme](const std::string& name) {
    return scheme_of_tensor(name, scheme);
  };
  if (options.convolutions) {
    // Before it speaks for a while: an error of the plan is the user's.
    const auto tensors = checkpoint::plan_quantization(**weights, how);
    if (!tensors) return tensors.error();
    const auto added = add_static_convolutions(*config, *options.convolutions, how);
    if (!added) return added.error();
  }
  std::error_code ignored;
  FolderPlan plan{
      .source = fs::absolute(config->file, ignored).parent_path(),
      .files = {{kWeightFile, *weights, std::move(how)}},
      .copied = {},
      .more_copied = {{*tokenizer, tokenizer->filename()}},
      .texts = {{config->file.filename().string(), *yaml}},
      .card = {.use = "sotto say \"Hello.\" --voice pocket-tts --voice-model ./{}",
               .unchanged = options.convolutions ? "biases, norms and the encoder's convolutions"
                                                 : "biases, norms and convolutions"}};
  for (const fs::path& voice : voice_files(*config, *files))
    plan.more_copied.emplace_back(voice, fs::path(kVoiceFolder) / voice.filename());
  return plan;
}

}  // namespace sotto::models::pocket_tts
