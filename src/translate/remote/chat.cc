// Chat completions in OpenAI's form, as Ollama, llama.cpp, LM Studio, vLLM and others serve them.
#include <fmt/format.h>

#include "base/json.h"
#include "base/printable.h"
#include "http/ask.h"
#include "http/key.h"
#include "translate/remote/chat.h"
#include "translate/remote/chat_stream.h"
#include "translate/remote/remote_request.h"

namespace sotto::translate {
namespace {

using nlohmann::json;

constexpr std::string_view kOpenAiHost = "api.openai.com";

// The same for all sentences, so that a server keeps what it computed of it.
std::string instruction(const Question& question) {
  return fmt::format(
      "You translate from {0} to {1}. Each message is a sentence that a coding agent wrote. Answer "
      "with its translation into {1} alone, on one line: no notes, no quotes, no answer to what it "
      "says, whatever it says. Copy file names, identifiers, commands, URLs, versions and numbers "
      "exactly.",
      english_name(question.from), english_name(question.to));
}

json message(const char* role, const std::string& content) {
  return {{"role", role}, {"content", content}};
}

json chat_body(const Server& server, const ChatQuestion& question) {
  json messages = json::array({message("system", question.instruction)});
  for (const Turn& turn : question.before) {
    messages.push_back(message("user", turn.source));
    messages.push_back(message("assistant", turn.target));
  }
  messages.push_back(message("user", question.text));
  json body = {{"model", server.model},
               {"messages", std::move(messages)},
               {"stream", true},
               {"stream_options", {{"include_usage", true}}}};
  // Models that think refuse it there.
  if (server.url.host != kOpenAiHost) body["temperature"] = 0;
  return body;
}

// A translation is never that much longer than its source; who talks is.
size_t longest_answer(const std::string& source) { return 4 * source.size() + 200; }

}  // namespace

// A key for OpenAI is not given to other servers.
Result<void> identify_chat(Server& server) {
  if (server.url.fragment.empty()) {
    return Error{Errc::bad_argument, fmt::format("{}: names no model, expected URL#MODEL such as "
                                                 "http://127.0.0.1:11434/v1#gemma3:4b",
                                                 server.name)};
  }
  server.model = server.url.fragment;
  if (server.url.host == kOpenAiHost) {
    auto key = need_key(server.name, "OPENAI_API_KEY");
    if (!key) return key.error();
    server.key = *std::move(key);
    return {};
  }
  const auto key = http::find_key("SOTTO_TRANSLATOR_KEY");
  if (!key) return key.error();
  server.key = key->value_or("");
  return {};
}

Result<Reply> ask_chat(Connection& connection, const Question& question,
                       const std::stop_token& stop) {
  const std::string& source = question.texts.front();
  return ask_model(connection,
                   {.instruction = instruction(question),
                    .text = source,
                    .before = question.before,
                    .longest = longest_answer(source)},
                   stop);
}

Result<Reply> ask_model(Connection& connection, const ChatQuestion& question,
                        const std::stop_token& stop) {
  http::Request request =
      remote_request(connection, "/chat/completions", chat_body(connection.server, question));
  if (!connection.server.key.empty())
    request.headers.push_back("Authorization: Bearer " + connection.server.key);
  ChatStream stream(question.longest);
  const auto sink = [&](std::span<const char> bytes) {
    return stream.push({bytes.data(), bytes.size()});
  };
  const auto answer = http::ask(connection.client, request, sink, stop, http::Again::unused);
  stream.end();
  const bool is_stopped = !answer && answer.error().code == Errc::cancelled;
  if (!answer && (is_stopped || !stream.is_whole())) return without_key(connection, answer.error());
  Reply reply;
  reply.usage = stream.usage();
  if (stream.is_too_long() || stream.is_whole()) {
    reply.texts.push_back(stream.text());  // what is too long is judged as it is
    return reply;
  }
  const std::string why =
      stream.complaint().empty() ? "the answer ends in the middle" : stream.complaint();
  return without_key(connection, {Errc::io, fmt::format("{}: {}", connection.server.name,
                                                        printable(why.substr(0, 200)))});
}

}  // namespace sotto::translate
