#include "models/kokoro/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "checkpoint/config.h"
#include "checkpoint/printable.h"

namespace sotto::models::kokoro {
namespace {

using nlohmann::json;

// Far above the published model; below what would overflow an int when multiplied by another.
constexpr int kMaxWidth = 1 << 14, kMaxLayers = 128, kMaxKernel = 255, kMaxStages = 8;

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
    const Result<int> value = checkpoint::get_int(object_, file_, key, min, max);
    if (!value) {
      error_ = value.error();
    } else {
      field = *value;
    }
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

  void only(std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : object_.items()) {
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        fail(fmt::format("the field {} is not known: the file is of another model than Kokoro",
                         checkpoint::printable(key)));
      }
    }
  }

 private:
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

std::optional<Error> read_plbert(const json& object, const std::string& file, PlBertConfig& c) {
  ConfigReader reader(object, file + ": plbert");
  reader.only({"hidden_size", "num_attention_heads", "intermediate_size", "max_position_embeddings",
               "num_hidden_layers", "dropout"});
  reader.integer("hidden_size", c.hidden_size, 1, kMaxWidth);
  reader.integer("num_attention_heads", c.num_attention_heads, 1, kMaxWidth);
  reader.integer("intermediate_size", c.intermediate_size, 1, kMaxWidth);
  reader.integer("max_position_embeddings", c.max_position_embeddings, 3, kMaxWidth);
  reader.integer("num_hidden_layers", c.num_hidden_layers, 1, kMaxLayers);
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
  reader.integer("gen_istft_n_fft", c.gen_istft_n_fft, 4, 4096);
  reader.integer("gen_istft_hop_size", c.gen_istft_hop_size, 1, 4096);
  if (reader.error()) return reader.error();

  const size_t stages = c.upsample_rates.size();
  if (c.upsample_kernel_sizes.size() != stages) {
    reader.fail(fmt::format("{} upsample_kernel_sizes for {} upsample_rates",
                            c.upsample_kernel_sizes.size(), stages));
    return reader.error();
  }
  int64_t samples = c.gen_istft_hop_size;
  for (size_t i = 0; i < stages; ++i) {  // padding (k - u) / 2 makes u columns of each
    const int rate = c.upsample_rates[i], kernel = c.upsample_kernel_sizes[i];
    samples *= rate;
    if (kernel >= rate && (kernel - rate) % 2 == 0) continue;
    reader.fail(
        fmt::format("upsample_kernel_sizes has {} for a rate of {}, expected that or an "
                    "even number more",
                    kernel, rate));
  }
  if (samples > kSampleRateHz) {
    reader.fail(
        fmt::format("{} samples a value of F0, expected at most {}", samples, kSampleRateHz));
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
  const Result<json> object = checkpoint::read_json_object(path);
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
  if (const auto error = read_plbert(*plbert, file, c.plbert)) return *error;
  if (const auto error = read_istftnet(*istftnet, file, c.istftnet)) return *error;
  Result<Vocabulary> read = Vocabulary::read(*vocab, file, c.n_token);
  if (!read) return read.error();
  c.vocab = *std::move(read);
  return c;
}

}  // namespace sotto::models::kokoro
