#include "pipeline/pipeline.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/log.h"
#include "pipeline/arrival_times.h"
#include "pipeline/bounded_queue.h"
#include "pipeline/pause_timer.h"
#include "pipeline/player.h"

namespace sotto::pipeline {
namespace {

using SentenceQueue = BoundedQueue<std::unique_ptr<Utterance>>;

// Sound goes on in pieces of at most this length: so much is between a stop and silence.
constexpr int kPiecesPerSecond = 20;

constexpr int kMostFailures = 2;  // sentences in a row

class Run {
 public:
  Run(const PipelineOptions& options, const PipelineParts& parts, const PipelineEvents& events,
      const std::stop_token& stop);

  PipelineResult operator()();

 private:
  void run_stage(void (Run::*stage)()) noexcept;
  void throw_later() noexcept;
  void give_up(const Error& error);
  void read();
  void watch();
  void translate();
  void speak();
  void play();

  void take_text(const agent::TextEvent& event);
  void take_notice(agent::Notice notice);
  Result<translate::Translation> translation_of(const text::Sentence& sentence);
  void take_sentence(text::Sentence sentence);
  void speak_one(Utterance& utterance);
  speech::Voice* voice_for(const Utterance& utterance);
  bool take_sound(Utterance& utterance, const audio::Chunk& chunk);
  void fail(const Error& error);
  void lose_sound(const Error& error);
  void voice_failed(const speech::Voice& voice, const Error& error);

  const PipelineOptions& options_;
  const PipelineParts& parts_;
  const PipelineEvents& events_;
  std::stop_source end_;  // with the caller's stop, or because the flow cannot begin
  const std::stop_token stop_ = end_.get_token();
  const std::stop_token wanted_;  // the caller's

  SentenceQueue sentences_, translations_;
  PlayQueue sounds_;
  std::atomic<bool> mute_{false};  // the voice or the sink is gone; text goes on

  // Who holds the timer: the read thread while it has something to read, the watch thread when
  // nothing has come for a while.
  PauseTimer pauses_;
  bool has_text_ = false;  // came out of what is being read
  agent::Reader reader_;
  text::SpeechText speech_text_;
  ArrivalTimes arrivals_;
  Clock::time_point arrived_;  // the bytes that are being read
  size_t next_id_ = 0, block_ = 0;

  // Voice thread.
  std::unique_ptr<speech::Voice> source_voice_;
  bool source_voice_tried_ = false;
  std::optional<size_t> spoken_block_;  // of the sentence before
  int failures_ = 0;                    // of the voice, in a row

