// Something that an agent's session has to say, and what sessions have said.
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <optional>
#include <string>

#include "engine/registers.h"
#include "engine/voices.h"
#include "text/read_aloud.h"

namespace sotto::speaker {

enum class OnNew { queue, interrupt, drop };  // when something is being said already

// How a message is said, where it is said otherwise than the speaker says everything.
struct Manner {
  std::optional<double> speed = {};  // of the voice
  std::optional<engine::VoiceChoice> voice = {};
  std::optional<Language> language = {};     // of the text
  std::optional<text::ReadAloud> read = {};  // what is not left out of it
  engine::WantedRegister in_register = {};   // of what is translated to Japanese
};

struct Announcement {
  std::string session = {};  // whose it is
  std::string stream = {};   // pieces with the same name are one text; empty: whole in itself
  std::string text = {};     // Markdown
  bool last = true;          // piece of the stream
  // Of the piece in its stream, from 0; none: it follows the one before.
  std::optional<size_t> index = {};
  std::string project = {};  // that the session works on
  // It sums up what the session has said before, piece by piece: then it is not said again.
  bool may_repeat = false;
  OnNew on_new = OnNew::queue;
  Manner manner = {};
};

constexpr size_t kLongName =
    256;  // bytes, of a session, a stream or a project: they are remembered

// What each session's streams have said lately. White space does not count.
class Said {
 public:
  using Time = std::chrono::steady_clock::time_point;

  void note(const std::string& session, const std::string& stream, const std::string& text,
            Time now);
  // The session has summed up what it said. That is remembered for a moment more, as a summary may
  // come twice; then the same words are new ones.
  void end_turn(const std::string& session, Time now);
  void forget(const std::string& session, const std::string& stream);  // it was not heard after all

  // Whether the text is the end of what the session's streams have said, one after the other.
  bool is_repetition(const std::string& session, const std::string& text, Time now);

 private:
  struct Stream {
    std::string name, text;
  };
  struct Session {
    std::string name;
    std::list<Stream> streams;
    size_t bytes = 0;                     // of the texts
    std::optional<Time> turn_ended = {};  // nothing was said since
  };
  Session* find(const std::string& session, Time now);
  static void shorten(Session& session);
  std::list<Session> sessions_;  // who spoke last is the last
};

}  // namespace sotto::speaker
