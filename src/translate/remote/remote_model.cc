#include "translate/remote/remote_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "base/environment.h"
#include "base/log.h"
#include "base/printable.h"
#include "translate/remote/remote_translator.h"

namespace sotto::translate {
namespace {

constexpr int kRemoteWay = 1;  // one more whenever sentences are sent or judged in another way
constexpr const char* kSecondsVariable = "SOTTO_TRANSLATOR_SECONDS";

bool is_url(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

struct RemoteChoice {
  const RemoteKind* kind;
  std::string_view url;  // empty: its own
};

// "KIND", "KIND:URL" or a URL, which is a chat's.
std::optional<RemoteChoice> choice_of(std::string_view model) {
  const std::span<const RemoteKind> kinds = remote_kinds();
  if (is_url(model)) return RemoteChoice{&kinds.front(), model};
  const size_t colon = model.find(':');
  const std::string_view url = colon == model.npos ? "" : model.substr(colon + 1);
  if (colon != model.npos && !is_url(url)) return std::nullopt;
  const auto kind = std::ranges::find(kinds, model.substr(0, colon), &RemoteKind::name);
  if (kind == kinds.end()) return std::nullopt;
  return RemoteChoice{&*kind, url};
}

// Time for which somebody waits for an answer.
Result<long> patience_of(const RemoteKind& kind) {
  const auto said = variable(kSecondsVariable);
  if (!said) return kind.most_seconds;
  long seconds = 0;
  const char* end = said->data() + said->size();
  const auto read = std::from_chars(said->data(), end, seconds);
  if (read.ec == std::errc() && read.ptr == end && seconds >= 1 && seconds <= 3600) return seconds;
  return Error{Errc::bad_argument,
               fmt::format("{}: is no number of seconds from 1 to 3600", kSecondsVariable)};
}

Result<Server> server_of(const RemoteChoice& choice, const std::string& name) {
  if (choice.url.empty() && choice.kind->url.empty()) {
    return Error{Errc::bad_argument, fmt::format("{0}: names no server, expected {0}:URL such as "
                                                 "{0}:http://127.0.0.1:5000",
                                                 name)};
  }
  auto url = http::parse_server_url(choice.url.empty() ? choice.kind->url : choice.url);
  if (!url) return url.error();
  Server server;
  server.name = is_url(name) ? url->base + "#" + url->fragment : name;
  server.url = *std::move(url);
  if (const auto identified = choice.kind->identify(server); !identified) return identified.error();
  const bool has_secret = !server.key.empty() || server.token;
  if (has_secret && !server.url.is_secure && !server.url.is_loopback()) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: a key is sent by https alone, expected https://", server.name)};
  }
  return server;
}

// Once for each server.
void say_where_texts_go(const Server& server) {
  if (server.url.is_loopback()) return;
  static std::mutex mutex;
  static std::set<std::string> said;
  const std::lock_guard lock(mutex);
  if (said.insert(server.url.base).second)
    log::warn("{}: every text that is translated is sent to {}", server.name, server.url.base);
}

class RemoteModel final : public SharedModel {
 public:
  RemoteModel(const RemoteKind& kind, Server server, long most_seconds)
      : kind_(kind), server_(std::move(server)), most_seconds_(most_seconds) {}

  Result<std::unique_ptr<Translator>> open(const TranslatorOptions& options) const override {
    say_where_texts_go(server_);
    return std::unique_ptr<Translator>(
        new RemoteTranslator(kind_, server_, most_seconds_, options));
  }
  int beams() const override { return 1; }
  size_t weight_bytes() const override { return 0; }

 private:
  const RemoteKind& kind_;
  const Server server_;
  const long most_seconds_;
};

}  // namespace

bool is_remote(const std::string& model) { return choice_of(model).has_value(); }

bool leaves_machine(const std::string& model) {
  const auto choice = choice_of(model);
  if (!choice) return false;
  const auto url = http::parse_server_url(choice->url.empty() ? choice->kind->url : choice->url);
  return !url || !url->is_loopback();
}

std::string remote_name(const std::string& model) {
  const auto choice = choice_of(model);
  if (!choice) return model;
  const size_t hash = choice->url.find('#');
  if (is_url(model) && hash != choice->url.npos) return std::string(choice->url.substr(hash + 1));
  return std::string(choice->kind->name);
}

std::string remote_identity(const TranslatorOptions& options) {
  return fmt::format("{} remote {}\n{}\n{} {}", SOTTO_VERSION, kRemoteWay, options.model,
                     options.from.flores, options.to.flores);
}

Result<ChatServer> find_chat(const std::string& url) {
  if (!is_url(url)) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: is no address of a chat, expected URL#MODEL such as "
                             "http://127.0.0.1:11434/v1#gemma3:4b",
                             printable(url))};
  }
  const RemoteKind& kind = remote_kinds().front();
  auto server = server_of({&kind, url}, url);
  if (!server) return server.error();
  const Result<long> seconds = patience_of(kind);
  if (!seconds) return seconds.error();
  return ChatServer{*std::move(server), *seconds};
}

Result<std::shared_ptr<const SharedModel>> load_remote(const TranslatorOptions& options) {
  const auto choice = choice_of(options.model);
  if (!choice) {
    return Error{Errc::not_found, fmt::format("{}: is no translator of others'", options.model)};
  }
  auto server = server_of(*choice, options.model);
  if (!server) return server.error();
  const Result<long> seconds = patience_of(*choice->kind);
  if (!seconds) return seconds.error();
  return std::shared_ptr<const SharedModel>(
      std::make_shared<RemoteModel>(*choice->kind, *std::move(server), *seconds));
}

}  // namespace sotto::translate
