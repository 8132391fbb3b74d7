#include "models/kokoro/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <span>

#include "base/bounded.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "checkpoint/printable.h"

namespace sotto::models::kokoro {
namespace {

using nlohmann::json;

// Far above the published model; below what would overflow an int when multiplied by another.
constexpr int kMaxWidth = 1 << 14, kMaxLayers = 128, kMaxKernel = 255, kMaxStages = 8;
// The published model has 300 samples of a value of F0, by spectra of 20 points.
constexpr int kMostSamplesPerF0 = 2400, kMostFft = 256;

// Keys of transformers' AlbertConfig, and of the one below it, that change nothing in what the
// network computes: they are for training, for its head, for tokenizers and for Python.
constexpr auto kUnusedOfAlbert = std::to_array<std::string_view>({
    "_name_or_path",
    "add_cross_attention",
    "architectures",
    "attention_probs_dropout_prob",
    "attn_implementation",
    "bos_token_id",
    "chunk_size_feed_forward",
    "classifier_dropout_prob",
    "cross_attention_hidden_size",
    "decoder_start_token_id",
    "dropout",
    "dtype",
    "eos_token_id",
    "finetuning_task",
    "hidden_dropout_prob",
    "id2label",
    "initializer_range",
    "is_encoder_decoder",
    "label2id",
    "model_type",
    "name_or_path",
    "num_labels",
    "output_attentions",
    "output_hidden_states",
    "pad_token_id",
    "prefix",
    "problem_type",
    "return_dict",
    "sep_token_id",
    "task_specific_params",
    "tf_legacy_loss",
    "tie_encoder_decoder",
    "tie_word_embeddings",
    "tokenizer_class",
    "torch_dtype",
    "torchscript",
    "transformers_version",
    "use_bfloat16",
    "use_cache",
    "use_return_dict",
});

// The names of transformers' ACT2FN.
struct NamedActivation {
  std::string_view name;
  device::Activation activation;
};
constexpr auto kActivations = std::to_array<NamedActivation>({
    {"gelu", device::Activation::gelu},
    {"gelu_fast", device::Activation::gelu_tanh},
    {"gelu_new", device::Activation::gelu_tanh},
    {"gelu_python", device::Activation::gelu},
    {"gelu_pytorch_tanh", device::Activation::gelu_tanh},
    {"mish", device::Activation::mish},
    {"relu", device::Activation::relu},
    {"sigmoid", device::Activation::sigmoid},
    {"silu", device::Activation::silu},
    {"swish", device::Activation::silu},
    {"tanh", device::Activation::tanh},
});

// The first error stays, and what follows it does nothing.
class ConfigReader {
 public:
  ConfigReader(const json& object, std::string file) : object_(object), file_(std::move(file)) {}

  const std::optional<Error>& error() const { return error_; }

  void fail(std::string_view what) {
    if (!error_) error_ = Error{Errc::bad_format, fmt::format("{}: {}", file_, what)};
  }

  void integer(const char* key, int& field, int min, int max) {
    if (error_) return;
    take(get_int(object_, file_, key, min, max), field);
  }

  // A key that is not there leaves its field as it is.
  void integer_or(const char* key, int& field, int min, int max) {
    if (!error_) take(get_int_or(object_, file_, key, min, max, field), field);
  }

  void number_or(const char* key, float& field, double min, double max) {
    if (!error_) take(get_number_or(object_, file_, key, min, max, double{field}), field);
  }

  void activation_or(const char* key, device::Activation& field) {
    const auto it = object_.find(key);
    if (it == object_.end()) return;
    for (const auto& [name, activation] : kActivations) {
      if (*it != name) continue;
      field = activation;
      return;
    }
    fail(fmt::format("{} is {}, expected gelu_new or another activation that is known here", key,
                     short_text(*it)));
  }

  // It may be missing.
  void only_value(const char* key, const json& expected) {
    const auto it = object_.find(key);
    if (it == object_.end() || it->is_null() || *it == expected) return;
    fail(fmt::format("{} is {}, expected {}: nothing else can be computed here", key,
                     short_text(*it), dumped_sorted(expected)));
  }

  void integers(const char* key, std::vector<int>& field, int min, int max) {
    if (error_) return;
    const auto it = object_.find(key);
    if (it == object_.end() || !read_integers(*it, field, min, max)) {
      fail(fmt::format("{} is no list of 1 to {} integers from {} to {}", key, kMaxStages, min,
                       max));
    }
  }

  void dilations(const char* key, std::vector<std::array<int, kResblockConvs>>& field) {
    if (error_) return;
    field.clear();
    const auto it = object_.find(key);
    bool good = it != object_.end() && it->is_array();
    for (size_t i = 0; good && i < it->size(); ++i) {
      std::vector<int> one;
      good = read_integers((*it)[i], one, 1, kMaxKernel) && one.size() == kResblockConvs;
      if (!good) break;
      std::array<int, kResblockConvs> dilation{};
      std::copy(one.begin(), one.end(), dilation.begin());
      field.push_back(dilation);
    }
    if (!good || field.empty()) {
      fail(fmt::format("{} is no list of lists of {} integers from 1 to {}", key, kResblockConvs,
                       kMaxKernel));
    }
  }

