#include "speech/chatterbox_network.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "speech/pieces.h"

namespace sotto::speech {
namespace {

namespace chatterbox = models::chatterbox;

constexpr size_t kPiecesAhead = 2;  // of T3 before the sound
// What is said in one go, as pieces() counts: two hundred characters, 15 seconds of English and 25
// of Japanese, of the 40 that the network was trained for.
constexpr size_t kPieceCost = 600, kLeastCost = 30;
// What upstream puts behind the small network's tokens.
constexpr size_t kSilence = 3;
constexpr int kSilent = 4299;

// A frame is a piece: how many tokens it has, and they. Its sound is made in one go.
class ChatterboxNetwork final : public SpeechNetwork {
 public:
  ChatterboxNetwork(std::shared_ptr<const chatterbox::Model> model,
                    const chatterbox::T3Voice& voice,
                    std::unique_ptr<chatterbox::S3GenSession> sound, ChatterboxSpeech speech)
      : model_(std::move(model)),
        speech_(std::move(speech)),
        t3_(model_->t3, *model_->backend, speech_.settings.cfg_weight != 0),
        sound_(std::move(sound)),
        frame_(1 + static_cast<size_t>(speech_.settings.most_tokens) + kSilence) {
    t3_.hear(voice);
  }

  Form form() const override {
    return {.sample_rate_hz = chatterbox::kSampleRateHz,
            .frame_size = frame_.size(),
            .frames_ahead = kPiecesAhead,
            .most_at_once = 1,
            .source = "chatterbox"};
  }

  Result<bool> begin(const std::string& text, const std::stop_token& stop) override {
    stop_ = stop;
    pieces_.clear();
    const std::string line = one_line(text);
    for (const std::string& piece : pieces(line, kPieceCost)) add(piece, kPieceCost);
    return !line.empty();
  }

  Result<void> make_frames(const Put& put, const std::stop_token& stop) override {
    for (const std::vector<int>& piece : pieces_) {
      chatterbox::SpeechTokens tokens(t3_, *model_->t3, piece, speech_.settings);
      size_t count = 0;
      for (auto token = tokens.next(); token && !stop.stop_requested(); token = tokens.next())
        if (*token < model_->s3gen->vocabulary()) frame_[++count] = static_cast<float>(*token);
      if (stop.stop_requested()) return {};
      if (model_->variant == chatterbox::Variant::turbo) count = end_in_silence(count);
      if (!tokens.is_complete()) log::debug("no end was heard within {} tokens", count);
      frame_[0] = static_cast<float>(count);
      if (count > 0 && !put(frame_, true)) return {};
    }
    return {};
  }

  Result<void> sound_of(std::span<const float> frames, bool, std::vector<float>& sound) override {
    const auto tokens = frames.subspan(1, static_cast<size_t>(frames[0]));
    auto made = sound_->speak(std::vector<int>(tokens.begin(), tokens.end()),
                              {.seed = speech_.settings.seed}, stop_);
    if (!made) return Error{made.error().code, "chatterbox: " + made.error().message};
    sound = *std::move(made);
    return {};
  }

 private:
  // Its tokens; where they are more than the network has positions for, those of its parts.
  void add(const std::string& piece, size_t cost) {
    std::vector<int> ids = model_->tokens.prompt(piece, language(), form_of_language());
    const auto most = static_cast<size_t>(model_->t3->most_text());
    if (ids.size() > most && cost > kLeastCost) {
      for (const std::string& part : pieces(piece, cost / 2)) add(part, cost / 2);
      return;
    }
    ids.resize(std::min(ids.size(), most));
    pieces_.push_back(std::move(ids));
  }

  size_t end_in_silence(size_t count) {
    if (kSilent >= model_->s3gen->vocabulary()) return count;
    for (size_t i = 0; i < kSilence; ++i) frame_[++count] = static_cast<float>(kSilent);
    return count;
  }

  std::string_view language() const {
    const bool told = model_->variant == chatterbox::Variant::multilingual;
    return told ? std::string_view(speech_.language) : std::string_view();
  }
  chatterbox::LanguageForm form_of_language() const {
    if (!speech_.kanji) return {};
    return [this](std::string_view text) { return speech_.kanji->without_kanji(text); };
  }

  const std::shared_ptr<const chatterbox::Model> model_;
  const ChatterboxSpeech speech_;
  chatterbox::T3Session t3_;
  const std::unique_ptr<chatterbox::S3GenSession> sound_;
  std::vector<std::vector<int>> pieces_;
  std::vector<float> frame_;
  std::stop_token stop_;  // of this text
};

}  // namespace

Result<std::unique_ptr<SpeechNetwork>> chatterbox_network(
    std::shared_ptr<const chatterbox::Model> model, const chatterbox::Conditionals& voice,
    ChatterboxSpeech speech) {
  if (const Result<void> fits = model->t3->check(voice.t3); !fits) return fits.error();
  auto sound = chatterbox::S3GenSession::open(model->s3gen, voice.gen);
  if (!sound) return sound.error();
  return std::unique_ptr<SpeechNetwork>(std::make_unique<ChatterboxNetwork>(
      std::move(model), voice.t3, *std::move(sound), std::move(speech)));
}

}  // namespace sotto::speech
