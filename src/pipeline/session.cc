#include "pipeline/session.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/log.h"
#include "pipeline/own_line.h"
#include "text/phoneme_marks.h"
#include "text/sentence_traits.h"

namespace sotto::pipeline {
namespace {

// Sound goes on in pieces of at most this length: so much is between a stop and silence.
constexpr int kPiecesPerSecond = 20;

// A voice that is within a sentence goes on until so much of it waits.
constexpr size_t kMostAheadMs = 60'000;

constexpr int kMostFailures = 2;  // sentences in a row

constexpr const char* kOvertaken = "it announces a step that lies behind";

constexpr const char* kTooMany = "too many texts are being spoken, try again later";

}  // namespace

Session::Session(SessionOptions options, SessionParts parts, SessionEvents events,
                 Scheduler& scheduler, const std::stop_token& stop)
    : options_(std::move(options)),
      parts_(std::move(parts)),
      events_(std::move(events)),
      scheduler_(scheduler),
      wanted_(stop),
      reader_(options_.reader, options_.speech_text,
              [this](std::unique_ptr<Utterance> u) { take_sentence(std::move(u)); },
              {options_.digest, options_.undigested, options_.digest_maker, stop_},
              {options_.ssml, options_.pause_marks, options_.most_pauses_ms, !translates(),
               [this](const text::MarkedText& document) { look_at(document); }}),
      with_caller_(wanted_, [this] { end_.request_stop(); }) {}

Session::~Session() {
  end_.request_stop();
  drop_jobs();
}

// Nothing is allocated for it.
void Session::throw_later() noexcept {
  {
    const std::lock_guard lock(error_mutex_);
    if (!thrown_) thrown_ = std::current_exception();
  }
  end_.request_stop();
}

void Session::give_up(const Error& error) {
  {
    const std::lock_guard lock(error_mutex_);
    if (!result_.error) result_.error = error;
  }
  end_.request_stop();
}

void Session::fail(const Error& error) {
  if (error.code == Errc::cancelled) return;
  const std::lock_guard lock(error_mutex_);
  if (!result_.error) result_.error = error;
}

void Session::lose_sound(const Error& error) {
  fail(error);
  if (!mute_.exchange(true) && events_.sound_lost) events_.sound_lost(error);
}

// One more sentence is under way. False: it may not be.
bool Session::begin_work() {
  const std::lock_guard lock(working_mutex_);
  if (under_way_ == 0) {
    if (!scheduler_.enter(options_.caller)) {
      give_up({Errc::cancelled, kTooMany});
      return false;
    }
    has_place_ = true;
    has_begun_ = false;
    if (events_.working) events_.working(true);
  }
  ++under_way_;
  return true;
}

void Session::finish_work() {
  const std::lock_guard lock(working_mutex_);
  if (under_way_ == 0 || --under_way_ > 0) return;
  give_place_back();
  if (events_.working) events_.working(false);
}

// Under working_mutex_.
void Session::give_place_back() noexcept {
  if (std::exchange(has_place_, false)) scheduler_.leave(options_.caller);
}

// Starts the jobs that can go on. Under mutex_.
void Session::start_jobs() {
  if (stop_.stop_requested()) return;
  const auto start = [this](JobQueue& queue, bool& is_started, JobQueue::Job& job) {
    if (!has_begun_) {
      scheduler_.timers.at(Clock::now() + scheduler_.options.patience, &is_started, [this] {
        give_up({Errc::cancelled, kTooMany});
      });
    }
    queue.add(job);
    is_started = true;
  };
  const size_t ahead = std::max(translations_.size(), untold_.size());
  if (!translating_ && !sentences_.empty() && ahead < options_.queued_sentences)
    start(scheduler_.translating, translating_, translate_job_);
  const bool has_room = queued_ms_ < options_.queued_audio_ms && (!has_room_ || has_room_());
  if (!speaking_ && !translations_.empty() && has_room)
    start(scheduler_.speaking, speaking_, speak_job_);
}

// Takes the first that waits; none: the session is stopped.
std::unique_ptr<Utterance> Session::take_from(std::deque<std::unique_ptr<Utterance>>& queue) {
  const std::lock_guard lock(mutex_);
  if (queue.empty() || stop_.stop_requested()) return nullptr;
  std::unique_ptr<Utterance> first = std::move(queue.front());
  queue.pop_front();
  changed_.notify_all();
  return first;
}

// The job that had set `is_started` is over. Who waits for that may destroy the session then.
void Session::end_job(bool& is_started) noexcept {
  const std::lock_guard lock(mutex_);
  is_started = false;
  guarded([&] {
    start_jobs();
    tell_if_over();
  });
  changed_.notify_all();
}

void Session::translate_next() noexcept {
  guarded([&] {
    scheduler_.timers.cancel(&translating_);
    std::unique_ptr<Utterance> utterance = take_from(sentences_);
    if (utterance == nullptr) return;
    ask_for_text();
    translate(*utterance);
    if (stop_.stop_requested()) return;
    if (direct_ && events_.translated) events_.translated(*utterance);
    // The playing thread may be held up by its listener; the threads that all share may not.
    auto copy = direct_ || !events_.translated ? nullptr : std::make_unique<Utterance>(*utterance);
    auto source = source_of(*utterance);
    if (source != nullptr) {
      utterance->pause_ms.reset();  // is in front of the source
      const std::lock_guard working(working_mutex_);
      ++under_way_;
    }
    const std::lock_guard lock(mutex_);
    if (copy != nullptr) untold_.push_back(std::move(copy));
    if (source != nullptr) translations_.push_back(std::move(source));
    translations_.push_back(std::move(utterance));
  });
  end_job(translating_);
}

void Session::speak_next() noexcept {
  guarded([&] {
    scheduler_.timers.cancel(&speaking_);
    has_begun_ = true;
    std::unique_ptr<Utterance> utterance = take_from(translations_);
    if (utterance == nullptr) return;
    speak(*utterance, haste_for(*utterance));
    PlayItem end;
    end.utterance = std::move(utterance);
    put(std::move(end), 1);
  });
  end_job(speaking_);
}

void Session::translate(Utterance& utterance) {
  utterance.times.translate_start = Clock::now();
  Result<translate::Translation> translation = translation_of(utterance.source);
  if (translation) {
    utterance.translation = std::move(*translation);
  } else {
    utterance.translation = {.sentence = utterance.source,
                             .untranslated = true,
                             .why = translation.error().message,
                             .mean_logprob = 0};
  }
  utterance.times.translated = Clock::now();
}

// Sotto's own sentences are in the listener's language by tables.
Result<translate::Translation> Session::translation_of(const text::Sentence& sentence) {
  if (!sentence.note) {
    auto own = translate_own_line(sentence, options_.listener, *parts_.translator, stop_);
    if (!own) return own.error();
    if (*own) return **std::move(own);
    return parts_.translator->translate(sentence, stop_);
  }
  const Language& language = options_.listener;
  return translate::Translation{.sentence = {std::string(text::note_text(*sentence.note, language)),
                                             {},
                                             language,
                                             sentence.note},
                                .untranslated = false,
                                .why = {},
                                .mean_logprob = 0};
}

// The sentence as it was written, where it is to be said before its translation. Null: it is not.
std::unique_ptr<Utterance> Session::source_of(const Utterance& utterance) {
  const bool has_both = options_.say_both && translates() && parts_.voice != nullptr &&
                        !utterance.source.note && !utterance.translation.untranslated;
  if (!has_both || utterance.translation.sentence.text == utterance.source.text) return nullptr;
  auto source = std::make_unique<Utterance>(utterance);
  source->is_source = true;
  source->translation.sentence = utterance.source;
  return source;
}

// Decides how to catch up from how far speech is behind with this sentence.
CatchUp Session::haste_for(const Utterance& utterance) {
  if (!options_.keep_up) return {};
  size_t bytes = utterance.source.text.size(), sound_ms = 0;
  bool is_overtaken = false;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& one : translations_) {
      bytes += one->source.text.size();
      is_overtaken |= one->id != utterance.id;
    }
    for (const auto& one : sentences_)
      bytes += one->source.text.size() * (options_.say_both && translates() ? 2 : 1);
    is_overtaken |= !sentences_.empty();
    sound_ms = queued_ms_;
  }
  if (options_.came_whole) bytes = sound_ms = 0;
  if (options_.others_waiting) bytes += options_.others_waiting();
  const auto kind =
      text::is_announcement(utterance.source) ? SentenceKind::announcement : SentenceKind::other;
  const double backlog_ms = static_cast<double>(sound_ms) + pace_.ms_of(bytes);
  return catch_up(backlog_ms / 1000, kind, is_overtaken);
}