  // An object of its own; null after a failure.
  const json* object(const char* key) {
    if (error_) return nullptr;
    const auto it = object_.find(key);
    if (it == object_.end() || !it->is_object()) {
      fail(fmt::format("{} is no object", key));
      return nullptr;
    }
    return &*it;
  }

  void only(std::initializer_list<std::string_view> known,
            std::span<const std::string_view> unused = {}) {
    for (const auto& [key, value] : object_.items()) {
      if (std::ranges::find(known, key) == known.end() &&
          std::ranges::find(unused, key) == unused.end()) {
        fail(fmt::format("the field {} is not known: the file is of another model than Kokoro",
                         checkpoint::printable(key)));
      }
    }
  }

 private:
  template <class Found, class T>
  void take(const Result<Found>& found, T& field) {
    if (!found) {
      error_ = found.error();
    } else {
      field = static_cast<T>(*found);
    }
  }

  static bool read_integers(const json& list, std::vector<int>& field, int min, int max) {
    field.clear();
    if (!list.is_array() || list.empty() || list.size() > kMaxStages) return false;
    for (const json& value : list) {
      if (!value.is_number_integer()) return false;
      const int64_t number = value.get<int64_t>();
      if (number < min || number > max) return false;
      field.push_back(static_cast<int>(number));
    }
    return true;
  }

