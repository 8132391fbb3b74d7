// A text that is translated and spoken while it comes: what it is made of, and what has become of
// its sentences. It has no thread, and holds nothing while it has nothing to say.
//
//   push -> SentenceReader -> sentences that wait
//        a translating thread of the scheduler, one sentence of the session at a time
//     -> translations that wait
//        a speaking thread of the scheduler, the same
//     -> sound that waits -> play -> audio::Sink
//        or, where the sink holds nobody up, the sink at once
//
// Queues are bounded: sentence n+1 is translated while n is spoken, sound leaves in order, and a
// sink that is slow stops its own session alone. Nothing is dropped silently: what is passed over
// to catch up is finished with the reason why.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "agent/reader.h"
#include "audio/sink.h"
#include "audio/tempo.h"
#include "pipeline/catch_up.h"
#include "pipeline/player.h"
#include "pipeline/scheduler.h"
#include "pipeline/sentence_reader.h"
#include "pipeline/utterance.h"
#include "speech/voice.h"
#include "text/pronouncer.h"
#include "text/speech_text.h"
#include "translate/translator.h"

namespace sotto::pipeline {

struct SessionOptions {
  agent::ReaderOptions reader;
  text::SpeechTextOptions speech_text;
  Language listener;                 // the language of what sotto itself says
  double sentence_silence_ms = 200;  // between two sentences
  double block_silence_ms = 450;     // between the last of a block and the first of the next
  // After so long without a push, a text that is complete by its punctuation is said.
  std::chrono::milliseconds pause{200};
  bool live = true;             // false: all of it is there already, and a wait is no pause
  size_t queued_sentences = 8;  // that wait for a translator, and again for a voice
  size_t queued_audio_ms = 2000;
  bool say_both = false;      // each sentence, and then its translation, where there is one
  size_t most_sentences = 0;  // what comes behind so many is passed over; 0: nothing is
  bool digest = false;        // of each block what text/digest.h keeps of it, behind the first few
  size_t undigested = 0;      // sentences
  Ssml ssml = Ssml::never;
  bool pause_marks = false;       // "[pause 500ms]" is silence
  double most_pauses_ms = 0;      // that the text is given in all; 0: as it asks
  DigestMaker digest_maker = {};  // who makes the digests; who pushes waits for it, nobody else
  bool real_time = false;         // the sink plays as time goes by (a sound card, not a file)
  bool heard_live = false;        // sound is heard while it is made: speech::Voice::set_live
  // Speech that lies behind its text catches up (catch_up.h). The voice is asked for its rate in
  // front of each sentence, and has been opened with `speed`.
  bool keep_up = false;
  // Bytes of other texts that wait for this one to end, to catch up for; on a speaking thread. Empty:
  // there are none. A text that `came_whole` is not behind itself.
  std::function<size_t()> others_waiting = {};
  bool came_whole = false;
  double speed = 1;
  std::string caller;  // whose turn it is
};

// The workers of a session. All of them outlive it.
struct SessionParts {
  translate::Translator* translator;
  speech::Voice* voice = nullptr;  // null: text only
  // A voice of the source language, opened for the first sentence that is said in it; may be empty.
  std::function<Result<std::unique_ptr<speech::Voice>>()> open_source_voice;
  const text::Pronouncer* readings;         // of the target language
  const text::Pronouncer* source_readings;  // of the source language
};

// Events for the caller while it runs. Empty functions are not called. They are not called once the
// session is stopped, and do not end it themselves.
struct SessionEvents {
  // Called as soon as an utterance is translated, in order, on the thread that plays, or a
  // translating thread of play_directly(), which must not be held up.
  std::function<void(const Utterance&)> translated = {};
  // When all of its sound was taken, or when there will be none; in order, on the thread that
  // plays. With say_both of the source as well.
  std::function<void(const Utterance&)> finished = {};
  // Once, when the voice or the sink is gone: text goes on. `cancelled`: who listened has left. On
  // a speaking thread or that which plays.
  std::function<void(const Error&)> sound_lost = {};
  // All that was to be said behind finish() was, so that wait() returns soon; finish() itself tells
  // nothing. On a thread that worked, under a lock of the session: it may not call it, nor wait.
  std::function<void()> over = {};
  // Something of the text is not done as it asks, in one sentence; before it is said. Where it is
  // empty, the log is told. On the thread that pushed.
  std::function<void(const std::string&)> warned = {};
  // Processor time in which a piece of the text was read, on the thread that pushed it or that of
  // the timers.
  std::function<void(double seconds)> read = {};
  // True: there is something to say; false: all of it is finished. In turns, on any thread.
  std::function<void(bool)> working = {};
  // There is room again for what try_push() left; on a translating thread, which must not be held
  // up.
  std::function<void()> wants_text = {};
};

struct SessionResult {
  size_t utterances = 0, untranslated = 0, unheard = 0;  // of those that were finished
  size_t passed_over = 0;                                // of them, to catch up: not `unheard`
  // `cancelled`; or the first thing that went wrong with the stream, the voice or the sink. All
  // text that was read has been translated and reported nevertheless.
  std::optional<Error> error;
};

class Session {
 public:
  // It ends when `stop` is set.
  Session(SessionOptions options, SessionParts parts, SessionEvents events, Scheduler& scheduler,
          const std::stop_token& stop);
  ~Session();  // stops it, and waits for what is under way
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // More of the text. One thread pushes, and waits here while much of it waits to be said. False:
  // the session has ended.
  bool push(std::string_view bytes);
  // The same without waiting: how many bytes there was room for. Of the rest events.wants_text
  // reminds, unless the session has ended.
  size_t try_push(std::string_view bytes);
  // Nothing more comes for a while: what is complete by its punctuation is said. As push().
  void flush();
  // All of it has come. `broken`: or what could be read of it.
  void finish(const std::optional<Error>& broken = std::nullopt);
  // Nobody wants it any more; from any thread.
  void cancel() noexcept { end_.request_stop(); }

