// What Mimi's decoder loses with other weights: the same latents through several models, beside the
// first one. Speech, quiet and silence are latents of standard deviation 1, 0.1 and 0.
//
//   mimi_noise REFERENCE.yaml MODEL... [--layers]
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "device_cpu/backend.h"
#include "models/noise.h"
#include "models/pocket_tts/model.h"
#include "models/trace.h"

namespace {

using namespace sotto;
namespace pocket = models::pocket_tts;
using Floats = std::vector<float>;

constexpr int kFrames = 60;  // of each passage
constexpr const char* kPassages[] = {"speech", "quiet", "silence"};
constexpr float kDeviations[] = {1, 0.1f, 0};

// What the layers put out, by their names.
class Recorder final : public models::Trace {
 public:
  void see(std::string_view, int layer, std::string_view part, std::span<const float> x,
           int) override {
    if (part != "seanet" && part != "transformer") return;
    Floats& rows = seen[layer < 0 ? "transformer" : fmt::format("decoder.model.{:02}", layer)];
    rows.insert(rows.end(), x.begin(), x.end());
  }
  std::map<std::string, Floats> seen;
};

struct Decoded {
  std::string name;
  std::vector<Floats> passages;
  std::map<std::string, Floats> layers;  // of speech
};

Result<Decoded> decode(const std::string& name) {
  const auto file = pocket::find_config(name);
  if (!file) return file.error();
  const auto backend = device::cpu::open_backend(1);
  if (!backend) return backend.error();
  const auto model = pocket::Model::load(*file, std::nullopt, **backend);
  if (!model) return model.error();
  pocket::MimiDecoding decoding((*model)->mimi, **backend);
  models::SeededNoise noise(1, 1);
  Recorder recorder;
  Decoded decoded{.name = name, .passages = {}, .layers = {}};
  Floats latent(static_cast<size_t>((*model)->mimi->latent_size()));
  for (const float deviation : kDeviations) {
    Floats& sound = decoded.passages.emplace_back();
    for (int i = 0; i < kFrames; ++i) {
      noise.fill(latent);
      for (float& v : latent) v *= deviation;
      const auto samples = decoding.decode(latent, deviation == 1 ? &recorder : nullptr);
      sound.insert(sound.end(), samples.begin(), samples.end());
    }
  }
  decoded.layers = std::move(recorder.seen);
  return decoded;
}

double mean_square(const Floats& a, const Floats* b = nullptr) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double v = double{a[i]} - (b != nullptr ? double{(*b)[i]} : 0);
    sum += v * v;
  }
  return sum / static_cast<double>(a.size());
}

double decibels(double square) { return 10 * std::log10(square + 1e-30); }

void print(const Decoded& reference, const Decoded& other, bool layers) {
  for (size_t p = 0; p < reference.passages.size(); ++p) {
    const Floats& sound = reference.passages[p];
    const double error = decibels(mean_square(other.passages[p], &sound));
    const double level = decibels(mean_square(sound));
    fmt::print("{:40} {:8} {:7.1f} dBFS  noise {:7.1f} dBFS  ratio {:6.1f} dB\n", other.name,
               kPassages[p], level, error, level - error);
  }
  for (const auto& [name, rows] : reference.layers) {
    if (!layers) break;
    const double error = mean_square(other.layers.at(name), &rows);
    fmt::print("  {:20} ratio {:6.1f} dB\n", name, decibels(mean_square(rows)) - decibels(error));
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  const bool layers = std::erase(names, "--layers") > 0;
  std::vector<Decoded> all;
  for (const std::string& name : names) {
    auto decoded = decode(name);
    if (!decoded) {
      fmt::print(stderr, "mimi_noise: {}\n", decoded.error().message);
      return 1;
    }
    all.push_back(*std::move(decoded));
    if (all.size() > 1) print(all.front(), all.back(), layers);
  }
  return 0;
}
