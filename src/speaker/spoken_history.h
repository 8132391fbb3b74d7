// History of what sessions have said, so that a summary of it is not said again.
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <optional>
#include <string>

namespace sotto::speaker {

// Recent words of each session's streams. White space does not count.
class SpokenHistory {
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
