#include "net/multipart.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace sotto::net {
namespace {

constexpr size_t kMostParts = 64;
constexpr size_t kLongestBoundary = 70;  // RFC 2046
constexpr std::string_view kLineEnd = "\r\n";

Error malformed(std::string_view what) {
  return {Errc::bad_format, fmt::format("the body is no multipart form: {}", what)};
}

// The value of `; name=value` or `; name="value"` in a header; a backslash stands before a quote.
std::optional<std::string> parameter(std::string_view header, std::string_view name) {
  size_t at = header.find(';');
  while (at < header.size()) {
    const size_t begin = header.find_first_not_of("; \t", at);
    if (begin == header.npos) return std::nullopt;
    const size_t sign = header.find('=', begin);
    if (sign == header.npos) return std::nullopt;
    const bool is_it = lower_ascii(header.substr(begin, sign - begin)) == name;
    std::string value;
    at = sign + 1;
    if (at < header.size() && header[at] == '"') {
      for (++at; at < header.size() && header[at] != '"'; ++at) {
        if (header[at] == '\\' && at + 1 < header.size()) ++at;
        value += header[at];
      }
      at = std::min(header.find(';', at), header.size());
    } else {
      const size_t end = std::min(header.find(';', at), header.size());
      value = header.substr(at, end - at);
      at = end;
    }
    if (is_it) return value;
  }
  return std::nullopt;
}

// A part without its boundaries: lines of headers, an empty line, the content.
Result<FormPart> parse_part(std::string_view part) {
  FormPart parsed;
  bool has_name = false;
  for (;;) {
    const size_t end = part.find(kLineEnd);
    if (end == part.npos) return malformed("a part's head has no end");
    const std::string_view line = part.substr(0, end);
    part.remove_prefix(end + kLineEnd.size());
    if (line.empty()) break;
    if (!lower_ascii(line.substr(0, line.find(':'))).starts_with("content-disposition")) continue;
    const auto name = parameter(line, "name");
    if (!name) return malformed("a part has no name");
    parsed.name = *name;
    parsed.file_name = parameter(line, "filename");
    has_name = true;
  }
  if (!has_name) return malformed("a part has no Content-Disposition");
  parsed.content = part;
  return parsed;
}

}  // namespace

Result<std::vector<FormPart>> parse_multipart(std::string_view type, std::string_view body) {
  const auto boundary = parameter(type, "boundary");
  if (!boundary || boundary->empty() || boundary->size() > kLongestBoundary)
    return malformed("its Content-Type has no boundary");
  const std::string delimiter = "\r\n--" + *boundary;
  // The first boundary may stand at the very beginning.
  const std::string_view first = std::string_view(delimiter).substr(kLineEnd.size());
  size_t at = body.starts_with(first) ? first.size() : body.find(delimiter);
  if (at == body.npos) return malformed("its boundary is not in it");
  if (!body.starts_with(first)) at += delimiter.size();
  std::vector<FormPart> parts;
  while (!body.substr(at).starts_with("--")) {
    const size_t begin = body.find_first_not_of(" \t", at);
    if (begin == body.npos || !body.substr(begin).starts_with(kLineEnd))
      return malformed("a boundary's line does not end");
    const size_t end = body.find(delimiter, begin);
    if (end == body.npos) return malformed("it breaks off");
    if (parts.size() == kMostParts)
      return malformed(fmt::format("it has more than {} parts", kMostParts));
    // An empty part has its boundary's line end for its own.
    const size_t content = std::min(begin + kLineEnd.size(), end);
    Result<FormPart> part = parse_part(body.substr(content, end - content));
    if (!part) return part.error();
    parts.push_back(*std::move(part));
    at = end + delimiter.size();
  }
  return parts;
}

}  // namespace sotto::net
