#include "models/pocket_tts/calibrate.h"

#include <algorithm>
#include <utility>

#include "models/pocket_tts/generation.h"
#include "models/pocket_tts/mimi_network.h"
#include "models/trace.h"

namespace sotto::models::pocket_tts {
namespace {

constexpr uint64_t kSeed = 1;

// Speech that is louder than what was heard is cut off where the levels end. Half as much again
// costs half a bit.
constexpr float kRoom = 1.5f;

const std::string kTexts[] = {
    "I'll start by running the test suite to see what is failing.",
    "The quick brown fox jumps over the lazy dog, while five wizards box by the quay.",
    "All 42 tests pass now, in 3.7 seconds!",
    "Would you like me to commit these changes?",
    "Done.",
    "She had your dark suit in greasy wash water all year.",
    "Careful: this deletes the folder, and there is no way back.",
    "Many thanks, and see you tomorrow."};

// Widens the range of each part that convolutions read.
class RangeTrace final : public Trace {
 public:
  void see(std::string_view, int layer, std::string_view part, std::span<const float> x,
           int) override {
    if ((part != "input" && part != "hidden") || x.empty()) return;
    const auto [low, high] = std::ranges::minmax(x);
    ReadRange& range = ranges_[{layer, part == "hidden"}];
    range.low = std::min(range.low, low);
    range.high = std::max(range.high, high);
  }

  ReadRanges named(const std::vector<NamedConv>& convolutions) const {
    ReadRanges named;
    for (const NamedConv& conv : convolutions)
      named[conv.name] = ranges_.at({conv.layer, conv.reads == "hidden"});
    return named;
  }

 private:
  std::map<std::pair<int, bool>, ReadRange> ranges_;
};

}  // namespace

std::span<const std::string> calibration_texts() { return kTexts; }

Result<ReadRanges> calibrate(const Model& model, std::span<const std::string> texts,
                             std::span<const VoiceState> voices, const device::Backend& backend,
                             const std::stop_token& stop,
                             const std::function<void(size_t, size_t)>& said) {
  FlowLmSession session(model.flow_lm, backend);
  MimiDecoding decoding(model.mimi, backend);
  SeededNoise noise(kSeed, static_cast<float>(model.config.default_temperature));
  RangeTrace trace;
  size_t chunks_said = 0, done = 0;
  for (const std::string& text : texts) {
    const auto chunks = model.prompts.chunks(text);
    ++done;
    if (!chunks) continue;
    for (const PromptChunk& chunk : *chunks) {
      const int positions = static_cast<int>(chunk.ids.size()) + chunk.max_frames;
      session.start(voices.empty() ? nullptr : &voices[chunks_said % voices.size()], positions);
      ++chunks_said;
      session.prompt(chunk.ids);
      decoding.restart();
      Generation generation(
          session, noise,
          {.eos_threshold = static_cast<float>(model.config.default_eos_threshold),
           .frames_after_eos = chunk.frames_after_eos,
           .max_frames = chunk.max_frames});
      for (auto latent = generation.next(); !latent.empty(); latent = generation.next()) {
        if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
        decoding.decode(latent, &trace);
      }
    }
    if (said) said(done, texts.size());
  }
  if (chunks_said == 0)
    return Error{Errc::bad_argument, "the texts to calibrate with have nothing to say"};
  return trace.named(model.mimi->convolutions());
}

quant::QuantParams levels_for(const ReadRange& range, int most) {
  return quant::params_between(kRoom * range.low, kRoom * range.high, most);
}

}  // namespace sotto::models::pocket_tts
