#include "models/kokoro/voice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>

#include "base/file.h"
#include "base/number.h"
#include "base/utf8.h"
#include "checkpoint/npz_file.h"
#include "checkpoint/printable.h"
#include "checkpoint/torch_file.h"
#include "models/kokoro/model_files.h"

namespace sotto::models::kokoro {
namespace {

namespace fs = std::filesystem;
using checkpoint::printable;
using checkpoint::StoredTensor;

constexpr size_t kMaxMixed = 16;

struct Part {
  std::string_view name;
  double weight;
};

// "a+0.3*b"
Result<std::vector<Part>> parse_mix(std::string_view mix) {
  const auto wrong = [&] {
    return Error{Errc::bad_argument,
                 fmt::format("\"{}\": is no voice or mix of voices, expected NAME or "
                             "NAME+WEIGHT*NAME, at most {}",
                             printable(mix), kMaxMixed)};
  };
  std::vector<Part> parts;
  std::string_view rest = mix;
  for (bool more = true; more;) {
    const size_t plus = rest.find('+');
    std::string_view part = trimmed(rest.substr(0, plus));
    more = plus != rest.npos;
    if (more) rest.remove_prefix(plus + 1);
    double weight = 1;
    if (const size_t times = part.find('*'); times != part.npos) {
      const auto given = parse_double(trimmed(part.substr(0, times)));
      if (!given) return wrong();
      weight = *given;
      part = trimmed(part.substr(times + 1));
    }
    if (part.empty() || !(weight > 0) || weight > 1000 || parts.size() == kMaxMixed) return wrong();
    parts.push_back({part, weight});
  }
  return parts;
}

// [kVoiceRows, 1, width] or [kVoiceRows, width], finite floats.
Result<Voice> to_voice(const StoredTensor& tensor, std::string_view source, int width) {
  const std::vector<int64_t>& shape = tensor.shape;
  const bool middle = shape.size() == 3 && shape[1] == 1;
  if ((!middle && shape.size() != 2) || shape[0] != kVoiceRows || shape.back() != width) {
    return Error{Errc::bad_format, fmt::format("{}: the voice is {}, expected [{}, 1, {}]", source,
                                               checkpoint::shape_text(shape), kVoiceRows, width)};
  }
  Result<std::vector<float>> styles = checkpoint::to_f32(tensor);
  if (!styles) {
    return Error{Errc::bad_format, fmt::format("{}: the voice holds {}, expected floats", source,
                                               checkpoint::name_of(tensor.dtype))};
  }
  if (!std::all_of(styles->begin(), styles->end(), [](float x) { return std::isfinite(x); })) {
    return Error{Errc::bad_format,
                 fmt::format("{}: the voice has numbers that are not finite", source)};
  }
  return Voice{width, *std::move(styles)};
}

// A file of nothing but the floats.
Result<Voice> read_raw(const fs::path& file, int width) {
  const Result<MappedFile> mapped = MappedFile::open(file);
  if (!mapped) return mapped.error();
  const size_t expected = size_t{kVoiceRows} * static_cast<size_t>(width) * sizeof(float);
  if (mapped->bytes().size() != expected) {
    return Error{Errc::bad_format,
                 fmt::format("{}: {} bytes, expected {}: {} x {} floats", file.string(),
                             mapped->bytes().size(), expected, kVoiceRows, width)};
  }
  return to_voice({"", checkpoint::DType::f32, {kVoiceRows, width}, mapped->bytes()}, file.string(),
                  width);
}

Result<Voice> read_torch(const fs::path& file, int width) {
  const auto weights = checkpoint::open_torch_file(file);
  if (!weights) return weights.error();
  const StoredTensor* tensor = (*weights)->find("");
  if (tensor == nullptr) {
    return Error{Errc::bad_format,
                 fmt::format("{}: is no voice, expected a file of one tensor", file.string())};
  }
  return to_voice(*tensor, file.string(), width);
}

Result<Voice> read_from_archive(const fs::path& file, std::string_view name, int width) {
  const auto arrays = checkpoint::open_npz(file);
  if (!arrays) return arrays.error();
  const StoredTensor* tensor = (*arrays)->find(name);
  if (tensor == nullptr) {
    return Error{Errc::not_found,
                 fmt::format("{}: the voice {} is no longer there", file.string(), name)};
  }
  return to_voice(*tensor, fmt::format("{}: {}", file.string(), name), width);
}

}  // namespace

std::span<const float> Voice::style(size_t phonemes) const {
  const size_t row = std::clamp<size_t>(phonemes, 1, kVoiceRows) - 1;
  const auto columns = static_cast<size_t>(width);
  return std::span(styles).subspan(row * columns, columns);
}

Result<Voices> Voices::open(const fs::path& folder, int width) {
  Voices voices;
  voices.folder_ = folder;
  voices.width_ = width;
  for (const fs::path& file : files_in(folder / "voices")) {
    const std::string extension = file.extension().string();
    if (extension != ".pt" && extension != ".bin") continue;
    voices.places_.emplace(file.stem().string(), Place{file, false});
  }
  for (const fs::path& file : files_in(folder)) {
    const std::string extension = file.extension().string();
    if (!file.filename().string().starts_with("voices")) continue;
    if (extension != ".npz" && extension != ".bin") continue;
    const auto arrays = checkpoint::open_npz(file);
    if (!arrays) return arrays.error();
    for (const std::string& name : (*arrays)->names()) {
      voices.places_.emplace(name, Place{file, true});
    }
  }
  if (voices.places_.empty()) {
    return Error{Errc::not_found,
                 fmt::format("{}: there are no voices, expected voices/*.pt or a voices*.npz",
                             folder.string())};
  }
  return voices;
}

std::vector<std::string> Voices::names() const {
  std::vector<std::string> names;
  for (const auto& [name, place] : places_) names.push_back(name);
  return names;
}

Result<Voice> Voices::read(std::string_view name) const {
  const auto it = places_.find(name);
  if (it == places_.end()) {
    constexpr size_t kMaxShown = 12;
    std::vector<std::string> shown = names();
    const bool more = shown.size() > kMaxShown;
    if (more) shown.resize(kMaxShown);
    return Error{Errc::not_found,
                 fmt::format("{}: there is no voice \"{}\", expected one of {}{}", folder_.string(),
                             printable(name), fmt::join(shown, ", "), more ? ", ..." : "")};
  }
  const Place& place = it->second;
  if (place.in_archive) return read_from_archive(place.file, it->first, width_);
  return place.file.extension() == ".pt" ? read_torch(place.file, width_)
                                         : read_raw(place.file, width_);
}

Result<Voice> Voices::voice(std::string_view mix) const {
  const Result<std::vector<Part>> parts = parse_mix(mix);
  if (!parts) return parts.error();
  double total = 0;
  for (const Part& part : *parts) total += part.weight;
  if (parts->size() == 1) return read(parts->front().name);  // as it is, bit by bit
  Voice mixed{width_, std::vector<float>(size_t{kVoiceRows} * static_cast<size_t>(width_))};
  for (const Part& part : *parts) {
    const Result<Voice> voice = read(part.name);
    if (!voice) return voice.error();
    const auto share = static_cast<float>(part.weight / total);
    for (size_t i = 0; i < mixed.styles.size(); ++i) mixed.styles[i] += share * voice->styles[i];
  }
  return mixed;
}

}  // namespace sotto::models::kokoro