  // Plays on the caller's thread until all was said, or the session is stopped: then the sink is
  // silenced at once. Once. `sink` may be null: text only. Where memory or threads run out, it ends
  // there and says so (`io`).
  SessionResult play(audio::Sink* sink);

  // Instead of play(), for a sink that never waits: the threads that speak write to it themselves.
  // No sentence is begun while `has_room` says no; then somebody calls wake() when it has. Before
  // the first push.
  void play_directly(audio::Sink& sink, std::function<bool()> has_room);
  void wake() noexcept;
  // Until all was said, or the session is stopped; as play(). Once.
  SessionResult wait();
  // True if wait() would return at once.
  bool is_done();

  agent::ReaderStats read();  // of what was pushed

  // Set when the session ends before its text did.
  const std::stop_token& stop_token() const { return stop_; }

  // Something else that its text needs has failed: the session ends with that.
  void give_up(const Error& error);

 private:
  using Utterances = std::deque<std::unique_ptr<Utterance>>;
  // An exception (memory ran out) ends this session and not the process.
  template <class Work>
  void guarded(const Work& work) noexcept {
    try {
      work();
    } catch (...) {
      throw_later();
    }
  }
  void throw_later() noexcept;
  void fail(const Error& error);
  void lose_sound(const Error& error);

  template <class Work>
  void read_in(const Work& work);
  void read_piece(std::string_view piece);
  bool translates() const;
  bool has_room_for_text() const;
  void ask_for_text();
  void take_sentence(std::unique_ptr<Utterance> utterance);
  void watch_for_pause();
  void look_at(const text::MarkedText& document);
  void look_for_pause() noexcept;
  bool begin_work();
  void finish_work();
  void give_place_back() noexcept;

