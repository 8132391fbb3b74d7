// Messages of doors and workers about a sentence that somebody waits for: requests, and
// the messages that answer one. Both read what comes as they read anything from outside.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "sotto/error.h"
#include "speech/voice_kind.h"
#include "text/sentence.h"
#include "translate/directions.h"
#include "translate/translator.h"

namespace sotto::cluster {

struct LiveRequest {
  enum class Kind {
    open_translator,  // whether there is one: it is loaded
    translate,
    open_voice,  // the same, and what it is called
    say
  };
  Kind kind = Kind::translate;
  std::chrono::milliseconds left{0};  // after so long nobody waits for it any more
  std::string caller;                 // callers of all doors have turns; no name
  Language from, to;                  // `to`: what a voice speaks
  std::string model;                  // of a translator, as its worker calls it
  int n_best = 1;
  std::vector<text::Sentence> sentences;
  std::string voice;   // as its worker calls it, or "auto"
  std::string expect;  // name of the voice that said the sentences before; empty: any
  double rate = 1;
  std::string text;  // in its spoken form

  // Subjects of such requests: sotto.live.translate.MODEL, sotto.live.say.VOICE.
  std::string subject() const;
  std::string json() const;
  static Result<LiveRequest> parse(std::string_view json);
};

struct LiveReply {
  enum class Kind {
    taken,        // it has begun
    busy,         // ask another one, or later
    other,        // its voice is another one than is expected
    beat,         // it still works
    translation,  // of one sentence
    piece,        // of sound
    done,
    failed
  };
  Kind kind = Kind::beat;
  size_t index = 0;  // of the sentence, in its request
  translate::Translation translation = {};
  uint64_t at = 0;  // first sample of the piece, counted from the sentence's beginning
  std::vector<float> samples = {};
  int sample_rate_hz = 0;                    // of a piece, or of the voice that was opened
  std::string voice = {};                    // name of the voice that was opened
  bool takes_rate = false;                   // that voice's rate can be changed
  std::vector<speech::WordTime> words = {};  // of the sound
  std::optional<Error> error = {};

  // One line of JSON, behind which samples are float32, little-endian.
  std::string bytes() const;
  static Result<LiveReply> parse(std::string_view bytes);
};

// The models and voices that a worker has for doors.
struct LiveOffer {
  struct Model {
    std::string name;
    translate::Directions directions;
  };
  std::vector<Model> models;
  std::vector<speech::SingleVoice> voices;

  std::string json() const;
  static Result<LiveOffer> parse(std::string_view json);
};

// A worker says every second that it is there, and which offer is his.
struct LiveSign {
  std::string worker, offer;  // 22 and 16 characters of [A-Za-z0-9]
  bool leaves = false;        // it takes nothing more

  std::string json() const;
  static Result<LiveSign> parse(std::string_view json);
};

constexpr const char* kSigns = "sotto.live.here";    // where workers say so
constexpr const char* kCall = "sotto.live.who";      // whoever hears it says so at once
constexpr const char* kOffers = "sotto.live.offer";  // .WORKER: what that one can do

}  // namespace sotto::cluster
