#include "speech/chatterbox_network.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "models/chatterbox/stream.h"
#include "speech/lap_timer.h"
#include "text/pieces.h"

namespace sotto::speech {
namespace {

namespace chatterbox = models::chatterbox;

// The length that is said in one go, as pieces() counts: two hundred characters, 15 seconds of
// English and 25 of Japanese, of the 40 that the network was trained for.
constexpr size_t kPieceCost = 600, kLeastCost = 30;
// The silence that upstream puts behind the small network's tokens.
constexpr size_t kSilence = 3;
constexpr int kSilent = 4299;

// A frame is a piece, or a part of one: how many tokens it has, whether it is the last, and they.
// Its sound is made in one go.
class ChatterboxNetwork final : public SpeechNetwork {
 public:
  ChatterboxNetwork(std::shared_ptr<const chatterbox::Model> model,
                    const chatterbox::T3Voice& voice,
                    std::unique_ptr<chatterbox::S3GenSession> sound, ChatterboxSpeech speech)
      : model_(std::move(model)),
        speech_(std::move(speech)),
        t3_(model_->t3, *model_->backend, speech_.settings.cfg_weight != 0),
        sound_(std::move(sound)),
        frame_(kHead + static_cast<size_t>(speech_.settings.most_tokens) + kSilence) {
    t3_.hear(voice);
  }

  Form form() const override {
    return {.sample_rate_hz = chatterbox::kSampleRateHz,
            .frame_size = frame_.size(),
            .frames_ahead = 8,  // of T3 before the sound
            .most_at_once = 1,
            .source = "chatterbox",
            .unit = "tokens",
            .units_a_second = 25,
            .in_turns = model_->backend->report().threads == 1,
            .kv_cache = model_->t3->tfmr.kv_cache()};
  }

  Result<bool> begin(const std::string& text, const std::stop_token& stop) override {
    stop_ = stop;
    pieces_.clear();
    const std::string line = text::one_line(text);
    for (const std::string& piece : text::pieces(line, kPieceCost)) add(piece, kPieceCost);
    return !line.empty();
  }

  Result<void> make_frames(const Put& put, const std::stop_token& stop) override {
    text_ms_ = 0;
    for (const std::vector<int>& piece : pieces_)
      if (!say(piece, put, stop)) break;
    return {};
  }

  Result<void> sound_of(std::span<const float> frames, bool begins_piece,
                        std::vector<float>& sound) override {
    const auto tokens = frames.subspan(kHead, static_cast<size_t>(frames[0]));
    if (begins_piece) stream_.emplace(*sound_, how_);
    auto made =
        stream_->push(std::vector<int>(tokens.begin(), tokens.end()), frames[1] != 0, stop_);
    if (!made) return Error{made.error().code, "chatterbox: " + made.error().message};
    sound = *std::move(made);
    return {};
  }

  void force_length(int tokens) override {
    speech_.settings.forced = true;
    speech_.settings.most_tokens = std::min(tokens, most_tokens_);
  }
  std::vector<std::pair<std::string_view, double>> stages() const override {
    return {{"text_ms", text_ms_}};
  }

 private:
  static constexpr size_t kHead = 2;

  // False: nobody wants to hear more. Parts become longer, as all that was said before is computed
  // anew with each: twice as many tokens as the one before.
  bool say(const std::vector<int>& piece, const Put& put, const std::stop_token& stop) {
    LapTimer timer;
    chatterbox::SpeechTokens tokens(t3_, *model_->t3, piece, speech_.settings);
    text_ms_ += timer.lap();
    const size_t whole = frame_.size();
    size_t count = 0, most = speech_.first_tokens > 0 ? speech_.first_tokens : whole;
    bool begins = true;
    for (auto token = tokens.next(); token; token = tokens.next()) {
      if (stop.stop_requested()) return false;
      if (*token >= model_->s3gen->vocabulary()) continue;
      if (count == most) {  // there is one more: not the last part
        if (!put_part(count, false, std::exchange(begins, false), put)) return false;
        count = 0;
        most = std::min(2 * most, whole);
      }
      frame_[kHead + count++] = static_cast<float>(*token);
    }
    if (stop.stop_requested()) return false;
    if (model_->variant == chatterbox::Variant::turbo) count = end_in_silence(count);
    if (!tokens.is_complete()) log::debug("no end was heard within {} tokens", count);
    return count == 0 || put_part(count, true, begins, put);
  }

  bool put_part(size_t count, bool last, bool begins, const Put& put) {
    frame_[0] = static_cast<float>(count);
    frame_[1] = last ? 1 : 0;
    return put(frame_, begins);
  }

  // Its tokens; where they are more than the network has positions for, those of its parts.
  void add(const std::string& piece, size_t cost) {
    std::vector<int> ids = model_->tokens.prompt(piece, language(), speech_.form);
    const auto most = static_cast<size_t>(model_->t3->most_text());
    if (ids.size() > most && cost > kLeastCost) {
      for (const std::string& part : text::pieces(piece, cost / 2)) add(part, cost / 2);
      return;
    }
    ids.resize(std::min(ids.size(), most));
    pieces_.push_back(std::move(ids));
  }

  size_t end_in_silence(size_t count) {
    if (kSilent >= model_->s3gen->vocabulary()) return count;
    for (size_t i = 0; i < kSilence; ++i) frame_[kHead + count++] = static_cast<float>(kSilent);
    return count;
  }

  std::string_view language() const {
    const bool told = model_->variant == chatterbox::Variant::multilingual;
    return told ? std::string_view(speech_.language) : std::string_view();
  }

  const std::shared_ptr<const chatterbox::Model> model_;
  ChatterboxSpeech speech_;
  const int most_tokens_ = speech_.settings.most_tokens;
  double text_ms_ = 0;
  chatterbox::T3Session t3_;
  const std::unique_ptr<chatterbox::S3GenSession> sound_;
  const chatterbox::S3GenSession::Options how_{.seed = speech_.settings.seed,
                                               .steps = speech_.flow_steps};
  std::optional<chatterbox::SpeechStream> stream_;  // of this piece
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