  void start_jobs();
  void end_job(bool& is_started) noexcept;
  void drop_jobs() noexcept;
  std::unique_ptr<Utterance> take_from(Utterances& queue);
  void translate_next() noexcept;
  void translate(Utterance& utterance);
  Result<translate::Translation> translation_of(const text::Sentence& sentence);
  void speak_next() noexcept;
  std::unique_ptr<Utterance> source_of(const Utterance& utterance);
  CatchUp haste_for(const Utterance& utterance);
  void speak(Utterance& utterance, const CatchUp& haste);
  void set_tempo(speech::Voice& voice, double tempo);
  Result<void> say(speech::Voice& voice, Utterance& utterance, const std::string& spoken);
  speech::Voice* voice_for(const Utterance& utterance);
  void voice_failed(const speech::Voice& voice, const Error& error);
  bool take_sound(Utterance& utterance, const audio::Chunk& chunk);
  bool put(PlayItem item, size_t ms);
  struct Item {
    std::unique_ptr<Utterance> translated;  // to be told of, before what is to be played
    PlayItem play;
  };
  std::optional<Item> next_item();
  bool is_over() const;
  void tell_if_over();
  Player player_for(audio::Sink* sink);
  Result<void> play_end(audio::Sink& sink);
  SessionResult end(audio::Sink* sink);

  const SessionOptions options_;
  const SessionParts parts_;
  const SessionEvents events_;
  Scheduler& scheduler_;
  const std::stop_token wanted_;  // the caller's
  std::stop_source end_;          // with the caller's stop, or because something went wrong
  const std::stop_token stop_ = end_.get_token();

  std::mutex reading_;  // who pushes, or has noticed a pause: down to pause_at_; before the others
  SentenceReader reader_;
  size_t taken_ = 0;  // sentences
  bool has_end_ = false, pause_armed_ = false;
  Clock::time_point pause_at_;

  JobQueue::JobOf<Session> translate_job_{options_.caller, *this, &Session::translate_next};
  JobQueue::JobOf<Session> speak_job_{options_.caller, *this, &Session::speak_next};

  std::mutex mutex_;  // what waits: down to text_over_
  std::condition_variable_any changed_;
  Utterances sentences_, translations_;
  Utterances untold_;  // copies of translations that nobody was told of
  std::deque<std::pair<PlayItem, size_t>> sounds_;  // each with its milliseconds
  size_t queued_ms_ = 0;
  bool translating_ = false, speaking_ = false;  // a job of ours waits or is under way
  bool wants_text_ = false;                      // something was not pushed for want of room
  bool text_over_ = false;
  double pause_behind_ms_ = 0;  // at the end of all

  // For the thread that speaks for us now; the first two: set before the first push.
  audio::Sink* direct_sink_ = nullptr;
  std::function<bool()> has_room_;  // under mutex_
  std::optional<Player> direct_;
  std::unique_ptr<speech::Voice> source_voice_;
  bool source_voice_tried_ = false;
  std::optional<size_t> spoken_block_;   // of the sentence before
  CatchUp haste_;                        // of the sentence
  bool has_rates_ = false;               // the voice was asked for another one than its own
  std::optional<size_t> spoken_source_;  // the last sentence of which the source had its turn
  std::optional<size_t> passed_id_;      // and the last of these that was passed over
  double voice_tempo_ = 1;               // how much of its tempo the voice does itself
  std::optional<audio::Tempo> stretch_;  // and what does the rest
  double sentence_ms_ = 0;               // of its sound so far
  SpeakingPace pace_{options_.speed};
  int failures_ = 0;  // of the voice, in a row

  std::atomic<bool> mute_{false};  // the voice or the sink is gone; text goes on

  std::mutex working_mutex_;  // the next two, and the order of `working`
  size_t under_way_ = 0;      // sentences
  bool has_place_ = false;
  std::atomic<bool> has_begun_{false};  // since then a thread has spoken its first sentence

  SessionResult result_;  // its counts: who plays; its error: error_mutex_
  std::mutex error_mutex_;
  std::exception_ptr thrown_;  // has ended the session

  const std::stop_callback<std::function<void()>> with_caller_;
};

}  // namespace sotto::pipeline
