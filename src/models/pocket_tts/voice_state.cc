#include "models/pocket_tts/voice_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "checkpoint/safetensors.h"
#include "checkpoint/safetensors_writer.h"

namespace sotto::models::pocket_tts {
namespace {

using checkpoint::DType;
using checkpoint::StoredTensor;

// An hour and a half of sound: more is no voice.
constexpr int64_t kMostPositions = 1 << 16;

std::string name_of(size_t layer, std::string_view leaf) {
  return fmt::format("transformer.layers.{}.self_attn/{}", layer, leaf);
}

class Reader {
 public:
  Reader(const checkpoint::Weights& file, const FlowTransformerConfig& model)
      : file_(file), model_(model) {}

  Result<VoiceState> read() {
    VoiceState voice{.kv_heads = model_.num_kv_heads, .head_size = model_.head_size()};
    size_t known = 0;
    for (size_t i = 0; i < static_cast<size_t>(model_.num_layers); ++i) {
      const Result<int> positions = read_positions(i, known);
      if (!positions) return positions.error();
      if (i > 0 && *positions != voice.positions) {
        return wrong(fmt::format("layer {} ends at position {}, expected {} as in the others", i,
                                 *positions, voice.positions));
      }
      voice.positions = *positions;
      Result<VoiceState::Layer> layer = read_layer(i, voice);
      if (!layer) return layer.error();
      voice.layers.push_back(*std::move(layer));
      ++known;
    }
    if (const size_t found = file_.names().size(); found != known) {
      return wrong(fmt::format("{} tensors, expected the {} of a voice for a model of {} layers",
                               found, known, model_.num_layers));
    }
    return voice;
  }

 private:
  Error wrong(const std::string& what) const {
    return {Errc::bad_format, fmt::format("{}: {}", file_.source(), what)};
  }

  // A tensor that holds one integer.
  Result<int64_t> read_integer(const std::string& name) const {
    const std::array<int64_t, 1> shape = {1};
    const Result<const StoredTensor*> tensor = checkpoint::expect(file_, name, shape);
    if (!tensor) return tensor.error();
    if ((*tensor)->dtype != DType::i64) {
      return wrong(
          fmt::format("{} holds {}, expected I64", name, checkpoint::name_of((*tensor)->dtype)));
    }
    int64_t value = 0;
    std::memcpy(&value, (*tensor)->bytes.data(), sizeof value);
    return value;
  }

  // Counts the tensors that it has read.
  Result<int> read_positions(size_t layer, size_t& known) const {
    int64_t positions = 0;
    if (const StoredTensor* end = file_.find(name_of(layer, "current_end"))) {
      if (end->shape.size() != 1) {
        return wrong(fmt::format("{} is {}, expected one dimension", end->name,
                                 checkpoint::shape_text(end->shape)));
      }
      positions = end->shape[0];
      known += 1;
    } else {
      const Result<int64_t> offset = read_integer(name_of(layer, "offset"));
      if (!offset) return offset.error();
      positions = *offset;
      const Result<int64_t> pad = read_integer(name_of(layer, "pad"));
      if (!pad) return pad.error();
      if (*pad != 0) return wrong(fmt::format("layer {} has a pad of {}, expected 0", layer, *pad));
      known += 2;
    }
    if (positions < 1 || positions > kMostPositions) {
      return wrong(fmt::format("layer {} ends at position {}, expected 1 to {}", layer, positions,
                               kMostPositions));
    }
    return static_cast<int>(positions);
  }

  Result<VoiceState::Layer> read_layer(size_t i, const VoiceState& voice) const {
    const std::string name = name_of(i, "cache");
    const StoredTensor* cache = file_.find(name);
    if (cache == nullptr) return wrong(fmt::format("there is no tensor {}", name));
    const std::vector<int64_t>& shape = cache->shape;
    if (shape.size() != 5 || shape[0] != 2 || shape[1] != 1 || shape[2] < voice.positions ||
        shape[3] != voice.kv_heads || shape[4] != voice.head_size ||
        !checkpoint::is_float(cache->dtype)) {
      return wrong(fmt::format("{} is {} {}, expected floats [2, 1, {} or more, {}, {}]", name,
                               checkpoint::name_of(cache->dtype), checkpoint::shape_text(shape),
                               voice.positions, voice.kv_heads, voice.head_size));
    }
    VoiceState::Layer layer;
    const size_t size = static_cast<size_t>(voice.positions) * static_cast<size_t>(voice.cols());
    int64_t first = 0;
    for (std::vector<float>* part : {&layer.k, &layer.v}) {
      part->resize(size);
      checkpoint::to_f32(*cache, first, *part);
      first += shape[2] * voice.cols();
      if (!std::ranges::all_of(*part, [](float x) { return std::isfinite(x); })) {
        return wrong(fmt::format("{} holds a number that is not finite", name));
      }
    }
    return layer;
  }

  const checkpoint::Weights& file_;
  const FlowTransformerConfig& model_;
};

}  // namespace

Result<VoiceState> read_voice_state(const std::filesystem::path& path, const FlowLmConfig& model) {
  const auto file = checkpoint::open_safetensors(path);
  if (!file) return file.error();
  return read_voice_state(**file, model);
}

Result<VoiceState> read_voice_state(const checkpoint::Weights& file, const FlowLmConfig& model) {
  return Reader(file, model.transformer).read();
}

Result<void> write_voice_state(const std::filesystem::path& path, const VoiceState& voice) {
  const int64_t offset = voice.positions;
  const int64_t pad = 0;
  std::vector<std::vector<float>> caches;
  std::vector<StoredTensor> tensors;
  const auto integer = [&](size_t layer, const char* leaf, const int64_t& value) {
    tensors.push_back({.name = name_of(layer, leaf),
                       .dtype = DType::i64,
                       .shape = {1},
                       .bytes = std::as_bytes(std::span(&value, 1))});
  };
  for (size_t i = 0; i < voice.layers.size(); ++i) {
    std::vector<float>& cache = caches.emplace_back(voice.layers[i].k);
    cache.insert(cache.end(), voice.layers[i].v.begin(), voice.layers[i].v.end());
    tensors.push_back({.name = name_of(i, "cache"),
                       .dtype = DType::f32,
                       .shape = {2, 1, offset, voice.kv_heads, voice.head_size},
                       .bytes = std::as_bytes(std::span(cache))});
    integer(i, "offset", offset);
    integer(i, "pad", pad);
  }
  return checkpoint::write_safetensors(path, tensors);
}

}  // namespace sotto::models::pocket_tts
