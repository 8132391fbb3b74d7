// Something that an agent's session has to say, and how.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/registers.h"
#include "engine/voices.h"
#include "text/verbatim.h"

namespace sotto::speaker {

enum class OnNew { queue, interrupt, drop };  // when something is being said already

// Settings of one message's speech that differ from the speaker's own.
struct SpeechOverrides {
  std::optional<double> speed = {};  // of the voice
  std::optional<engine::VoiceChoice> voice = {};
  std::optional<Language> language = {};    // of the text
  std::optional<Language> to = {};          // that is heard
  std::optional<text::Verbatim> read = {};  // what is not left out of it
  engine::WantedRegister in_register = {};  // of what is translated to Japanese
};

struct SpeakRequest {
  std::string session = {};  // whose it is
  std::string stream = {};   // pieces with the same name are one text; empty: whole in itself
  std::string text = {};     // Markdown
  bool last = true;          // piece of the stream
  // Number of the piece in its stream, from 0; none: it follows the one before.
  std::optional<size_t> index = {};
  std::string project = {};  // that the session works on
  // It sums up what the session has said before, piece by piece: then it is not said again.
  bool may_repeat = false;
  OnNew on_new = OnNew::queue;
  SpeechOverrides overrides = {};
};

constexpr size_t kLongName =
    256;  // bytes, of a session, a stream or a project: they are remembered

}  // namespace sotto::speaker
