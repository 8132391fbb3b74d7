// What Kokoro says of lines of Japanese, for bench/peers/kokoro_sounds.py, which lets onnxruntime
// say the same phonemes: OUT/N.f32, the samples of line N, and a line of JSON for each.
//
//   kokoro_sounds FOLDER VOICE SCHEME FIRST_PART SEED OUT < LINES > OUT/said.jsonl
//
// FOLDER: as scripts/voice-kokoro installs it. SCHEME: stored, f32 or int8.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "device_cpu/backend.h"
#include "models/kokoro/session.h"
#include "models/trace.h"
#include "phonemes/kokoro_text.h"
#include "tokenize/phoneme_vocabulary.h"

namespace {

using namespace sotto;
namespace kokoro = models::kokoro;
using Json = nlohmann::ordered_json;

// Durations before they are rounded.
struct Durations final : models::Trace {
  void see(std::string_view, int, std::string_view part, std::span<const float> x, int) override {
    if (part == "duration") frames.assign(x.begin(), x.end());
  }
  std::vector<float> frames;
};

template <class T>
T value(Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << result.error().message << "\n";
  std::exit(1);
}

std::optional<quant::Scheme> scheme_of(const std::string& name) {
  if (name == "stored") return std::nullopt;
  return quant::Scheme{name == "f32" ? quant::Scheme::Kind::f32 : quant::Scheme::Kind::int8};
}

Json speak(kokoro::Session& session, const kokoro::Clause& clause, const std::string& file) {
  std::vector<size_t> parts;
  std::ofstream out(file, std::ios::binary);
  const Result<void> spoken = session.speak(clause, [&](std::span<const float> part) {
    parts.push_back(part.size());
    out.write(reinterpret_cast<const char*>(part.data()),
              static_cast<std::streamsize>(part.size_bytes()));
    return true;
  });
  if (!spoken) {
    std::cerr << spoken.error().message << "\n";
    std::exit(1);
  }
  return {{"parts", parts}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) {
    std::cerr << "usage: kokoro_sounds FOLDER VOICE SCHEME FIRST_PART SEED OUT < LINES\n";
    return 1;
  }
  const std::string folder = argv[1], name = argv[2], out = argv[6];
  auto reader = value(
      phonemes::KokoroText::open(*phonemes::kokoro_language_of(name), folder + "/ja_words.txt"));
  const auto model =
      value(kokoro::Model::load(folder, scheme_of(argv[3]), value(device::cpu::open_backend(2))));
  const kokoro::Voice voice = value(model->voices().voice(name));
  Durations durations;
  kokoro::Session session(model, &durations);
  int number = 0;
  for (std::string line; std::getline(std::cin, line); ++number) {
    const std::string phonemes = value(reader.phonemes(line, {}));
    reader.prepare();
    const kokoro::Clause clause{.ids = model->config().vocab.ids(phonemes),
                                .style = voice.style(tokenize::phoneme_count(phonemes)),
                                .seed = std::strtoull(argv[5], nullptr, 10),
                                .first_part = std::strtof(argv[4], nullptr)};
    Json said = speak(session, clause, fmt::format("{}/{}.f32", out, number));
    said["text"] = line;
    said["phonemes"] = phonemes;
    said["voice"] = name;
    said["durations"] = durations.frames;
    std::cout << said.dump() << "\n";
  }
}