void Session::speak(Utterance& utterance, const CatchUp& haste) {
  if (mute_) return;
  // A sentence and its translation are said, or passed over, together.
  const bool follows = options_.say_both && !utterance.is_source && spoken_source_ == utterance.id;
  const bool is_passed = follows ? passed_id_ == utterance.id : haste.is_passed;
  if (utterance.is_source) {
    spoken_source_ = utterance.id;
    if (is_passed) passed_id_ = utterance.id;
  }
  if (is_passed) {
    utterance.passed_over = kOvertaken;
    return;
  }
  speech::Voice* voice = voice_for(utterance);
  if (voice == nullptr) return;
  const text::Pronouncer& readings = utterance.translation.untranslated || utterance.is_source
                                         ? *parts_.source_readings
                                         : *parts_.readings;
  std::string spoken = readings.spoken(utterance.translation.sentence);
  if (!voice->takes_phonemes()) spoken = text::without_phonemes(spoken);
  utterance.times.voice_start = Clock::now();
  haste_ = haste;
  haste_.tempo *= utterance.rate;
  utterance.tempo = haste.tempo;
  set_tempo(*voice, haste_.tempo);
  voice->set_live(options_.heard_live);
  const auto failed = [](const Result<void>& r) { return !r && r.error().code != Errc::cancelled; };
  Result<void> said = say(*voice, utterance, spoken);
  // It may go well the next time: what was ended from outside starts anew. Nothing is said twice.
  if (failed(said) && utterance.times.first_chunk == Clock::time_point{} && !mute_)
    said = say(*voice, utterance, spoken);
  utterance.times.voice_end = Clock::now();
  utterance.voice = voice->name();
  utterance.heard = said && !mute_;
  if (said) {
    const double rest = haste_.tempo / voice_tempo_;  // that the voice knows nothing of
    for (const speech::WordTime& word : voice->words())
      utterance.voice_words.push_back({word.begin_ms / rest, word.end_ms / rest, word.text});
  }
  if (failed(said)) voice_failed(*voice, said.error());
  if (said) failures_ = 0;
  if (said) pace_.learn(utterance.source.text.size(), sentence_ms_ * haste_.tempo);
  if (utterance.times.first_chunk != Clock::time_point{}) spoken_block_ = utterance.block;
}

