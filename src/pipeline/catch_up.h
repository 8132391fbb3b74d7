// How speech that lies behind its text catches up: nobody listens faster than this lets a voice
// speak, and nothing is passed over but the announcement of a step that lies behind.
#pragma once

#include <cstddef>

namespace sotto::pipeline {

inline constexpr double kPatienceS = 8;     // so far behind, speech is as its user wants it
inline constexpr double kMostTempo = 1.4;   // times the user's own speed
inline constexpr double kLeastPause = 0.3;  // of a pause between two sentences

// The role of a sentence in catching up.
enum class SentenceKind {
  announcement,  // of a step, and nothing else (text/sentence_traits.h)
  other,         // conclusions, questions, failures, permissions, sotto's own: always said
};

// Tempo and pause of a sentence that is said late.
struct CatchUp {
  double tempo = 1;        // times the user's own speed
  double pause = 1;        // times the pause in front of it
  bool is_passed = false;  // it is not said
};

// `backlog_s`: seconds of sound, at the user's own speed, that stand for text which was received
// and not played, that of the sentence included. `is_overtaken`: another one waits behind it.
CatchUp catch_up(double backlog_s, SentenceKind kind, bool is_overtaken);

// Estimates how long a text takes to be said, from texts that were said. Used by one thread at a
// time.
class SpeakingPace {
 public:
  // At `speed`, the user's own.
  explicit SpeakingPace(double speed);

  // Notes that so many bytes of the source took `ms` at the user's own speed.
  void learn(size_t bytes, double ms);
  double ms_of(size_t bytes) const;

 private:
  double bytes_, ms_;
};

}  // namespace sotto::pipeline