  PipelineResult result_;  // its counts: play thread; its reader: read thread
  std::mutex error_mutex_;
  std::exception_ptr thrown_;  // by a stage, which has ended the flow
};

Run::Run(const PipelineOptions& options, const PipelineParts& parts, const PipelineEvents& events,
         const std::stop_token& stop)
    : options_(options),
      parts_(parts),
      events_(events),
      wanted_(stop),
      sentences_(options.queued_sentences),
      translations_(options.queued_sentences),
      sounds_(options.queued_audio_ms),
      pauses_(options.pause,
              [this] {
                reader_.pause();
                speech_text_.pause();
              }),
      reader_(options.reader,
              [this](const agent::TextEvent& event) {
                has_text_ = true;
                take_text(event);
              }),
      speech_text_(options.speech_text, [this](text::Sentence s) { take_sentence(std::move(s)); }) {
}

PipelineResult Run::operator()() {
  const std::stop_callback silence(stop_, [this] {
    if (parts_.sink != nullptr) parts_.sink->silence();
  });
  const std::stop_callback end(wanted_, [this] { end_.request_stop(); });
  {
    std::vector<std::jthread> threads;
    try {
      for (const auto stage : {&Run::read, &Run::watch, &Run::translate, &Run::speak, &Run::play})
        threads.emplace_back([this, stage] { run_stage(stage); });
    } catch (...) {
      throw_later();
    }
  }
  if (thrown_) result_.error = error_of(thrown_);  // the rest followed from it
  if (parts_.sink != nullptr) {
    if (const Result<void> finished = parts_.sink->finish(); !finished) fail(finished.error());
  }
  // A caller that stops because the sound is lost wants to know why it was.
  const bool is_ours = thrown_ || (result_.error && result_.error->code == Errc::internal);
  if (wanted_.stop_requested() && !is_ours) result_.error = Error{Errc::cancelled, "stopped"};
  return std::move(result_);
}

// What is thrown here (memory ran out) ends this flow and not the process. Nothing is allocated
// for it.
void Run::run_stage(void (Run::*stage)()) noexcept {
  try {
    (this->*stage)();
  } catch (...) {
    throw_later();
  }
}

void Run::throw_later() noexcept {
  {
    const std::lock_guard lock(error_mutex_);
    if (!thrown_) thrown_ = std::current_exception();
  }
  end_.request_stop();
}

void Run::give_up(const Error& error) {
  {
    const std::lock_guard lock(error_mutex_);
    if (!result_.error) result_.error = error;
  }
  end_.request_stop();
}

void Run::fail(const Error& error) {
  if (error.code == Errc::cancelled) return;
  const std::lock_guard lock(error_mutex_);
  if (!result_.error) result_.error = error;
}

void Run::lose_sound(const Error& error) {
  fail(error);
  if (!mute_.exchange(true) && events_.sound_lost) events_.sound_lost(error);
}

void Run::read() {
  std::vector<char> buffer(64 << 10);
  for (;;) {
    const Result<size_t> n = parts_.source->read(buffer, stop_);
    if (!n) fail(n.error());
    if (!n || *n == 0) break;
    const auto held = pauses_.hold();
    arrived_ = Clock::now();
    has_text_ = false;
    reader_.push({buffer.data(), *n});
    if (has_text_ || reader_.is_waiting()) pauses_.note();
  }
  const auto held = pauses_.hold();
  if (const Result<void> finished = reader_.finish(); !finished) fail(finished.error());
  pauses_.close();
  result_.reader = reader_.stats();
  sentences_.close();
}

// A file is read as fast as it can be, whatever the clock says.
void Run::watch() {
  if (parts_.source->is_live()) pauses_.run(stop_);
}

void Run::take_text(const agent::TextEvent& event) {
  if (event.kind == agent::TextEvent::Kind::notice) {
    take_notice(event.notice);
  } else if (event.kind == agent::TextEvent::Kind::text) {
    arrivals_.arrived(event.text, arrived_);
    speech_text_.push(event.text);
  } else {
    speech_text_.end_block();
    arrivals_.end_block();
    ++block_;
  }
}

text::Note note_of(agent::Notice notice) {
  switch (notice) {
    case agent::Notice::run_failed:
      return text::Note::run_failed;
    case agent::Notice::too_many_turns:
      return text::Note::too_many_turns;
    case agent::Notice::too_expensive:
      return text::Note::too_expensive;
    case agent::Notice::structured_answer:
      return text::Note::structured_answer;
  }
  return text::Note::run_failed;
}

void Run::take_notice(agent::Notice notice) {
  const Language& language = options_.speech_text.language;
  const text::Note note = note_of(notice);
  take_sentence({std::string(text::note_text(note, language)), {}, language, note});
  ++block_;
}

void Run::take_sentence(text::Sentence sentence) {
  if (options_.most_sentences != 0 && next_id_ >= options_.most_sentences) return;
  if (events_.admit) {
    if (const Result<void> admitted = events_.admit(stop_); !admitted)
      return give_up(admitted.error());
  }
  auto utterance = std::make_unique<Utterance>();
  utterance->id = next_id_++;
  utterance->block = block_;
  utterance->times.received = arrivals_.received(sentence.text);
  utterance->times.ready = Clock::now();
  utterance->source = std::move(sentence);
  sentences_.push(std::move(utterance), stop_);  // false: stopped, and nobody waits for it
}

// What sotto itself says is in the listener's language by a table.
Result<translate::Translation> Run::translation_of(const text::Sentence& sentence) {
  if (!sentence.note) return parts_.translator->translate(sentence, stop_);
  const Language& language = options_.listener;
  return translate::Translation{.sentence = {std::string(text::note_text(*sentence.note, language)),
                                             {},
                                             language,
                                             sentence.note},
                                .lost = false,
                                .why = {},
                                .mean_logprob = 0};
}

void Run::translate() {
  while (auto taken = sentences_.pop(stop_)) {
    std::unique_ptr<Utterance> utterance = std::move(*taken);
    utterance->times.translate_start = Clock::now();
    Result<translate::Translation> translation = translation_of(utterance->source);
    if (translation) {
      utterance->translation = std::move(*translation);
    } else if (stop_.stop_requested()) {
      break;
    } else {
      utterance->translation = {.sentence = utterance->source,
                                .lost = true,
                                .why = translation.error().message,
                                .mean_logprob = 0};
    }
    utterance->times.translated = Clock::now();
    if (events_.translated) events_.translated(*utterance);
    if (!translations_.push(std::move(utterance), stop_)) break;
  }
  translations_.close();
}

void Run::speak() {
  while (auto taken = translations_.pop(stop_)) {
    std::unique_ptr<Utterance> utterance = std::move(*taken);
    speak_one(*utterance);
    PlayItem end;
    end.utterance = std::move(utterance);
    if (!sounds_.push(std::move(end), stop_, 0)) break;
  }
  sounds_.close();
}

void Run::speak_one(Utterance& utterance) {
  if (mute_) return;
  speech::Voice* voice = voice_for(utterance);
  if (voice == nullptr) return;
  const text::Readings& readings =
      utterance.translation.lost ? *parts_.source_readings : *parts_.readings;
  const std::string spoken = readings.spoken(utterance.translation.sentence);
  utterance.times.voice_start = Clock::now();
  const auto say = [&] {
    return voice->speak(spoken, stop_,
                        [&](const audio::Chunk& c) { return take_sound(utterance, c); });
  };
  const auto failed = [](const Result<void>& r) { return !r && r.error().code != Errc::cancelled; };
  Result<void> said = say();
  // It may go well the next time: what was ended from outside starts anew. Nothing is said twice.
  if (failed(said) && utterance.times.first_chunk == Clock::time_point{} && !mute_) said = say();
  utterance.times.voice_end = Clock::now();
  utterance.voice = voice->name();
  utterance.heard = said && !mute_;
  if (failed(said)) voice_failed(*voice, said.error());
  if (said) failures_ = 0;
  if (utterance.times.first_chunk != Clock::time_point{}) spoken_block_ = utterance.block;
}

// The text goes on without sound when a second sentence in a row fails.
void Run::voice_failed(const speech::Voice& voice, const Error& error) {
  fail(error);
  if (&voice != parts_.voice) return;
  if (++failures_ >= kMostFailures) return lose_sound(error);
  log::warn("a sentence was not heard: {}", error.message);
}

speech::Voice* Run::voice_for(const Utterance& utterance) {
  if (parts_.voice == nullptr || !utterance.translation.lost) return parts_.voice;
  if (!std::exchange(source_voice_tried_, true) && parts_.open_source_voice) {
    Result<std::unique_ptr<speech::Voice>> opened = parts_.open_source_voice();
    if (opened) {
      source_voice_ = std::move(*opened);
    } else {
      log::warn("sentences that cannot be translated are shown, not spoken: {}",
                opened.error().message);
    }
  }
  return source_voice_.get();
}

bool Run::take_sound(Utterance& utterance, const audio::Chunk& chunk) {
  if (chunk.samples.empty()) return !mute_;
  if (utterance.times.first_chunk == Clock::time_point{}) {
    utterance.times.first_chunk = Clock::now();
    if (spoken_block_) {
      PlayItem pause;
      pause.sample_rate_hz = chunk.sample_rate_hz;
      pause.pause_ms = *spoken_block_ == utterance.block ? options_.sentence_silence_ms
                                                         : options_.block_silence_ms;
      if (!sounds_.push(std::move(pause), stop_, 0)) return false;
    }
  }
  const size_t piece = std::max<size_t>(1, chunk.sample_rate_hz / kPiecesPerSecond);
  for (size_t begin = 0; begin < chunk.samples.size(); begin += piece) {
    if (mute_) return false;
    const auto samples =
        chunk.samples.subspan(begin, std::min(piece, chunk.samples.size() - begin));
    PlayItem sound;
    sound.samples.assign(samples.begin(), samples.end());
    sound.sample_rate_hz = chunk.sample_rate_hz;
    const size_t ms = 1000 * samples.size() / chunk.sample_rate_hz;
    if (!sounds_.push(std::move(sound), stop_, std::max<size_t>(1, ms))) return false;
  }
  return true;
}

void Run::play() {
  const auto finished = [this](const Utterance& u) {
    ++result_.utterances;
    result_.lost += u.translation.lost ? 1 : 0;
    result_.unheard += u.heard ? 0 : 1;
    if (events_.finished) events_.finished(u);
  };
  const auto broken = [this](const Error& error) { lose_sound(error); };
  Player(parts_.sink, options_.real_time, finished, broken).run(sounds_, stop_);
}

}  // namespace

PipelineResult run_pipeline(const PipelineOptions& options, const PipelineParts& parts,
                            const PipelineEvents& events, const std::stop_token& stop) {
  return Run(options, parts, events, stop)();
}

}  // namespace sotto::pipeline
