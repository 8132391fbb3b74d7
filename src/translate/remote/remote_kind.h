// Other people's translators, a row each: how one is found, and how it is asked.
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "http/client.h"
#include "http/google_token.h"
#include "http/server_url.h"
#include "translate/remote/markup.h"
#include "translate/remote/usage.h"

namespace sotto::translate {

// A server and who asks it.
struct Server {
  std::string name;  // as it is shown: "deepl", or its URL
  http::ServerUrl url;
  std::string model;   // of a server that has several
  std::string key;     // or empty
  std::string region;  // of Azure
  std::optional<http::GoogleToken> token;
};

// One caller's connection to it. Used by one thread at a time.
struct Connection {
  Server server;
  http::Client client = {};
  long most_seconds = 0;  // for an answer
};

// A text that was said before, and its translation.
struct Turn {
  std::string source, target;
};

struct Question {
  std::span<const std::string> texts;
  bool is_tagged;  // they are XML or HTML
  const Language& from;
  const Language& to;
  std::span<const Turn> before;  // of the same caller, the oldest first
};

struct Reply {
  std::vector<std::string> texts;  // as many as were asked for
  RemoteUsage usage;
};

struct RemoteKind {
  std::string_view name;
  std::string_view url;           // its own; empty: it has to be named
  const Tag* tag;                 // null: it is given the text as it is
  size_t most_texts, most_bytes;  // of a request
  long most_seconds;              // for an answer, unless the user says others
  // The key, from the environment. The error says what is missing.
  Result<void> (*identify)(Server& server);
  // The error: io, where it is out of reach, in trouble or says something else than its interface.
  Result<Reply> (*ask)(Connection& connection, const Question& question,
                       const std::stop_token& stop);
};

std::span<const RemoteKind> remote_kinds();

Result<void> identify_chat(Server& server);
Result<Reply> ask_chat(Connection& connection, const Question& question,
                       const std::stop_token& stop);
Result<void> identify_deepl(Server& server);
Result<Reply> ask_deepl(Connection& connection, const Question& question,
                        const std::stop_token& stop);
Result<void> identify_google(Server& server);
Result<Reply> ask_google(Connection& connection, const Question& question,
                         const std::stop_token& stop);
Result<void> identify_azure(Server& server);
Result<Reply> ask_azure(Connection& connection, const Question& question,
                        const std::stop_token& stop);
Result<void> identify_libretranslate(Server& server);
Result<Reply> ask_libretranslate(Connection& connection, const Question& question,
                                 const std::stop_token& stop);

}  // namespace sotto::translate
