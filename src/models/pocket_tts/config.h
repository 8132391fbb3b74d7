// The configuration of a Pocket TTS model: its yaml, field by field, and where its files lie.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "text/spoken/prepare_text.h"

namespace sotto::models::pocket_tts {

// Objective of the flow head's training, and so how a latent is sampled (sampler.h).
enum class FlowType { lsd, flow_matching, drifting, pointwise };

struct FlowConfig {
  int dim = 0, depth = 0;
  FlowType type = FlowType::lsd;
};

struct FlowTransformerConfig {
  int d_model = 0, num_heads = 0, num_layers = 0;
  int hidden_scale = 0;
  double max_period = 10000;
  // Derived from the others if the yaml leaves them out; never 0 after reading.
  int attn_dim = 0, num_kv_heads = 0, dim_feedforward = 0;

  int head_size() const { return attn_dim / num_heads; }
};

// The embedding of the text. It has n_bins + 1 rows; the last one is unused.
struct LookupTableConfig {
  int dim = 0, n_bins = 0;
  std::string tokenizer;  // "sentencepiece" or "tokenizers"
  std::string tokenizer_path;
  std::optional<int> rank;  // rows have that many columns, and a projection widens them to dim
};

struct FlowLmConfig {
  std::string dtype;
  FlowConfig flow;
  FlowTransformerConfig transformer;
  LookupTableConfig lookup_table;
  std::optional<int> z_dim;  // the backbone's output is projected to that
  bool insert_bos_before_voice = false;
  std::string weights_path;  // its own file in the training layout; empty: in the model's

  int output_dim() const { return z_dim.value_or(transformer.d_model); }
};

// The convolutional half of Mimi (SEANet, Tagliasacchi et al. 2020), on either side.
struct SeanetConfig {
  int dimension = 0;  // columns on the Transformer's side
  int channels = 1;   // of the sound
  int n_filters = 0;
  int n_residual_layers = 0;
  std::vector<int> ratios;  // in the decoder's order
  int kernel_size = 0, residual_kernel_size = 0, last_kernel_size = 0;
  int dilation_base = 1;
  std::string pad_mode;  // "constant"
  int compress = 1;

  int hop() const;  // samples for one step of the Transformer: the product of the ratios
};

struct MimiTransformerConfig {
  int d_model = 0, num_heads = 0, num_layers = 0, dim_feedforward = 0;
  double layer_scale = 0;  // what training started with; the weights have their own
  int context = 0;
  double max_period = 10000;
  int input_dimension = 0;
  std::vector<int> output_dimensions;
};

struct MimiConfig {
  std::string dtype;
  int sample_rate = 0;
  double frame_rate = 0;  // latents a second
  int channels = 1;
  std::optional<int> inner_dim, outer_dim;
  SeanetConfig seanet;
  MimiTransformerConfig transformer;
  int quantizer_dimension = 0;         // numbers a latent
  int quantizer_output_dimension = 0;  // after the quantizer's projection
  // Set if the decoder is not the encoder's mirror image.
  std::optional<SeanetConfig> decoder_seanet;
  std::optional<MimiTransformerConfig> decoder_transformer;
  std::string weights_path;  // as FlowLmConfig's

  // Columns of an encoded voice prompt: what speaker_proj_weight takes.
  int voice_dim() const { return inner_dim.value_or(seanet.dimension); }
  int samples_per_frame() const;  // whole; checked when the yaml is read
};

struct Config {
  std::filesystem::path file;  // the yaml
  FlowLmConfig flow_lm;
  MimiConfig mimi;
  spoken::TextRules text;  // before it is tokenized
  // Paths as written in the yaml; empty: not set. resolve() says where they are.
  std::string weights_path;
  std::string weights_path_without_voice_cloning;  // taken when the first is not there
  std::optional<int> model_recommended_frames_after_eos;
  double default_temperature = 0.3;
  double default_eos_threshold = -4.0;
};

// Reads and checks a yaml. Its fields are known ones, its numbers fit each other; the file is
// untrusted.
Result<Config> read_config(const std::filesystem::path& file);

// The same of its text; `file` is for messages, and for where paths lead from.
Result<Config> parse_config(const std::string& yaml, const std::filesystem::path& file);

// The yaml that `model` names: a yaml file, or a folder (as models::find_model finds it) with
// one.
Result<std::filesystem::path> find_config(const std::string& model);

// Resolves a path of the yaml: "hf://OWNER/REPOSITORY/FILE[@REVISION]" into the hub's cache; an
// absolute path as it is; any other from the folder of the yaml, from the folder above it, or from
// the working directory, whichever has the file.
Result<std::filesystem::path> resolve(const Config& config, const std::string& path);

// The files of the weights: the model's, or FlowLM's in the training layout; and Mimi's in that
// layout, which is there with the second and takes the place of Mimi's in the first. Voices can be
// made from recordings only with `voice_cloning`.
struct WeightPaths {
  std::filesystem::path model, flow_lm, mimi;  // empty: not given
  bool voice_cloning = true;
};
Result<WeightPaths> find_weight_files(const Config& config);

// Folders in which the voices of a model lie, as files `NAME.safetensors`: beside its weights, and
// beside its yaml.
inline constexpr const char* kVoiceFolder = "embeddings";
std::vector<std::filesystem::path> voice_folders(const Config& config, const WeightPaths& files);

}  // namespace sotto::models::pocket_tts
