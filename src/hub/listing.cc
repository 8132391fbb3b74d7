#include "hub/listing.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

#include "base/json.h"
#include "base/printable.h"
#include "checkpoint/hub_cache.h"
#include "hub/digest.h"

namespace sotto::hub {
namespace {

using nlohmann::json;

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

}  // namespace

Result<json> parse_answer(std::string_view bytes, const std::string& address) {
  json value;
  if (!is_deeper_than(kMostLevels, bytes)) value = exact_json(bytes);
  if (value.is_discarded() || value.is_null())
    return Error{Errc::bad_format, fmt::format("{}: its answer is no JSON", address)};
  return value;
}

Result<void> read_card(const json& answer, Repository& repository) {
  repository.commit = text_of(answer, "sha");
  if (const auto card = answer.find("cardData"); answer.is_object() && card != answer.end()) {
    repository.licence = text_of(*card, "license");
    repository.base_model = text_of(*card, "base_model");
  }
  if (checkpoint::is_plain_name(repository.commit)) return {};
  return Error{Errc::bad_format, fmt::format("{}: the hub names the commit \"{}\"", repository.id,
                                             printable(repository.commit))};
}

Result<void> add_files(const json& answer, Repository& repository) {
  if (!answer.is_array() || repository.files.size() + answer.size() > kMostFiles) {
    return Error{Errc::bad_format,
                 fmt::format("{}: the hub's list of its files is none", repository.id)};
  }
  uint64_t bytes = 0;
  for (const RemoteFile& file : repository.files) bytes += file.bytes;
  for (const json& entry : answer) {
    auto file = file_of(entry);
    if (!file) continue;
    if (file->bytes > kMostBytes - bytes) {
      return Error{Errc::bad_format, fmt::format("{}: the hub lists more than {} TB of files",
                                                 repository.id, kMostBytes / 1'000'000'000'000)};
    }
    bytes += file->bytes;
    repository.files.push_back(*std::move(file));
  }
  return {};
}

// `<URL>; rel="next"`.
std::string next_page(const std::string& link, const Endpoint& endpoint) {
  const size_t begin = link.find('<'), end = link.find('>');
  if (begin == link.npos || end == link.npos || end < begin) return "";
  if (link.find("rel=\"next\"", end) == link.npos) return "";
  const std::string url = link.substr(begin + 1, end - begin - 1);
  return url.starts_with(endpoint.url + "/") ? url.substr(endpoint.url.size()) : "";
}

}  // namespace sotto::hub
