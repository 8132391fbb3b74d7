#include "models/xtts/config.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/bounded.h"
#include "base/json_fields.h"

namespace sotto::models::xtts {
namespace {

using nlohmann::json;

// Values out of one object; the first thing that is wrong stays.
class Fields {
 public:
  Fields(const json& object, std::string_view file) : object_(object), file_(file) {}

  void whole(std::string_view key, int min, int max, int& value) {
    take(get_int_or(object_, file_, key, min, max, value), value);
  }
  void number(std::string_view key, double min, double max, float& value) {
    take(get_number_or(object_, file_, key, min, max, double{value}), value);
  }
  bool flag(std::string_view key, bool otherwise) {
    take(get_bool_or(object_, file_, key, otherwise), otherwise);
    return otherwise;
  }
  void require(bool holds, std::string_view sentence) {
    if (!error_ && !holds) error_ = {Errc::unsupported, fmt::format("{}: {}", file_, sentence)};
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  template <class Found, class T>
  void take(const Result<Found>& found, T& value) {
    if (!found && !error_) error_ = found.error();
    if (found && !error_) value = static_cast<T>(*found);
  }

  const json& object_;
  std::string_view file_;
  std::optional<Error> error_;
};

Result<std::vector<std::string>> languages_of(const json& config, std::string_view file) {
  std::vector<std::string> languages;
  const auto list = config.find("languages");
  const bool is_list = list != config.end() && list->is_array();
  for (const json& language : is_list ? *list : json::array())
    if (language.is_string()) languages.push_back(language.get<std::string>());
  if (languages.empty() || languages.size() != list->size())
    return Error{Errc::bad_format, fmt::format("{}: languages are no list of names", file)};
  return languages;
}

// Checks the rows and samples of a code, and the samples that the GPT hears at once. Upstream: 4.4
// rows, 1115 samples, and 88,200 samples, whose attention has a row for each 256.
Result<void> check_samples(const Config& c, std::string_view file) {
  constexpr int kMostHeard = 1 << 21;
  constexpr double kMostSamples = 1 << 16, kMostRows = 256;
  const double samples = double{1} * c.code_stride / c.input_sample_rate * c.output_sample_rate;
  const auto wrong = [&](const std::string& sentence) {
    return Error{Errc::bad_format, fmt::format("{}: {}", file, sentence)};
  };
  if (samples > kMostSamples || samples / c.hop > kMostRows)
    return wrong(
        fmt::format("gpt_code_stride_len and the rates make {:.0f} samples and {:.0f} rows of a "
                    "code, expected at most {:.0f} and {:.0f}",
                    samples, samples / c.hop, kMostSamples, kMostRows));
  if (bounded_product({c.input_sample_rate, c.cond_chunk_seconds}, kMostHeard) > kMostHeard)
    return wrong(
        fmt::format("gpt_cond_chunk_len is {} seconds of {} Hz, expected at most {} samples that "
                    "are heard at once",
                    c.cond_chunk_seconds, c.input_sample_rate, kMostHeard));
  return {};
}

Result<Config> config_of(const json& config, std::string_view file) {
  constexpr int kMany = 1 << 16, kFastest = 192000;
  const json args = config.value("model_args", json());
  if (!args.is_object() || config.value("model", json()) != "xtts")
    return Error{Errc::bad_format,
                 fmt::format("{}: is no configuration of an XTTS model, expected \"model\": "
                             "\"xtts\" and \"model_args\"",
                             file)};
  Config c;
  Fields of_model(args, file), of_speech(config, file);
  of_model.whole("gpt_n_heads", 1, 256, c.heads);
  of_model.whole("gpt_max_text_tokens", 4, kMany, c.max_text_tokens);
  of_model.whole("gpt_max_audio_tokens", 4, kMany, c.max_audio_tokens);
  of_model.whole("gpt_start_audio_token", 0, kMany, c.start_audio_token);
  of_model.whole("gpt_stop_audio_token", 0, kMany, c.stop_audio_token);
  of_model.whole("gpt_code_stride_len", 1, kMany, c.code_stride);
  of_model.whole("output_hop_length", 1, kMany, c.hop);
  of_model.whole("input_sample_rate", 8000, kFastest, c.input_sample_rate);
  of_model.whole("output_sample_rate", 8000, kFastest, c.output_sample_rate);
  of_model.require(of_model.flag("gpt_use_perceiver_resampler", false),
                   "is of XTTS 1, expected one whose gpt_use_perceiver_resampler is true, as XTTS "
                   "2 has it");
  SamplingSettings& s = c.sampling;
  s = {.repetition_penalty = 5, .temperature = 0.75f, .top_k = 50, .top_p = 0.85f};
  of_speech.number("temperature", 0, 100, s.temperature);
  of_speech.number("repetition_penalty", 0.01, 1000, s.repetition_penalty);
  of_speech.number("top_p", 0, 1, s.top_p);
  of_speech.whole("top_k", 0, kMany, s.top_k);
  of_speech.whole("max_ref_len", 1, 600, c.max_ref_seconds);
  of_speech.whole("gpt_cond_len", 1, 600, c.cond_seconds);
  of_speech.whole("gpt_cond_chunk_len", 1, 600, c.cond_chunk_seconds);
  for (const Fields* each : {&of_model, &of_speech})
    if (each->error()) return *each->error();
  if (const Result<void> fits = check_samples(c, file); !fits) return fits.error();
  Result<std::vector<std::string>> languages = languages_of(config, file);
  if (!languages) return languages.error();
  c.languages = *std::move(languages);
  return c;
}

}  // namespace

Result<Config> parse_config(std::string_view text, std::string_view file) {
  const Result<json> config = parse_json_object(text, file);
  if (!config) return config.error();
  return config_of(*config, file);
}

Result<Config> read_config(const std::filesystem::path& file) {
  const Result<json> config = read_json_object(file);
  if (!config) return config.error();
  return config_of(*config, file.string());
}

}  // namespace sotto::models::xtts
