#include "models/chatterbox/conditionals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "checkpoint/safetensors_writer.h"
#include "checkpoint/torch_file.h"
#include "checkpoint/weight_files.h"

namespace sotto::models::chatterbox {
namespace {

using checkpoint::DType;
using checkpoint::StoredTensor;

constexpr int64_t kMostOfAll = 1 << 16;
// Tokens and frames of a voice, 25 and 50 a second: upstream takes at most ten seconds.
constexpr int64_t kMostTokens = 2048, kMostFrames = 2 * kMostTokens + 1;

// Tensors of one file; the first thing that is wrong stays.
class ConditionalsReader {
 public:
  explicit ConditionalsReader(const checkpoint::Weights& file) : file_(file) {}

  Conditionals read() {
    Conditionals c;
    c.t3.speaker_emb = floats("t3.speaker_emb", 2);
    c.t3.prompt_tokens = tokens("t3.cond_prompt_speech_tokens");
    const std::vector<float> emotion = floats("t3.emotion_adv", 3);
    if (!error_ && emotion.size() != 1) wrong("t3.emotion_adv", "one number");
    if (!error_) c.t3.exaggeration = emotion.front();
    c.gen.tokens = tokens("gen.prompt_token");
    c.gen.mel = floats("gen.prompt_feat", 3, kMostFrames);
    c.gen.x_vector = floats("gen.embedding", 2);
    return c;
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  // Finds a tensor of one recording: its first dimension is 1.
  const StoredTensor* find(const std::string& name, size_t dimensions, int64_t most) {
    if (error_) return nullptr;
    const StoredTensor* found = file_.find(name);
    if (found == nullptr) {
      error_ = {Errc::bad_format, fmt::format("{}: no tensor {}, expected what upstream's "
                                              "Conditionals.save writes",
                                              file_.source(), name)};
      return nullptr;
    }
    const auto fits = [](int64_t n) { return n >= 1 && n <= kMostOfAll; };
    if (found->shape.size() == dimensions && found->shape[0] == 1 &&
        std::ranges::all_of(found->shape, fits) && found->shape[1] <= most)
      return found;
    wrong(name, fmt::format("{} dimensions, the first of them 1, the second at most {}", dimensions,
                            most));
    return nullptr;
  }

  std::vector<float> floats(const std::string& name, size_t dimensions, int64_t most = kMostOfAll) {
    const StoredTensor* found = find(name, dimensions, most);
    if (found == nullptr) return {};
    Result<std::vector<float>> numbers = checkpoint::to_f32(*found);
    const auto is_number = [](float x) { return std::isfinite(x); };
    if (numbers && std::ranges::all_of(*numbers, is_number)) return *std::move(numbers);
    wrong(name, "numbers");
    return {};
  }

  std::vector<int> tokens(const std::string& name) {
    const StoredTensor* found = find(name, 2, kMostTokens);
    if (found == nullptr) return {};
    std::vector<int> tokens(static_cast<size_t>(found->elements()));
    const bool wide = found->dtype == checkpoint::DType::i64;
    if (!wide && found->dtype != checkpoint::DType::i32) {
      wrong(name, "whole numbers");
      return {};
    }
    for (size_t i = 0; i < tokens.size(); ++i) {
      int64_t token = 0;
      int32_t narrow = 0;
      if (wide) {
        std::memcpy(&token, found->bytes.data() + i * sizeof token, sizeof token);
      } else {
        std::memcpy(&narrow, found->bytes.data() + i * sizeof narrow, sizeof narrow);
        token = narrow;
      }
      if (token < 0 || token >= kMostOfAll) {
        wrong(name, fmt::format("tokens from 0 to {}", kMostOfAll - 1));
        return {};
      }
      tokens[i] = static_cast<int>(token);
    }
    return tokens;
  }

  void wrong(const std::string& name, std::string_view expected) {
    const StoredTensor* found = file_.find(name);
    error_ = {Errc::bad_format, fmt::format("{}: {} is {} {}, expected {}", file_.source(), name,
                                            checkpoint::name_of(found->dtype),
                                            checkpoint::shape_text(found->shape), expected)};
  }

  const checkpoint::Weights& file_;
  std::optional<Error> error_;
};

Result<Conditionals> conditionals_of(const checkpoint::Weights& file) {
  ConditionalsReader reader(file);
  Conditionals conditionals = reader.read();
  if (reader.error()) return *reader.error();
  return conditionals;
}

}  // namespace

Result<Conditionals> read_conditionals(const std::filesystem::path& path) {
  const auto file = path.extension() == ".safetensors" ? checkpoint::open_weights(path)
                                                       : checkpoint::open_torch_file(path);
  if (!file) return file.error();
  return conditionals_of(**file);
}

Result<void> write_conditionals(const std::filesystem::path& path, const Conditionals& voice) {
  std::vector<StoredTensor> tensors;
  const auto add = [&](const char* name, DType dtype, std::vector<int64_t> shape, auto numbers) {
    tensors.push_back(
        {.name = name, .dtype = dtype, .shape = std::move(shape), .bytes = std::as_bytes(numbers)});
  };
  const auto count = [](const auto& x) { return static_cast<int64_t>(x.size()); };
  const std::span exaggeration(&voice.t3.exaggeration, 1);
  // Two frames a token, or one more.
  const int64_t even = std::max<int64_t>(1, 2 * count(voice.gen.tokens));
  const int64_t frames = count(voice.gen.mel) % even == 0 ? even : even + 1;
  add("t3.speaker_emb", DType::f32, {1, count(voice.t3.speaker_emb)},
      std::span(voice.t3.speaker_emb));
  add("t3.cond_prompt_speech_tokens", DType::i32, {1, count(voice.t3.prompt_tokens)},
      std::span(voice.t3.prompt_tokens));
  add("t3.emotion_adv", DType::f32, {1, 1, 1}, exaggeration);
  add("gen.prompt_token", DType::i32, {1, count(voice.gen.tokens)}, std::span(voice.gen.tokens));
  add("gen.prompt_feat", DType::f32, {1, frames, count(voice.gen.mel) / frames},
      std::span(voice.gen.mel));
  add("gen.embedding", DType::f32, {1, count(voice.gen.x_vector)}, std::span(voice.gen.x_vector));
  return checkpoint::write_safetensors(path, tensors);
}

Result<Conditionals> parse_conditionals(std::span<const std::byte> bytes, std::string_view name) {
  const auto file = checkpoint::parse_torch_file(bytes, name);
  if (!file) return file.error();
  return conditionals_of(**file);
}

}  // namespace sotto::models::chatterbox
