#include "engine/metered_voice.h"

#include <chrono>
#include <utility>

namespace sotto::engine {
namespace {

class MeteredVoice final : public speech::Voice {
 public:
  MeteredVoice(std::unique_ptr<speech::Voice> voice, std::function<void(double seconds)> charge)
      : voice_(std::move(voice)), charge_(std::move(charge)) {}

  std::string name() const override { return voice_->name(); }
  int sample_rate_hz() const override { return voice_->sample_rate_hz(); }
  std::span<const speech::WordTime> words() const override { return voice_->words(); }
  bool takes_phonemes() const override { return voice_->takes_phonemes(); }
  bool set_rate(double rate) override { return voice_->set_rate(rate); }
  void set_live(bool is_live) override { voice_->set_live(is_live); }
  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    Clock::duration listening{};
    Result<void> said = voice_->speak(text, std::move(stop), [&](const audio::Chunk& chunk) {
      const Clock::time_point taken = Clock::now();
      const bool goes_on = handler(chunk);
      listening += Clock::now() - taken;
      return goes_on;
    });
    charge_(std::chrono::duration<double>(Clock::now() - begin - listening).count());
    return said;
  }

 private:
  const std::unique_ptr<speech::Voice> voice_;
  const std::function<void(double)> charge_;
};

}  // namespace

std::unique_ptr<speech::Voice> metered(std::unique_ptr<speech::Voice> voice,
                                       std::function<void(double seconds)> charge) {
  return std::make_unique<MeteredVoice>(std::move(voice), std::move(charge));
}

}  // namespace sotto::engine
