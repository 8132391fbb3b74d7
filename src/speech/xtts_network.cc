#include "speech/xtts_network.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "models/xtts/codes.h"
#include "models/xtts/sound.h"
#include "speech/lap_timer.h"
#include "text/pieces.h"

namespace sotto::speech {
namespace {

namespace xtts = models::xtts;

constexpr size_t kStatesAhead = 128, kStatesAtOnce = 32;
constexpr size_t kLeastXttsCost = 30;

// Upstream's limits of characters, above which speech may be cut off; a character of full width
// costs 3 in pieces().
struct Limit {
  std::string_view language;
  size_t characters;
};
constexpr Limit kLimits[] = {{"en", 250}, {"de", 253}, {"fr", 273}, {"es", 239}, {"it", 213},
                             {"pt", 203}, {"pl", 224}, {"ar", 166}, {"cs", 186}, {"ru", 182},
                             {"nl", 251}, {"tr", 226}, {"ja", 71},  {"hu", 224}, {"hi", 150},
                             {"ko", 95},  {"zh", 82}};
constexpr size_t kOtherLimit = 150;

size_t most_cost(std::string_view language) {
  const auto* limit = std::ranges::find(kLimits, language, &Limit::language);
  return 3 * (limit == std::end(kLimits) ? kOtherLimit : limit->characters);
}

// A frame is a state of the GPT, and whether it is the last one of its piece.
class XttsNetwork final : public SpeechNetwork {
 public:
  XttsNetwork(std::shared_ptr<const xtts::Model> model, const xtts::Voice& voice, XttsSpeech speech)
      : model_(std::move(model)),
        speech_(std::move(speech)),
        gpt_(model_->gpt, *model_->backend),
        sound_(model_->hifigan, *model_->backend, model_->config, voice.speaker) {
    gpt_.hear(voice.latents);
  }

  Form form() const override {
    return {.sample_rate_hz = model_->config.output_sample_rate,
            .frame_size = width() + 1,
            .frames_ahead = kStatesAhead,
            .most_at_once = kStatesAtOnce,
            .source = "xtts",
            .unit = "codes",
            .units_a_second = 21.5,
            .in_turns = model_->backend->report().threads == 1,
            .kv_cache = model_->gpt->gpt.kv_cache()};
  }

  Result<bool> begin(const std::string& text, const std::stop_token& stop) override {
    stop_ = stop;
    pieces_.clear();
    const std::string line = text::one_line(text);
    const size_t cost = most_cost(speech_.language);
    for (const std::string& piece : text::pieces(line, cost)) add(piece, cost);
    return !pieces_.empty();
  }

  Result<void> make_frames(const Put& put, const std::stop_token& stop) override {
    text_ms_ = 0;
    for (const std::vector<int>& piece : pieces_) {
      LapTimer timer;
      xtts::Codes codes(gpt_, *model_->gpt, piece, speech_.sampling, speech_.seed, forced_codes_);
      text_ms_ += timer.lap();
      std::vector<float> frame;  // one behind, so that the last one is known
      bool begins = true;
      while (!stop.stop_requested() && codes.next()) {
        if (!frame.empty() && !put(frame, std::exchange(begins, false))) return {};
        frame.assign(codes.state().begin(), codes.state().end());
        frame.push_back(0);
      }
      if (stop.stop_requested()) return {};
      if (!codes.is_complete()) log::debug("xtts: no end was heard within a piece");
      if (frame.empty()) continue;
      frame.back() = 1;
      if (!put(frame, begins)) return {};
    }
    return {};
  }

  Result<void> sound_of(std::span<const float> frames, bool begins_piece,
                        std::vector<float>& sound) override {
    if (begins_piece) sound_.begin();
    states_.clear();
    for (size_t i = 0; i < frames.size(); i += width() + 1) {
      const auto state = frames.subspan(i, width());
      states_.insert(states_.end(), state.begin(), state.end());
    }
    sound_.speak(states_, frames.back() != 0, sound, stop_);
    return {};
  }

  void force_length(int codes) override { forced_codes_ = codes; }
  std::vector<std::pair<std::string_view, double>> stages() const override {
    return {{"text_ms", text_ms_}};
  }

 private:
  size_t width() const { return static_cast<size_t>(model_->gpt->d()); }

  // Its tokens; where they are more than the network has positions for, those of its parts. Where
  // these are cut does not depend on the spaces that another cut left at its ends.
  void add(std::string_view text, size_t cost) {
    const std::string piece = text::one_line(text);
    const std::string form = speech_.read(piece);
    if (form.empty()) return;
    std::vector<int> ids = model_->tokens.prompt(form, speech_.language);
    const auto most = static_cast<size_t>(model_->gpt->most_text());
    if (ids.size() > most && cost > kLeastXttsCost) {
      for (const std::string& part : text::pieces(piece, cost / 2)) add(part, cost / 2);
      return;
    }
    ids.resize(std::min(ids.size(), most));
    pieces_.push_back(std::move(ids));
  }

  const std::shared_ptr<const xtts::Model> model_;
  const XttsSpeech speech_;
  xtts::GptSession gpt_;
  xtts::SoundSession sound_;
  std::vector<std::vector<int>> pieces_;
  std::vector<float> states_;
  int forced_codes_ = 0;
  double text_ms_ = 0;
  std::stop_token stop_;  // of this text
};

}  // namespace

Result<std::unique_ptr<SpeechNetwork>> xtts_network(std::shared_ptr<const xtts::Model> model,
                                                    const xtts::Voice& voice, XttsSpeech speech) {
  if (const Result<void> fits = model->check(voice); !fits) return fits.error();
  return std::unique_ptr<SpeechNetwork>(
      std::make_unique<XttsNetwork>(std::move(model), voice, std::move(speech)));
}

}  // namespace sotto::speech