  const json& object_;
  std::string file_;
  std::optional<Error> error_;
};

// Requires settings that change the network to have the one value that it is computed with.
void require_plain_albert(ConfigReader& reader, int n_token) {
  reader.only_value("position_embedding_type", "absolute");
  reader.only_value("is_decoder", false);
  reader.only_value("pruned_heads", json::object());
  reader.only_value("vocab_size", n_token);
}

std::optional<Error> read_plbert(const json& object, const std::string& file, int n_token,
                                 PlBertConfig& c) {
  ConfigReader reader(object, file + ": plbert");
  reader.only({"embedding_size", "hidden_act", "hidden_size", "inner_group_num",
               "intermediate_size", "is_decoder", "layer_norm_eps", "max_position_embeddings",
               "num_attention_heads", "num_hidden_groups", "num_hidden_layers",
               "position_embedding_type", "pruned_heads", "type_vocab_size", "vocab_size"},
              kUnusedOfAlbert);
  reader.integer("hidden_size", c.hidden_size, 1, kMaxWidth);
  reader.integer("num_attention_heads", c.num_attention_heads, 1, kMaxWidth);
  reader.integer("intermediate_size", c.intermediate_size, 1, kMaxWidth);
  reader.integer("max_position_embeddings", c.max_position_embeddings, 3, kMaxWidth);
  reader.integer("num_hidden_layers", c.num_hidden_layers, 1, kMaxLayers);
  reader.integer_or("embedding_size", c.embedding_size, 1, kMaxWidth);
  reader.integer_or("type_vocab_size", c.type_vocab_size, 1, kMaxWidth);
  reader.integer_or("num_hidden_groups", c.num_hidden_groups, 1, c.num_hidden_layers);
  reader.integer_or("inner_group_num", c.inner_group_num, 1, kMaxLayers / c.num_hidden_layers);
  reader.number_or("layer_norm_eps", c.layer_norm_eps, 0, 1);
  reader.activation_or("hidden_act", c.hidden_act);
  require_plain_albert(reader, n_token);
  if (!reader.error() && c.hidden_size % c.num_attention_heads != 0) {
    reader.fail(fmt::format("hidden_size is {}, expected a multiple of the {} attention heads",
                            c.hidden_size, c.num_attention_heads));
  }
  return reader.error();
}

std::optional<Error> read_istftnet(const json& object, const std::string& file, IstftNetConfig& c) {
  ConfigReader reader(object, file + ": istftnet");
  reader.only({"upsample_rates", "upsample_kernel_sizes", "upsample_initial_channel",
               "resblock_kernel_sizes", "resblock_dilation_sizes", "gen_istft_n_fft",
               "gen_istft_hop_size"});
  reader.integers("upsample_rates", c.upsample_rates, 1, kMaxKernel);
  reader.integers("upsample_kernel_sizes", c.upsample_kernel_sizes, 1, kMaxKernel);
  reader.integer("upsample_initial_channel", c.upsample_initial_channel, 2, kMaxWidth);
  reader.integers("resblock_kernel_sizes", c.resblock_kernel_sizes, 1, kMaxKernel);
  reader.dilations("resblock_dilation_sizes", c.resblock_dilation_sizes);
  reader.integer("gen_istft_n_fft", c.gen_istft_n_fft, 4, kMostFft);
  reader.integer("gen_istft_hop_size", c.gen_istft_hop_size, 1, kMostFft);
  if (reader.error()) return reader.error();

  const size_t stages = c.upsample_rates.size();
  if (c.upsample_kernel_sizes.size() != stages) {
    reader.fail(fmt::format("{} upsample_kernel_sizes for {} upsample_rates",
                            c.upsample_kernel_sizes.size(), stages));
    return reader.error();
  }
  std::vector<int64_t> rates = {c.gen_istft_hop_size};
  for (size_t i = 0; i < stages; ++i) {  // padding (k - u) / 2 makes u columns of each
    const int rate = c.upsample_rates[i], kernel = c.upsample_kernel_sizes[i];
    rates.push_back(rate);
    if (kernel >= rate && (kernel - rate) % 2 == 0) continue;
    reader.fail(
        fmt::format("upsample_kernel_sizes has {} for a rate of {}, expected that or an "
                    "even number more",
                    kernel, rate));
  }
  if (bounded_product(rates, kMostSamplesPerF0) > kMostSamplesPerF0) {
    reader.fail(fmt::format(
        "upsample_rates and gen_istft_hop_size make more than {} samples of a value of F0",
        kMostSamplesPerF0));
  }
  if (c.upsample_initial_channel % (1 << stages) != 0) {
    reader.fail(
        fmt::format("upsample_initial_channel is {}, expected a multiple of {} that {} "
                    "stages can halve",
                    c.upsample_initial_channel, 1 << stages, stages));
  }
  for (const int kernel : c.resblock_kernel_sizes) {
    if (kernel % 2 == 0) {
      reader.fail(fmt::format("resblock_kernel_sizes has {}, expected odd numbers", kernel));
    }
  }
  if (c.resblock_dilation_sizes.size() != c.resblock_kernel_sizes.size()) {
    reader.fail(fmt::format("{} resblock_dilation_sizes for {} resblock_kernel_sizes",
                            c.resblock_dilation_sizes.size(), c.resblock_kernel_sizes.size()));
  }
  if (c.gen_istft_n_fft % 2 != 0 || c.gen_istft_hop_size > c.gen_istft_n_fft / 2) {
    reader.fail(
        fmt::format("gen_istft_n_fft is {} with a hop of {}, expected an even number, at "
                    "least twice the hop",
                    c.gen_istft_n_fft, c.gen_istft_hop_size));
  }
  return reader.error();
}

}  // namespace

int IstftNetConfig::samples_per_f0() const {
  return std::accumulate(upsample_rates.begin(), upsample_rates.end(), gen_istft_hop_size,
                         std::multiplies<>());
}

Result<Config> read_config(const std::filesystem::path& path) {
  const Result<json> object = read_json_object(path);
  if (!object) return object.error();
  const std::string file = path.string();
  Config c;
  ConfigReader reader(*object, file);
  reader.only({"istftnet", "dim_in", "dropout", "hidden_dim", "max_conv_dim", "max_dur",
               "multispeaker", "n_layer", "n_mels", "n_token", "style_dim",
               "text_encoder_kernel_size", "plbert", "vocab"});
  reader.integer("hidden_dim", c.hidden_dim, 2, kMaxWidth);
  reader.integer("style_dim", c.style_dim, 1, kMaxWidth);
  reader.integer("n_layer", c.n_layer, 1, kMaxLayers);
  reader.integer("max_dur", c.max_dur, 1, 1000);
  reader.integer("n_token", c.n_token, 2, kMaxWidth);
  reader.integer("text_encoder_kernel_size", c.text_encoder_kernel_size, 1, kMaxKernel);
  if (!reader.error() && c.hidden_dim % 2 != 0) {
    reader.fail(
        fmt::format("hidden_dim is {}, expected an even number: an LSTM has half of it in "
                    "each direction",
                    c.hidden_dim));
  }
  if (!reader.error() && c.text_encoder_kernel_size % 2 == 0) {
    reader.fail(fmt::format("text_encoder_kernel_size is {}, expected an odd number",
                            c.text_encoder_kernel_size));
  }
  const json* plbert = reader.object("plbert");
  const json* istftnet = reader.object("istftnet");
  const json* vocab = reader.object("vocab");
  if (reader.error()) return *reader.error();
  if (const auto error = read_plbert(*plbert, file, c.n_token, c.plbert)) return *error;
  if (const auto error = read_istftnet(*istftnet, file, c.istftnet)) return *error;
  Result<tokenize::PhonemeVocabulary> read =
      tokenize::PhonemeVocabulary::read(*vocab, file, c.n_token);
  if (!read) return read.error();
  c.vocab = *std::move(read);
  return c;
}

}  // namespace sotto::models::kokoro
