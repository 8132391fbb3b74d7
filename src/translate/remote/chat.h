// Chat completions in OpenAI's form: one question, whatever it is about.
#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>

#include "translate/remote/remote_kind.h"

namespace sotto::translate {

struct ChatQuestion {
  std::string instruction;  // what the model is to do with texts
  std::string text;
  std::span<const Turn> before = {};  // the oldest first
  size_t longest = 0;                 // bytes of an answer: what is longer is cut off behind that
};

// One text. The error as that of RemoteKind::ask; it never holds the key.
Result<Reply> ask_model(Connection& connection, const ChatQuestion& question,
                        const std::stop_token& stop);

}  // namespace sotto::translate
