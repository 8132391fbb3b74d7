// Kokoro as a network that speaks: text becomes phonemes, these clauses, and each clause sound.
#include <algorithm>
#include <numeric>
#include <utility>

#include "base/utf8.h"
#include "models/kokoro/session.h"
#include "phonemes/phoneme_chunks.h"
#include "speech/kokoro_voice.h"
#include "speech/phoneme_times.h"
#include "text/phoneme_marks.h"
#include "text/pieces.h"

namespace sotto::speech {
namespace {

namespace kokoro = models::kokoro;

constexpr size_t kMostForced = 510;  // rounds: one phoneme in each at least
constexpr size_t kTextAtOnce = 900;  // three hundred characters of Japanese: read before the rest

class KokoroNetwork final : public SpeechNetwork {
 public:
  KokoroNetwork(std::shared_ptr<const kokoro::Model> model, kokoro::Voice voice,
                phonemes::KokoroText reader, KokoroSpeech speech, std::shared_ptr<KokoroPace> pace)
      : model_(std::move(model)),
        voice_(std::move(voice)),
        reader_(std::move(reader)),
        session_(model_),
        speech_(speech),
        pace_(std::move(pace)),
        frame_size_(static_cast<size_t>(2 * model_->config().istftnet.samples_per_f0())) {}

  Form form() const override {
    return {.sample_rate_hz = kokoro::kSampleRateHz,
            .frame_size = frame_size_,
            .frames_ahead = 400,  // ten seconds: the clause after the one that is heard
            .most_at_once = 8,
            .source = "kokoro",
            .unit = "phonemes",
            .units_a_second = 15};
  }
  bool take_rate(double rate) override {
    speed_ = static_cast<float>(rate);
    return true;
  }

  void take_live(bool is_live) override { is_live_ = is_live; }

  Result<bool> begin(const std::string& text, const std::stop_token&) override {
    text_ = text::one_line(text);
    words_.clear();
    made_ms_ = 0;
    return !text_.empty();
  }

  Result<void> make_frames(const Put& put, const std::stop_token& stop) override {
    if (forced_phonemes_ > 0) return speak(some_phonemes(), true, put, stop);
    phonemes::ChunkSizes sizes;
    bool is_first = true;  // later ones are made while it is heard
    const auto parts =
        text::has_phonemes(text_) ? std::vector{text_} : text::pieces(text_, kTextAtOnce);
    for (const std::string& part : parts) {
      const Result<std::string> phonemes = reader_.phonemes(part, stop);
      if (!phonemes) return phonemes.error();
      reader_.prepare();
      for (const std::string& chunk : phonemes::phoneme_chunks(*phonemes, sizes)) {
        const Result<void> spoken = speak(chunk, std::exchange(is_first, false), put, stop);
        if (!spoken) return spoken;
        sizes.first = std::min(sizes.growth * sizes.first, sizes.aim);
      }
    }
    return {};
  }

  bool takes_phonemes() const override { return true; }
  std::span<const WordTime> words() const override { return words_; }

  Result<void> sound_of(std::span<const float> frames, bool, std::vector<float>& sound) override {
    sound.assign(frames.begin(), frames.end());
    return {};
  }

  void force_length(int phonemes) override { forced_phonemes_ = phonemes; }
  std::vector<std::pair<std::string_view, double>> stages() const override {
    const kokoro::StageTimes& s = session_.stage_times();
    return {{"text_ms", s.text_ms},       {"prosody_ms", s.prosody_ms},
            {"decoder_ms", s.decoder_ms}, {"source_ms", s.source_ms},
            {"opening_ms", s.opening_ms}, {"generator_ms", s.generator_ms},
            {"wave_ms", s.wave_ms}};
  }

 private:
  // Syllables and a pause, over and over: what is said matters less than how long it is.
  std::string some_phonemes() const {
    constexpr std::u32string_view kSyllables = U"konoteiɾɯsamʲɕaʔpoŋɡe, ";
    std::string phonemes;
    int count = 0;
    for (size_t i = 0; count < forced_phonemes_ && i < kSyllables.size() * kMostForced; ++i) {
      const char32_t c = kSyllables[i % kSyllables.size()];
      if (!model_->config().vocab.has(c)) continue;
      append_utf8(phonemes, c);
      ++count;
    }
    return phonemes;
  }

  bool is_paced() const {
    using Paced = KokoroSpeech::Paced;
    return speech_.paced == Paced::always || (speech_.paced == Paced::live && is_live_);
  }

  Result<void> speak(const std::string& phonemes, bool is_first, const Put& put,
                     const std::stop_token& stop) {
    kokoro::Clause clause{.ids = model_->config().vocab.ids(phonemes),
                          .style = voice_.style(tokenize::phoneme_count(phonemes)),
                          .speed = speed_,
                          .seed = speech_.seed,
                          .first_part = is_first ? speech_.first_part : 0,
                          .opener = is_first && is_paced() ? pace_.get() : nullptr};
    if (clause.ids.empty()) return {};
    bool begins = true;
    const Result<void> spoken = session_.speak(
        clause,
        [&](std::span<const float> part) { return put(part, std::exchange(begins, false)); }, stop);
    if (!spoken) return spoken;
    const double frame_ms =
        1000.0 * static_cast<double>(frame_size_) / static_cast<double>(kokoro::kSampleRateHz);
    const std::span<const int> frames = session_.durations();
    add_word_times(phonemes, model_->config().vocab, frames, frame_ms, made_ms_, words_);
    const double clause_ms = frame_ms * std::accumulate(frames.begin(), frames.end(), 0);
    made_ms_ += clause_ms;
    const kokoro::StageTimes& times = session_.stage_times();
    pace_->made(1e-3 * clause_ms, 1e-3 * times.inputs_ms(), 1e-3 * times.rest_ms());
    return {};
  }

  const std::shared_ptr<const kokoro::Model> model_;
  const kokoro::Voice voice_;
  phonemes::KokoroText reader_;
  kokoro::Session session_;
  const KokoroSpeech speech_;
  const std::shared_ptr<KokoroPace> pace_;
  const size_t frame_size_;  // 25 ms
  float speed_ = 1;
  bool is_live_ = false;
  int forced_phonemes_ = 0;
  std::string text_;
  std::vector<WordTime> words_;  // of the text so far
  double made_ms_ = 0;           // sound of it
};

}  // namespace

std::unique_ptr<SpeechNetwork> kokoro_network(std::shared_ptr<const kokoro::Model> model,
                                              kokoro::Voice voice, phonemes::KokoroText reader,
                                              KokoroSpeech speech,
                                              std::shared_ptr<KokoroPace> pace) {
  return std::make_unique<KokoroNetwork>(std::move(model), std::move(voice), std::move(reader),
                                         speech, std::move(pace));
}

}  // namespace sotto::speech