// Asks the voice for it; what the voice cannot do is done to its sound.
void Session::set_tempo(speech::Voice& voice, double tempo) {
  voice_tempo_ = 1;
  has_rates_ |= tempo != 1;
  if (!options_.keep_up && !has_rates_) return;
  const double rate =
      std::clamp(options_.speed * tempo, speech::kSlowestRate, speech::kFastestRate);
  if (voice.set_rate(rate)) voice_tempo_ = tempo;
}

// Once from its beginning.
Result<void> Session::say(speech::Voice& voice, Utterance& utterance, const std::string& spoken) {
  sentence_ms_ = 0;
  stretch_.reset();
  const double rest = haste_.tempo / voice_tempo_;
  if (rest == 1)
    return voice.speak(spoken, stop_,
                       [&](const audio::Chunk& c) { return take_sound(utterance, c); });
  stretch_.emplace(voice.sample_rate_hz(), rest);
  int rate_hz = 0;
  const Result<void> said = voice.speak(spoken, stop_, [&](const audio::Chunk& c) {
    rate_hz = c.sample_rate_hz;
    return take_sound(utterance, {stretch_->process(c.samples), c.sample_rate_hz});
  });
  if (said && rate_hz > 0 && !take_sound(utterance, {stretch_->flush(), rate_hz}))
    return Error{Errc::cancelled, "stopped"};
  return said;
}

