// Something that an agent's session has to say, as POST /v1/announce takes it.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sotto/error.h"

namespace sotto::serve {

enum class OnNew { queue, interrupt, drop };  // when something is being said already

struct Announcement {
  std::string session;  // whose it is
  std::string stream;   // pieces with the same name are one text; empty: whole in itself
  std::string text;     // Markdown
  bool last = true;     // piece of the stream
  // It sums up what the session has said before, piece by piece: then it is not said again.
  bool may_repeat = false;
  OnNew on_new = OnNew::queue;
};

// However long the text is: an agent's last message is said to its end.
Result<Announcement> read_announcement(const nlohmann::json& fields);

// What each session's streams have said lately.
class Said {
 public:
  void note(const Announcement& announcement);
  bool is_repetition(const Announcement& announcement) const;

 private:
  std::map<std::string, std::string, std::less<>> by_session_;  // without white space
};

}  // namespace sotto::serve
