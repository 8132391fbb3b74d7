#include "http/server_url.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "base/utf8.h"

namespace sotto::http {
namespace {

constexpr size_t kLongestUrl = 2048;

bool is_of_host(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

bool is_of_address(char c) {
  return (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9') || c == ':' || c == '.';
}

// The host of "host:port" and "[::1]:port"; empty: it is none.
std::string host_in(std::string_view authority) {
  const bool bracketed = authority.starts_with('[');
  const size_t end =
      bracketed ? authority.find(']') : std::min(authority.find(':'), authority.size());
  if (end == authority.npos) return "";
  const std::string host =
      lower_ascii(authority.substr(bracketed ? 1 : 0, bracketed ? end - 1 : end));
  const std::string_view rest = authority.substr(bracketed ? end + 1 : end);
  const bool has_port = rest.size() > 1 && rest.size() <= 6 && rest[0] == ':' &&
                        rest.find_first_not_of("0123456789", 1) == rest.npos;
  if (!rest.empty() && !has_port) return "";
  return std::ranges::all_of(host, bracketed ? is_of_address : is_of_host) ? host : "";
}

}  // namespace

bool ServerUrl::is_loopback() const {
  const bool is_address = host.find_first_not_of("0123456789.") == host.npos;
  return host == "localhost" || host == "::1" || (is_address && host.starts_with("127."));
}

Result<ServerUrl> parse_server_url(std::string_view text) {
  const auto wrong = [&](std::string_view why) {
    return Error{
        Errc::bad_argument,
        fmt::format("{}: {}, expected a URL such as http://127.0.0.1:11434/v1",
                    printable(text.substr(0, text.find('@') == text.npos ? 100 : 8)), why)};
  };
  const bool is_plain = std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
  if (text.size() > kLongestUrl || !is_plain) return wrong("is no URL");
  ServerUrl url;
  const size_t hash = text.find('#');
  if (hash != text.npos) url.fragment = text.substr(hash + 1);
  const std::string_view address = text.substr(0, hash);
  url.is_secure = address.starts_with("https://");
  if (!url.is_secure && !address.starts_with("http://")) return wrong("is not of http or https");
  const size_t begin = address.find("://") + 3;
  const size_t end = std::min(address.find_first_of("/?", begin), address.size());
  if (address.substr(begin, end - begin).find('@') != address.npos)
    return wrong("has a user's name, and keys come from the environment");
  url.host = host_in(address.substr(begin, end - begin));
  if (url.host.empty()) return wrong("names no host");
  if (address.find('?') != address.npos) return wrong("has a query");
  url.base = address;
  while (url.base.ends_with('/')) url.base.pop_back();
  return url;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~";
  std::string encoded;
  for (const char c : text) {
    if (kPlain.find(c) != kPlain.npos) {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

}  // namespace sotto::http