// The text goes on without sound when a second sentence in a row fails.
void Session::voice_failed(const speech::Voice& voice, const Error& error) {
  fail(error);
  if (&voice != parts_.voice) return;
  if (++failures_ >= kMostFailures) return lose_sound(error);
  log::warn("a sentence was not heard: {}", error.message);
}

speech::Voice* Session::voice_for(const Utterance& utterance) {
  const bool is_source = utterance.translation.untranslated || utterance.is_source;
  if (parts_.voice == nullptr || !is_source) return parts_.voice;
  if (!std::exchange(source_voice_tried_, true) && parts_.open_source_voice) {
    Result<std::unique_ptr<speech::Voice>> opened = parts_.open_source_voice();
    if (opened) {
      source_voice_ = std::move(*opened);
    } else {
      log::warn("{}: {}",
                options_.say_both ? "the source is not heard"
                                  : "sentences that cannot be translated are shown, not spoken",
                opened.error().message);
    }
  }
  return source_voice_.get();
}

bool Session::take_sound(Utterance& utterance, const audio::Chunk& chunk) {
  if (chunk.samples.empty()) return !mute_;
  if (utterance.times.first_chunk == Clock::time_point{}) {
    utterance.times.first_chunk = Clock::now();
    if (utterance.pause_ms || spoken_block_) {
      PlayItem pause;
      pause.sample_rate_hz = chunk.sample_rate_hz;
      pause.pause_ms = utterance.pause_ms ? *utterance.pause_ms
                                          : haste_.pause * (*spoken_block_ == utterance.block
                                                                ? options_.sentence_silence_ms
                                                                : options_.block_silence_ms);
      if (!put(std::move(pause), 1)) return false;
    }
  }
  sentence_ms_ += 1000.0 * static_cast<double>(chunk.samples.size()) / chunk.sample_rate_hz;
  const size_t piece = std::max<size_t>(1, chunk.sample_rate_hz / kPiecesPerSecond);
  for (size_t begin = 0; begin < chunk.samples.size(); begin += piece) {
    if (mute_) return false;
    const auto samples =
        chunk.samples.subspan(begin, std::min(piece, chunk.samples.size() - begin));
    PlayItem sound;
    sound.samples.assign(samples.begin(), samples.end());
    sound.sample_rate_hz = chunk.sample_rate_hz;
    const size_t ms = 1000 * samples.size() / chunk.sample_rate_hz;
    if (!put(std::move(sound), std::max<size_t>(1, ms))) return false;
  }
  return true;
}

// False: the session is stopped.
bool Session::put(PlayItem item, size_t ms) {
  if (direct_) {
    direct_->take(item, stop_);
    return !stop_.stop_requested();
  }
  std::unique_lock lock(mutex_);
  const auto has_room = [&] { return queued_ms_ < kMostAheadMs; };
  if (!changed_.wait(lock, stop_, has_room) || stop_.stop_requested()) return false;
  sounds_.emplace_back(std::move(item), ms);
  queued_ms_ += ms;
  changed_.notify_all();
  return true;
}

// Nothing is left to be worked on. Under mutex_.
bool Session::is_over() const {
  return text_over_ && !translating_ && !speaking_ && sentences_.empty() && translations_.empty();
}

// Under mutex_.
void Session::tell_if_over() {
  if (events_.over && is_over()) events_.over();
}

// Waits for it. None: all was said, or the session is stopped.
std::optional<Session::Item> Session::next_item() {
  std::unique_lock lock(mutex_);
  const auto has_item = [&] { return !untold_.empty() || !sounds_.empty() || is_over(); };
  if (!changed_.wait(lock, stop_, has_item) || stop_.stop_requested()) return std::nullopt;
  Item item;
  if (!untold_.empty()) {
    item.translated = std::move(untold_.front());
    untold_.pop_front();
  } else if (!sounds_.empty()) {
    item.play = std::move(sounds_.front().first);
    queued_ms_ -= sounds_.front().second;
    sounds_.pop_front();
  } else {
    return std::nullopt;
  }
  start_jobs();
  return item;
}

