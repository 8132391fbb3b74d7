// Other people's translators: a name or a URL that the user gives, and what translates behind it.
#pragma once

#include <memory>
#include <string>

#include "translate/remote/remote_kind.h"
#include "translate/shared_model.h"

namespace sotto::translate {

// Whether that is the name of one, and no model's: "deepl", "libretranslate:http://127.0.0.1:5000",
// "http://127.0.0.1:11434/v1#gemma3:4b". Whoever translates with one that does not lie on this
// machine sends it every text.
bool is_remote(const std::string& model);

// Whether texts that it translates go to another machine.
bool leaves_machine(const std::string& model);

// The name that clients of a server see, who need not know its address.
std::string remote_name(const std::string& model);

// Everything that changes its translations, for a cache's key: all of the name, and how it is
// asked.
std::string remote_identity(const TranslatorOptions& options);

// Loads as SharedModel::load does. Nothing is sent yet. The error: no such address, or a key is
// missing.
Result<std::shared_ptr<const SharedModel>> load_remote(const TranslatorOptions& options);

// A model of chat completions, "URL#MODEL". Nothing is sent yet. The error: no such address, or a
// key is missing.
struct ChatServer {
  Server server;
  long most_seconds = 0;  // for an answer
};
Result<ChatServer> find_chat(const std::string& url);

}  // namespace sotto::translate
