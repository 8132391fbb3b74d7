#include "models/pocket_tts/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/bounded.h"
#include "base/file.h"
#include "models/pocket_tts/yaml_fields.h"

namespace sotto::models::pocket_tts {
namespace {

constexpr size_t kLargestYaml = 1 << 20;
constexpr int kWidest = 1 << 16;  // columns, of any layer
constexpr int kMostLayers = 256;
constexpr int kMostHeads = 1024;
constexpr int kMostPieces = 1 << 20;
constexpr int kFastestSamples = 768000;
constexpr int kLongestFrame = 1 << 20;  // samples

FlowConfig read_flow(YamlFields fields) {
  FlowConfig flow;
  flow.dim = fields.integer("dim", 1, kWidest);
  flow.depth = fields.integer("depth", 0, kMostLayers);
  const std::string type = fields.text_or("type", "lsd");
  if (type == "lsd") {
    flow.type = FlowType::lsd;
  } else if (type == "flow_matching") {
    flow.type = FlowType::flow_matching;
  } else if (type == "drifting") {
    flow.type = FlowType::drifting;
  } else if (type == "pointwise") {
    flow.type = FlowType::pointwise;
  } else {
    fields.wrong_text("type", type, "lsd, flow_matching, drifting or pointwise");
  }
  fields.end();
  return flow;
}

FlowTransformerConfig read_flow_transformer(YamlFields fields) {
  FlowTransformerConfig t;
  t.d_model = fields.integer("d_model", 1, kWidest);
  t.num_heads = fields.integer("num_heads", 1, kMostHeads);
  t.num_layers = fields.integer("num_layers", 1, kMostLayers);
  t.hidden_scale = fields.integer("hidden_scale", 1, 64);
  t.max_period = fields.number("max_period", 1, 1e9);
  t.attn_dim = fields.integer_or_none("attn_dim", 1, kWidest).value_or(t.d_model);
  t.num_kv_heads = fields.integer_or_none("num_kv_heads", 1, kMostHeads).value_or(t.num_heads);
  t.dim_feedforward =
      fields.integer_or_none("dim_feedforward", 1, kWidest).value_or(t.d_model * t.hidden_scale);
  if (fields.good() && t.attn_dim % (2 * t.num_heads) != 0)
    fields.unfit(
        fmt::format("attn_dim is {}, expected a multiple of {}: pairs of columns for "
                    "each of {} heads",
                    t.attn_dim, 2 * t.num_heads, t.num_heads));
  if (fields.good() && t.num_heads % t.num_kv_heads != 0)
    fields.unfit(fmt::format("num_kv_heads is {}, expected a divisor of the {} heads",
                             t.num_kv_heads, t.num_heads));
  fields.end();
  return t;
}

LookupTableConfig read_lookup_table(YamlFields fields, int d_model) {
  LookupTableConfig table;
  table.dim = fields.integer("dim", 1, kWidest);
  table.n_bins = fields.integer("n_bins", 1, kMostPieces);
  table.tokenizer = fields.text("tokenizer");
  table.tokenizer_path = fields.text("tokenizer_path");
  table.rank = fields.integer_or_none("rank", 1, kWidest);
  if (fields.good() && table.dim != d_model)
    fields.unfit(
        fmt::format("dim is {}, expected {}, the transformer's d_model", table.dim, d_model));
  fields.end();
  return table;
}

FlowLmConfig read_flow_lm(YamlFields fields) {
  FlowLmConfig lm;
  lm.dtype = fields.text("dtype");
  lm.flow = read_flow(fields.map("flow"));
  lm.transformer = read_flow_transformer(fields.map("transformer"));
  lm.lookup_table = read_lookup_table(fields.map("lookup_table"), lm.transformer.d_model);
  lm.z_dim = fields.integer_or_none("z_dim", 1, kWidest);
  lm.insert_bos_before_voice = fields.boolean_or("insert_bos_before_voice", false);
  lm.weights_path = fields.text_or("weights_path", "");
  fields.end();
  return lm;
}

SeanetConfig read_seanet(YamlFields fields) {
  SeanetConfig s;
  s.dimension = fields.integer("dimension", 1, kWidest);
  s.channels = fields.integer("channels", 1, 1);
  s.n_filters = fields.integer("n_filters", 1, kWidest);
  s.n_residual_layers = fields.integer("n_residual_layers", 0, 64);
  s.ratios = fields.integers("ratios", 1, 64, 8);
  s.kernel_size = fields.integer("kernel_size", 1, 256);
  s.residual_kernel_size = fields.integer("residual_kernel_size", 1, 256);
  s.last_kernel_size = fields.integer("last_kernel_size", 1, 256);
  s.dilation_base = fields.integer("dilation_base", 1, 16);
  s.pad_mode = fields.text("pad_mode");
  s.compress = fields.integer("compress", 1, s.n_filters > 0 ? s.n_filters : 1);
  if (fields.good() && s.pad_mode != "constant")
    fields.wrong_text("pad_mode", s.pad_mode, "constant");
  if (fields.good() && (s.hop() < 1 || s.hop() > kLongestFrame))
    fields.unfit(fmt::format("the product of ratios is more than {}", kLongestFrame));
  // Each ratio doubles the number of channels.
  if (fields.good() && (s.n_filters << s.ratios.size()) > kWidest)
    fields.unfit(fmt::format("n_filters is {}, expected at most {} for {} ratios", s.n_filters,
                             kWidest >> s.ratios.size(), s.ratios.size()));
  fields.end();
  return s;
}

MimiTransformerConfig read_mimi_transformer(YamlFields fields) {
  MimiTransformerConfig t;
  t.d_model = fields.integer("d_model", 1, kWidest);
  t.num_heads = fields.integer("num_heads", 1, kMostHeads);
  t.num_layers = fields.integer("num_layers", 1, kMostLayers);
  t.dim_feedforward = fields.integer("dim_feedforward", 1, kWidest);
  t.layer_scale = fields.number("layer_scale", 0, 1e6);
  t.context = fields.integer("context", 1, 1 << 16);
  t.max_period = fields.number_or("max_period", 1, 1e9, 10000);
  t.input_dimension = fields.integer("input_dimension", 1, kWidest);
  t.output_dimensions = fields.integers("output_dimensions", 1, kWidest, 1);
  if (fields.good() && t.d_model % (2 * t.num_heads) != 0)
    fields.unfit(
        fmt::format("d_model is {}, expected a multiple of {}: pairs of columns for each "
                    "of {} heads",
                    t.d_model, 2 * t.num_heads, t.num_heads));
  fields.end();
  return t;
}

bool is_whole(double x) { return x == std::floor(x); }

// Frames are a whole number of samples, and of steps of the Transformer on both sides.
void check_rates(const MimiConfig& mimi, YamlFields& fields) {
  const double frame = mimi.sample_rate / mimi.frame_rate;
  if (!is_whole(frame) || frame < 1 || frame > kLongestFrame)
    return fields.unfit(
        fmt::format("sample_rate {} and frame_rate {} make frames of {} samples, "
                    "expected a whole number up to {}",
                    mimi.sample_rate, mimi.frame_rate, frame, kLongestFrame));
  for (const SeanetConfig* side :
       {&mimi.seanet, mimi.decoder_seanet ? &*mimi.decoder_seanet : &mimi.seanet}) {
    if (mimi.samples_per_frame() % side->hop() != 0)
      return fields.unfit(
          fmt::format("a frame has {} samples, expected a multiple of {}, the "
                      "product of ratios",
                      mimi.samples_per_frame(), side->hop()));
  }
}

MimiConfig read_mimi(YamlFields fields) {
  MimiConfig mimi;
  mimi.dtype = fields.text("dtype");
  mimi.sample_rate = fields.integer("sample_rate", 1000, kFastestSamples);
  mimi.frame_rate = fields.number("frame_rate", 0.01, kFastestSamples);
  mimi.channels = fields.integer("channels", 1, 1);
  mimi.inner_dim = fields.integer_or_none("inner_dim", 1, kWidest);
  mimi.outer_dim = fields.integer_or_none("outer_dim", 1, kWidest);
  mimi.seanet = read_seanet(fields.map("seanet"));
  mimi.transformer = read_mimi_transformer(fields.map("transformer"));
  YamlFields quantizer = fields.map("quantizer");
  mimi.quantizer_dimension = quantizer.integer("dimension", 1, kWidest);
  mimi.quantizer_output_dimension = quantizer.integer("output_dimension", 1, kWidest);
  quantizer.end();
  if (fields.has("decoder_seanet")) mimi.decoder_seanet = read_seanet(fields.map("decoder_seanet"));
  if (fields.has("decoder_transformer"))
    mimi.decoder_transformer = read_mimi_transformer(fields.map("decoder_transformer"));
  mimi.weights_path = fields.text_or("weights_path", "");
  fields.end();
  if (fields.good()) check_rates(mimi, fields);
  return mimi;
}

spoken::TextRules read_text(YamlFields& root) {
  spoken::TextRules text;
  text.pad_with_spaces_for_short_inputs =
      root.boolean_or("pad_with_spaces_for_short_inputs", false);
  text.remove_semicolons = root.boolean_or("remove_semicolons", false);
  text.append_terminal_punctuation = root.boolean_or("append_terminal_punctuation", true);
  text.capitalize_first_letter = root.boolean_or("capitalize_first_letter", true);
  text.replace_characters = root.characters("replace_characters");
  return text;
}

}  // namespace

int SeanetConfig::hop() const { return static_cast<int>(bounded_product(ratios, INT32_MAX - 1)); }

int MimiConfig::samples_per_frame() const { return static_cast<int>(sample_rate / frame_rate); }

Result<Config> read_config(const std::filesystem::path& file) {
  const Result<std::string> text = read_file(file, kLargestYaml);
  if (!text) return text.error();
  return parse_config(*text, file);
}

Result<Config> parse_config(const std::string& yaml, const std::filesystem::path& file) {
  Config config;
  config.file = file;
  const std::optional<Error> error = read_yaml(yaml, file.string(), [&](YamlFields root) {
    config.flow_lm = read_flow_lm(root.map("flow_lm"));
    config.mimi = read_mimi(root.map("mimi"));
    config.text = read_text(root);
    config.weights_path = root.text_or("weights_path", "");
    config.weights_path_without_voice_cloning =
        root.text_or("weights_path_without_voice_cloning", "");
    config.model_recommended_frames_after_eos =
        root.integer_or_none("model_recommended_frames_after_eos", 0, 10000);
    config.default_temperature = root.number_or("default_temperature", 0, 100, 0.3);
    config.default_eos_threshold = root.number_or("default_eos_threshold", -1e6, 1e6, -4);
    root.end();
  });
  if (error) return *error;
  return config;
}

}  // namespace sotto::models::pocket_tts
