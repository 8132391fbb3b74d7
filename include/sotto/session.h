// A text that is translated and spoken while it is still being written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "sotto/error.h"
#include "sotto/export.h"
#include "sotto/language.h"
#include "sotto/voice.h"

namespace sotto {

enum class InputFormat {
  automatic,     // found out by its first lines
  agent_stream,  // JSON lines of a coding agent: Claude Code, Codex, Gemini CLI, opencode, ...
  plain          // a text, or Markdown
};

struct SessionOptions {
  Language from, to;  // the same: it is spoken, not translated
  InputFormat input = InputFormat::automatic;
  std::string translator = {};  // by name; empty: the first that can
  bool speaks = true;           // false: text only
  VoiceChoice voice = {};       // of the target language
  bool markdown = true;         // false: * and # are what they are
  bool notes = false;           // says in a word where code or a table was left out
  bool thinking = false;        // also what the agent thinks
  size_t most_sentences = 0;    // what comes behind so many is passed over; 0: nothing is
};

struct Sentence {
  uint64_t number;            // from 0, in the order of the text
  std::string source, text;   // text: in the target language, or the source where it was lost
  bool untranslated = false;  // it was lost
  std::string why;            // then
};

// Called on the engine's threads, in the order of the text, never two of one session at once except
// `translated` beside the others. They return soon: while they do not, one of the threads that
// speak for all sessions is held up. They may call cancel(), and no other function of the session.
// Empty functions are not called.
struct SessionEvents {
  std::function<void(const Sentence&)> translated = {};  // before its sound
  AudioHandler audio = {};                               // of one sentence after the other
  std::function<void(const Sentence&)> finished = {};    // behind its sound, or if it has none
  // Once: the voice broke, and the rest is text.
  std::function<void(const Error&)> sound_lost = {};
};

struct SessionStats {
  size_t sentences = 0;
  size_t untranslated = 0, unheard = 0;  // of these
};

// Made by Engine::session, which it may outlive. Moved, not copied. It has no thread, and holds
// neither voice nor model while it has nothing to say. One thread pushes, flushes and finishes;
// `cancel` may come from any.
class Session {
 public:
  SOTTO_API Session(Session&&) noexcept;
  SOTTO_API Session& operator=(Session&&) noexcept;
  SOTTO_API ~Session();  // cancels what is not finished

  // More bytes, in pieces of any size. Blocks while many sentences wait. The error: the session has
  // ended, with the reason.
  SOTTO_API Result<void> push(std::string_view bytes);
  // Says now what is complete by its punctuation; 200 ms without a push do the same.
  SOTTO_API Result<void> flush();
  // The text is over. Blocks until all of it was said. Once.
  SOTTO_API Result<SessionStats> finish();
  // Nothing more is said: no event begins after it, but for one that is under way.
  SOTTO_API void cancel() noexcept;

  struct Impl;  // the library's own

 private:
  friend class Engine;
  explicit Session(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sotto
