// The text that an agent's session has written since its user last spoke, out of the transcript
// that it keeps.
//
// Transcripts of Claude Code: a line of JSON an entry, and an entry for each block of a message.
// They are written a little behind what happens, so the same entry is met again, and new ones late.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/error.h"

namespace sotto::speaker {

struct TranscriptText {
  std::string id;    // of the entry: the same text has it each time the file is read
  std::string text;  // Markdown, not blank
};

// The session's own texts (not its sub-agents') behind the last prompt of its user, in their order;
// at most the newest 16, within the last 64 MiB of the file. Lines may have any length.
Result<std::vector<TranscriptText>> texts_since_prompt(const std::filesystem::path& transcript);

}  // namespace sotto::speaker
