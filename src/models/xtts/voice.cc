#include "models/xtts/voice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checkpoint/printable.h"
#include "checkpoint/safetensors.h"
#include "checkpoint/safetensors_writer.h"
#include "checkpoint/torch_file.h"

namespace sotto::models::xtts {
namespace {

constexpr std::string_view kLatents = ".gpt_cond_latent", kSpeaker = ".speaker_embedding";
constexpr int64_t kMost = 1 << 20;

// [1, rows, cols] of finite numbers.
Result<std::vector<float>> numbers_of(const checkpoint::Weights& file, const std::string& name,
                                      int64_t most_rows) {
  const checkpoint::StoredTensor* found = file.find(name);
  if (found == nullptr)
    return Error{Errc::bad_format,
                 fmt::format("{}: no tensor {}", file.source(), checkpoint::printable(name))};
  const auto fits = [](int64_t n) { return n >= 1 && n <= kMost; };
  if (found->shape.size() == 3 && found->shape[0] == 1 && found->shape[1] <= most_rows &&
      std::ranges::all_of(found->shape, fits)) {
    Result<std::vector<float>> numbers = checkpoint::to_f32(*found);
    const auto is_number = [](float x) { return std::isfinite(x); };
    if (numbers && std::ranges::all_of(*numbers, is_number)) return numbers;
  }
  return Error{
      Errc::bad_format,
      fmt::format("{}: {} is {} {}, expected numbers in 3 dimensions, the first of them 1, the "
                  "second at most {}",
                  file.source(), checkpoint::printable(name), checkpoint::name_of(found->dtype),
                  checkpoint::shape_text(found->shape), most_rows)};
}

Result<Speakers> speakers_of(const checkpoint::Weights& file) {
  Speakers speakers;
  for (const std::string& name : file.names()) {
    if (!name.ends_with(kLatents)) continue;
    const std::string speaker = name.substr(0, name.size() - kLatents.size());
    Result<std::vector<float>> latents = numbers_of(file, name, kMostLatents);
    if (!latents) return latents.error();
    Result<std::vector<float>> embedding = numbers_of(file, speaker + std::string(kSpeaker), kMost);
    if (!embedding) return embedding.error();
    speakers[speaker] = {*std::move(latents), *std::move(embedding)};
  }
  if (speakers.empty())
    return Error{Errc::bad_format, fmt::format("{}: has no speakers, expected what upstream's "
                                               "speakers_xtts.pth has",
                                               file.source())};
  return speakers;
}

}  // namespace

Result<Speakers> read_speakers(const std::filesystem::path& path) {
  const auto file = path.extension() == ".safetensors" ? checkpoint::open_safetensors(path)
                                                       : checkpoint::open_torch_file(path);
  if (!file) return file.error();
  return speakers_of(**file);
}

Result<void> write_speakers(const std::filesystem::path& file, const Speakers& speakers) {
  std::vector<checkpoint::StoredTensor> tensors;
  const auto add = [&](std::string name, std::span<const float> numbers) {
    tensors.push_back({.name = std::move(name),
                       .dtype = checkpoint::DType::f32,
                       .shape = {1, 1, static_cast<int64_t>(numbers.size())},
                       .bytes = std::as_bytes(numbers)});
  };
  for (const auto& [name, voice] : speakers) {
    add(name + std::string(kLatents), voice.latents);
    add(name + std::string(kSpeaker), voice.speaker);
  }
  return checkpoint::write_safetensors(file, tensors);
}

Result<Speakers> parse_speakers(std::span<const std::byte> bytes, std::string_view name) {
  const auto file = checkpoint::parse_torch_file(bytes, name);
  if (!file) return file.error();
  return speakers_of(**file);
}

}  // namespace sotto::models::xtts
