// The voices of the server: which of them a request may name, and those that are open. A voice
// serves one thread at a time, and is kept for the next one.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "speech/voice_kinds.h"
#include "speech/voice_models.h"

namespace sotto::engine {

// A voice that somebody may have: made by Voices alone, so that no string of a request opens one.
class VoiceChoice {
 public:
  VoiceChoice() = default;  // "auto"
  // A name by the owner of the server, which may be a file: as speech::open_voice takes it.
  static VoiceChoice of_owner(std::string name) { return {name, name, true}; }

  const std::string& name() const { return name_; }  // as clients call it

 private:
  friend class Voices;
  VoiceChoice(std::string name, std::string opens, bool may_be_file)
      : name_(std::move(name)), opens_(std::move(opens)), may_be_file_(may_be_file) {}

  std::string name_ = "auto", opens_ = "auto";
  bool may_be_file_ = false;
};

// Voices of other machines, which take the place of this machine's. Called by any thread.
struct VoicesElsewhere {
  std::function<std::vector<speech::SingleVoice>()> voices;  // that are there now
  // `name`: of one of them, or "auto". The errors are those of Voices::open().
  std::function<Result<std::unique_ptr<speech::Voice>>(const std::string& name,
                                                       const Language& language, double rate)>
      open;
};

struct VoicesOptions {
  speech::VoiceOptions voice;  // of all of them; whose weights are shared is Voices' matter
  // Voices that requests may name: voices, kinds with all of theirs ("espeak-ng"), and files
  // ("pocket-tts:/voices/anna.wav", which requests call "pocket-tts:anna"). Empty: every voice of
  // this machine.
  std::vector<std::string> served;
  // Place where the voices can be seen, for a request that names another.
  std::string shown_by = "the list of voices";
  size_t most_idle = 8;                           // that are kept
  std::function<void()> opened = [] {};           // one more is in memory, perhaps with a model
  std::optional<VoicesElsewhere> elsewhere = {};  // none: this machine's
};

// Used by any thread. The weights of a model are there once, for all voices that speak with it.
class Voices {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Voices(VoicesOptions options) : options_(std::move(options)) {}

  // The voice that a request names. The error: no voice of that name is offered.
  Result<VoiceChoice> choose(const std::string& name) const;

  // The voices that requests may name, but for "auto".
  std::vector<speech::SingleVoice> served() const;

  // The one language that a voice speaks; none where it speaks several.
  std::optional<Language> language_of(const VoiceChoice& choice) const;

  // The likeliest language of a text that the voice speaks, else one of the voice's own; `likely`:
  // the likeliest first.
  Language language_for(const VoiceChoice& choice, const std::vector<Language>& likely) const;

  // False: it is known not to speak it.
  bool may_speak(const VoiceChoice& choice, const Language& language) const;

  // Back into the pool at its end, unless it broke; the pool outlives it. "auto" is the best voice
  // for the language: of the machine, or the first that can of those in VoicesOptions::served. The
  // error: it does not speak the language, or (`internal`) it is broken.
  Result<std::unique_ptr<speech::Voice>> open(const VoiceChoice& choice, const Language& language,
                                              double rate);

  size_t models_loaded() const { return models_.loaded(); }
  size_t weight_bytes() const { return models_.bytes(); }  // of these models, each once
  // Lets go of voices that have a model and that nobody used since `before`, those used longest ago
  // first, until that frees so many bytes.
  void let_go(size_t bytes, Clock::time_point before);

 private:
  std::vector<speech::SingleVoice> all() const;
  struct Idle {
    std::string key;
    double rate;
    std::unique_ptr<speech::Voice> voice;
    Clock::time_point used;
  };
  class Lease;
  bool let_go_of_one(Clock::time_point before);  // false: there is none
  Result<std::unique_ptr<speech::Voice>> open_first(const Language& language, double rate);
  Error fault(const VoiceChoice& choice, const Language& language, const Error& error) const;
  void take_back(std::string key, double rate, std::unique_ptr<speech::Voice> voice);

  const VoicesOptions options_;
  speech::VoiceModels models_;
  std::mutex mutex_;
  std::list<Idle> idle_;  // the last used one first
};

// An entry of VoicesOptions::served that names nothing; none where all is well.
Result<void> check_served(const VoicesOptions& options);

}  // namespace sotto::engine