Player Session::player_for(audio::Sink* sink) {
  const auto finished = [this](const Utterance& u) {
    if (!u.is_source) {
      ++result_.utterances;
      result_.untranslated += u.translation.untranslated ? 1 : 0;
      result_.passed_over += u.passed_over.empty() ? 0 : 1;
      result_.unheard += u.heard || !u.passed_over.empty() ? 0 : 1;
    }
    if (events_.finished) events_.finished(u);
    finish_work();
  };
  const auto broken = [this](const Error& error) { lose_sound(error); };
  return Player(sink, options_.real_time, finished, broken);
}

SessionResult Session::play(audio::Sink* sink) {
  std::atomic<bool> silenced = false;
  const auto silence = [&] {
    if (sink != nullptr && !silenced.exchange(true)) sink->silence();
  };
  const std::stop_callback on_stop(stop_, silence);
  guarded([&] {
    Player player = player_for(sink);
    while (const std::optional<Item> item = next_item()) {
      if (item->translated != nullptr) events_.translated(*item->translated);
      player.take(item->play, stop_);
    }
  });
  if (stop_.stop_requested()) silence();  // who stops may not have come to that callback yet
  return end(sink);
}

void Session::play_directly(audio::Sink& sink, std::function<bool()> has_room) {
  direct_sink_ = &sink;
  has_room_ = std::move(has_room);
  direct_.emplace(player_for(&sink));
}

void Session::wake() noexcept {
  const std::lock_guard lock(mutex_);
  guarded([&] { start_jobs(); });
}

SessionResult Session::wait() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop_, [&] { return is_over(); });
  }
  return end(direct_sink_);
}

bool Session::is_done() {
  const std::lock_guard lock(mutex_);
  return stop_.stop_requested() || is_over();
}

// The silence that the text asks for at its end.
Result<void> Session::play_end(audio::Sink& sink) {
  double pause_ms = 0;
  {
    const std::lock_guard lock(mutex_);
    pause_ms = pause_behind_ms_;
  }
  if (pause_ms <= 0 || mute_ || stop_.stop_requested() || !spoken_block_) return {};
  const int rate_hz = parts_.voice->sample_rate_hz();
  const std::vector<float> silence(static_cast<size_t>(pause_ms / 1000 * rate_hz));
  return sink.write({silence, rate_hz}, stop_);
}

SessionResult Session::end(audio::Sink* sink) {
  drop_jobs();
  if (sink != nullptr) {
    if (const Result<void> played = play_end(*sink); !played) fail(played.error());
  }
  const Result<void> ended = sink != nullptr ? sink->finish() : Result<void>();
  if (!ended) fail(ended.error());
  const std::lock_guard lock(error_mutex_);        // who pushes may still be about to fail
  if (thrown_) result_.error = error_of(thrown_);  // the rest followed from it
  // A caller that stops because the sound is lost wants to know why it was.
  const bool is_ours = thrown_ || (result_.error && result_.error->code == Errc::internal);
  if (wanted_.stop_requested() && !is_ours) result_.error = Error{Errc::cancelled, "stopped"};
  return result_;
}

// Nobody works for the session any more.
void Session::drop_jobs() noexcept {
  {
    std::unique_lock lock(mutex_);
    if (scheduler_.translating.remove(translate_job_)) translating_ = false;
    if (scheduler_.speaking.remove(speak_job_)) speaking_ = false;
    changed_.wait(lock, [&] { return !translating_ && !speaking_; });
  }
  for (const void* owner : std::initializer_list<const void*>{this, &translating_, &speaking_})
    scheduler_.timers.cancel(owner);
  const std::lock_guard lock(working_mutex_);
  give_place_back();
}

}  // namespace sotto::pipeline
