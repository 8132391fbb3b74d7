#include "models/pocket_tts/quantize_model.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/log.h"
#include "checkpoint/model_card.h"
#include "checkpoint/partial_folder.h"
#include "models/loader.h"
#include "models/pocket_tts/calibrate.h"
#include "models/pocket_tts/quantized.h"
#include "models/pocket_tts/seanet.h"
#include "models/pocket_tts/training_layout.h"

namespace sotto::models::pocket_tts {
namespace {

namespace fs = std::filesystem;
using checkpoint::QuantizeResult;

constexpr const char* kWeightFile = "model.safetensors";
constexpr const char* kVoiceFolder = "embeddings";
constexpr size_t kLargestText = size_t{1} << 20;
constexpr size_t kMostVoices = 4;  // that calibrate

Error io_error(const fs::path& path, std::string_view what, const std::error_code& error) {
  return {Errc::io, fmt::format("{}: {}: {}", path.string(), what, error.message())};
}

bool has_yaml(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".yaml" || it->path().extension() == ".yml") return true;
  return false;
}

Result<void> copy_one(const fs::path& from, const fs::path& to) {
  std::error_code error;
  // A hub's snapshot is made of links: the file behind one is copied.
  fs::copy_file(from, to, error);
  if (error) return io_error(from, fmt::format("cannot be copied to {}", to.string()), error);
  return {};
}

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

Result<void> copy_voices(const Config& config, const WeightPaths& files, const fs::path& folder) {
  std::error_code error;
  for (const fs::path& from : voice_folders(config, files)) {
    std::error_code absent;
    for (fs::directory_iterator it(from, absent), end; !absent && it != end; it.increment(absent)) {
      const fs::path to = folder / kVoiceFolder / it->path().filename();
      if (it->path().extension() != ".safetensors" || fs::exists(to, error)) continue;
      fs::create_directories(folder / kVoiceFolder, error);
      if (const Result<void> copied = copy_one(it->path(), to); !copied) return copied.error();
    }
  }
  return {};
}

Result<void> copy_licence(const fs::path& from, const fs::path& to) {
  std::error_code error;
  for (fs::directory_iterator it(from, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    const bool licence =
        name.starts_with("LICENSE") || name.starts_with("LICENCE") || name == "NOTICE";
    if (!licence || !fs::is_regular_file(it->path(), error)) continue;
    if (const Result<void> copied = copy_one(it->path(), to / name); !copied) return copied.error();
  }
  return {};
}

Result<void> write_texts(const Config& config, const WeightPaths& files, const fs::path& tokenizer,
                         const fs::path& folder) {
  const Result<std::string> yaml = new_yaml(config, files, tokenizer.filename().string());
  if (!yaml) return yaml.error();
  if (const auto r = write_file(folder / config.file.filename(), *yaml); !r) return r.error();
  if (const auto r = copy_one(tokenizer, folder / tokenizer.filename()); !r) return r.error();
  if (const auto r = copy_licence(config.file.parent_path(), folder); !r) return r.error();
  return copy_voices(config, files, folder);
}

std::string card_of(const fs::path& target, const std::string& source_card,
                    const QuantizeResult& result, const checkpoint::QuantizeFolderOptions& options,
                    const std::optional<StaticConvolutions>& convolutions) {
  size_t matrices = 0, converted = 0;
  for (const checkpoint::QuantizedTensor& t : result.tensors) {
    matrices += t.rows > 0 ? 1 : 0;
    converted += t.scheme ? 1 : 0;
  }
  const std::string licence = checkpoint::licence_of(source_card);
  const std::string name = target.filename().string();
  return fmt::format(
      "# {0}\n\nThe weights of {1}, stored by sotto {2} as {3}.\n\n"
      "- Converted: {4} of {5} matrices; the others, biases, norms and {9} are unchanged\n"
      "- Weights: {6:.1f} MB before, {7:.1f} MB now\n"
      "- License of the source: {8}\n\n"
      "Use: `sotto say \"Hello.\" --voice pocket-tts --voice-model ./{0}`\n",
      name, options.source_name, SOTTO_VERSION, quant::name_of(options.weights.scheme), converted,
      matrices, static_cast<double>(result.bytes_before) / 1e6,
      static_cast<double>(result.bytes_after) / 1e6,
      licence.empty() ? "its card names none" : licence,
      convolutions ? "the encoder's convolutions" : "convolutions");
}

// Voices that lie with the model; none where there are none that fit it.
std::vector<VoiceState> some_voices(const Model& model) {
  std::vector<fs::path> found;
  for (const fs::path& folder : voice_folders(model.config, model.files)) {
    std::error_code absent;
    for (fs::directory_iterator it(folder, absent), end; !absent && it != end; it.increment(absent))
      if (it->path().extension() == ".safetensors") found.push_back(it->path());
  }
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

std::vector<fs::path> voice_folders(const Config& config, const WeightPaths& files) {
  const fs::path beside = config.file.parent_path();
  const fs::path& weights = files.model.empty() ? files.flow_lm : files.model;
  return {weights.parent_path() / kVoiceFolder, beside / kVoiceFolder, beside / "voices"};
}

Result<QuantizeResult> quantize_model(const Config& config, const fs::path& target,
                                      checkpoint::QuantizeFolderOptions options,
                                      const std::optional<StaticConvolutions>& convolutions) {
  std::error_code ignored;
  const fs::path source = fs::absolute(config.file, ignored).parent_path();
  if (const auto r = checkpoint::check_target(source, target, options.force, has_yaml); !r)
    return r.error();
  const Result<WeightPaths> files = find_weight_files(config);
  if (!files) return files.error();
  const Result<fs::path> tokenizer = resolve(config, config.flow_lm.lookup_table.tokenizer_path);
  if (!tokenizer) return tokenizer.error();
  const auto weights = open_model_weights(*files);
  if (!weights) return weights.error();
  options.weights.scheme_of = [scheme = options.weights.scheme](const std::string& name) {
    return scheme_of_tensor(name, scheme);
  };
  // Before a byte is written: an error of the plan is the user's.
  if (const auto plan = checkpoint::plan_quantization(**weights, options.weights); !plan)
    return plan.error();
  if (convolutions) {
    const auto added = add_static_convolutions(config, *convolutions, options.weights);
    if (!added) return added.error();
  }
  Result<checkpoint::PartialFolder> partial = checkpoint::PartialFolder::create(target);
  if (!partial) return partial.error();
  const fs::path folder = partial->path();
  if (const auto r = write_texts(config, *files, *tokenizer, folder); !r) return r.error();
  Result<QuantizeResult> result =
      checkpoint::quantize_weights(**weights, folder / kWeightFile,
                                   {{"format", "pt"}, {"sotto", SOTTO_VERSION}}, options.weights);
  if (!result) return result.error();
  const auto card = read_file(config.file.parent_path() / "README.md", kLargestText);
  const std::string text =
      card_of(target, card ? *card : std::string(), *result, options, convolutions);
  if (const auto r = write_file(folder / "README.md", text); !r) return r.error();
  if (const auto r = partial->commit(options.force); !r) return r.error();
  return result;
}

}  // namespace sotto::models::pocket_tts
