#include "hub/repository.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/json.h"
#include "base/printable.h"
#include "checkpoint/hub_cache.h"
#include "http/retry.h"
#include "hub/digest.h"

namespace sotto::hub {
namespace {

using nlohmann::json;

constexpr int kMostPages = 100;
constexpr size_t kMostFiles = 100'000;
constexpr uint64_t kMostBytes = uint64_t{1} << 50;  // of all files: sums of them do not wrap
constexpr int kMostLevels = 64;

// Brackets in brackets cost the parser a hundred times their bytes.
bool is_deeper_than(int levels, std::string_view json) {
  int depth = 0;
  bool in_text = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text && c == '\\') ++i;
    if (c == '"') in_text = !in_text;
    if (in_text) continue;
    if ((c == '[' || c == '{') && ++depth > levels) return true;
    if (c == ']' || c == '}') --depth;
  }
  return false;
}

Result<json> get_json(Http& http, const std::string& path, const std::string& id,
                      const std::string& what, std::string* next, const std::stop_token& stop) {
  http::Retry retry;
  Result<Answer> answer = http.get(path, stop);
  while (retry.again(answer, stop)) answer = http.get(path, stop);
  if (!answer) return answer.error();
  if (answer->status != 200) return refusal(*answer, http.endpoint(), id, what);
  json value;
  if (!is_deeper_than(kMostLevels, answer->body)) value = json::parse(answer->body, nullptr, false);
  if (value.is_discarded() || value.is_null()) {
    return Error{Errc::bad_format,
                 fmt::format("{}{}: its answer is no JSON", http.endpoint().url, path)};
  }
  if (next != nullptr) *next = answer->headers["link"];
  return value;
}

std::string text_of(const json& object, const char* key) {
  const json& found = json_member(object, key);
  // A card may name several.
  const json& first = found.is_array() && !found.empty() ? found.front() : found;
  return first.is_string() ? first.get<std::string>() : "";
}

uint64_t size_of(const json& object) {
  const auto found = object.find("size");
  return found != object.end() && found->is_number_unsigned() ? found->get<uint64_t>() : 0;
}

// A file of the tree's listing; none: a folder, or one that cannot be kept under its name.
std::optional<RemoteFile> file_of(const json& entry) {
  if (!entry.is_object() || text_of(entry, "type") != "file") return std::nullopt;
  RemoteFile file{text_of(entry, "path"), size_of(entry), text_of(entry, "oid")};
  if (const auto lfs = entry.find("lfs"); lfs != entry.end() && lfs->is_object()) {
    file.digest = text_of(*lfs, "oid");
    file.bytes = size_of(*lfs);
  }
  if (!checkpoint::is_inner_path(file.path) || !Digest::is_name(file.digest)) return std::nullopt;
  return file;
}

// `<URL>; rel="next"`, of which the path behind the endpoint is wanted.
std::string next_page(const std::string& link, const Endpoint& endpoint) {
  const size_t begin = link.find('<'), end = link.find('>');
  if (begin == link.npos || end == link.npos || end < begin) return "";
  if (link.find("rel=\"next\"", end) == link.npos) return "";
  const std::string url = link.substr(begin + 1, end - begin - 1);
  return url.starts_with(endpoint.url + "/") ? url.substr(endpoint.url.size()) : "";
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
  repository.commit = text_of(*info, "sha");
  if (const auto card = info->find("cardData"); info->is_object() && card != info->end()) {
    repository.licence = text_of(*card, "license");
    repository.base_model = text_of(*card, "base_model");
  }
  if (!checkpoint::is_plain_name(repository.commit)) {
    return Error{Errc::bad_format, fmt::format("{}: the hub names the commit \"{}\"", id,
                                               printable(repository.commit))};
  }
  std::string path = fmt::format("/api/models/{}/tree/{}?recursive=true", id, repository.commit);
  uint64_t bytes = 0;
  for (int page = 0; !path.empty() && page < kMostPages; ++page) {
    std::string link;
    const auto tree = get_json(http, path, id, revision, &link, stop);
    if (!tree) return tree.error();
    if (!tree->is_array() || repository.files.size() + tree->size() > kMostFiles) {
      return Error{Errc::bad_format, fmt::format("{}: the hub's list of its files is none", id)};
    }
    for (const json& entry : *tree) {
      auto file = file_of(entry);
      if (!file) continue;
      if (file->bytes > kMostBytes - bytes) {
        return Error{Errc::bad_format, fmt::format("{}: the hub lists more than {} TB of files", id,
                                                   kMostBytes / 1'000'000'000'000)};
      }
      bytes += file->bytes;
      repository.files.push_back(*std::move(file));
    }
    path = next_page(link, http.endpoint());
  }
  return repository;
}

}  // namespace sotto::hub
