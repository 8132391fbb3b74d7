#include "hub/repository.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "checkpoint/hub_cache.h"
#include "http/retry.h"
#include "hub/listing.h"

namespace sotto::hub {
namespace {

constexpr int kMostPages = 100;

Result<nlohmann::json> get_json(Http& http, const std::string& path, const std::string& id,
                                const std::string& what, std::string* next,
                                const std::stop_token& stop) {
  http::Retry retry;
  Result<Answer> answer = http.get(path, stop);
  while (retry.again(answer, stop)) answer = http.get(path, stop);
  if (!answer) return answer.error();
  if (answer->status != 200) return refusal(*answer, http.endpoint(), id, what);
  if (next != nullptr) *next = answer->headers["link"];
  return parse_answer(answer->body, http.endpoint().url + path);
}

}  // namespace

Error refusal(const Answer& answer, const Endpoint& endpoint, const std::string& id,
              const std::string& what) {
  const auto header = answer.headers.find("x-error-code");
  const std::string code = header != answer.headers.end() ? header->second : "";
  const std::string page = endpoint.url + "/" + id;
  const bool known = !endpoint.token.empty();
  const auto error = [](Errc c, std::string text) { return Error{c, std::move(text)}; };
  if (code == "GatedRepo" || answer.status == 403) {
    return error(Errc::unsupported,
                 fmt::format("{}: its authors ask for consent: give it at {} and set HF_TOKEN to a "
                             "token of that account",
                             id, page));
  }
  if (code == "RevisionNotFound") {
    return error(Errc::not_found, fmt::format("{}: it has no revision {}", id, what));
  }
  if (answer.status == 401 || answer.status == 404) {
    if (code == "EntryNotFound") {
      return error(Errc::not_found, fmt::format("{}: it has no file {}", id, what));
    }
    return error(Errc::not_found,
                 known
                     ? fmt::format("{}: the hub has no such repository that HF_TOKEN may read", id)
                     : fmt::format("{}: the hub has no such repository, or it is private; HF_TOKEN "
                                   "says who asks",
                                   id));
  }
  return error(Errc::io, fmt::format("{}: the hub answers with status {} when it is asked for {}",
                                     id, answer.status, what));
}

Result<Repository> read_repository(Http& http, const std::string& id, const std::string& revision,
                                   const std::stop_token& stop) {
  if (!checkpoint::is_hub_id(id) || !checkpoint::is_plain_name(revision)) {
    return Error{
        Errc::bad_argument,
        fmt::format("\"{}\" at \"{}\": expected OWNER/NAME of a repository and a branch, tag "
                    "or commit",
                    printable(id), printable(revision))};
  }
  const auto info = get_json(http, fmt::format("/api/models/{}/revision/{}", id, revision), id,
                             revision, nullptr, stop);
  if (!info) return info.error();
  Repository repository;
  repository.id = id;
  repository.revision = revision;
  if (const auto read = read_card(*info, repository); !read) return read.error();
  std::string path = fmt::format("/api/models/{}/tree/{}?recursive=true", id, repository.commit);
  for (int page = 0; !path.empty() && page < kMostPages; ++page) {
    std::string link;
    const auto tree = get_json(http, path, id, revision, &link, stop);
    if (!tree) return tree.error();
    if (const auto added = add_files(*tree, repository); !added) return added.error();
    path = next_page(link, http.endpoint());
  }
  return repository;
}

}  // namespace sotto::hub
