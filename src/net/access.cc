#include "net/access.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "base/log.h"
#include "base/utf8.h"

namespace sotto::net {
namespace {

constexpr size_t kMaxKeyFile = 1 << 20;
constexpr size_t kShortestKey = 16;
constexpr size_t kManyCallers = 4096;

}  // namespace

Result<Keys> Keys::read(const std::filesystem::path& file) {
  const Result<std::string> content = read_file(file, kMaxKeyFile);
  if (!content) return content.error();
  Keys keys;
  std::string_view rest = *content;
  for (int number = 1; !rest.empty(); ++number) {
    const std::string_view whole = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), whole.size() + 1));
    const std::string_view line = trimmed(whole);
    if (line.empty() || line[0] == '#') continue;
    const size_t colon = line.find(':');
    const std::string_view key = colon == line.npos ? line : trimmed(line.substr(colon + 1));
    if (key.size() < kShortestKey) {
      return Error{Errc::bad_format,
                   fmt::format("{}:{}: a key of {} characters, expected at least {}", file.string(),
                               number, key.size(), kShortestKey)};
    }
    keys.keys_.emplace_back(colon == line.npos ? fmt::format("key {}", keys.keys_.size() + 1)
                                               : std::string(trimmed(line.substr(0, colon))),
                            key);
  }
  if (keys.empty()) {
    return Error{Errc::bad_format,
                 fmt::format("{}: has no key, expected a line a key", file.string())};
  }
  using std::filesystem::perms;
  std::error_code failed;
  const perms mode = std::filesystem::status(file, failed).permissions();
  if (!failed && (mode & (perms::group_read | perms::others_read)) != perms::none)
    log::warn("{}: others can read the keys; chmod 600 hides them", file.string());
  return keys;
}

std::optional<std::string> Keys::owner(std::string_view key) const {
  std::optional<std::string> found;
  for (const auto& [name, secret] : keys_)
    if (key.size() == secret.size() && CRYPTO_memcmp(key.data(), secret.data(), key.size()) == 0)
      found = name;
  return found;
}

int RateLimit::wait_s(const std::string& caller, Clock::time_point now) {
  return take(caller, 1, now);
}

int RateLimit::would_wait_s(const std::string& caller, Clock::time_point now) {
  return take(caller, 0, now);
}

void RateLimit::charge(const std::string& caller, double used, Clock::time_point now) {
  if (a_minute_ == 0) return;
  const std::lock_guard lock(mutex_);
  filled(caller, now).left -= used;
}

int RateLimit::take(const std::string& caller, double used, Clock::time_point now) {
  if (a_minute_ == 0) return 0;
  const std::lock_guard lock(mutex_);
  Bucket& bucket = filled(caller, now);
  if (bucket.left < least_)
    return std::max(1, static_cast<int>(std::ceil((least_ - bucket.left) * 60 / a_minute_)));
  bucket.left -= used;
  return 0;
}

// With what has flowed into it since.
RateLimit::Bucket& RateLimit::filled(const std::string& caller, Clock::time_point now) {
  if (buckets_.size() > kManyCallers) forget_full(now);
  Bucket& bucket = buckets_.try_emplace(caller, Bucket{a_minute_, now}).first->second;
  const double passed_s = std::chrono::duration<double>(now - bucket.filled).count();
  bucket.left = std::min(a_minute_, bucket.left + passed_s * a_minute_ / 60);
  bucket.filled = now;
  return bucket;
}

// Callers whose bucket is full again are as good as new.
void RateLimit::forget_full(Clock::time_point now) {
  std::erase_if(buckets_, [&](const auto& entry) {
    const double passed_s = std::chrono::duration<double>(now - entry.second.filled).count();
    return entry.second.left + passed_s * a_minute_ / 60 >= a_minute_;
  });
}

bool Origins::is_listed(std::string_view origin) const {
  return std::ranges::any_of(allowed_,
                             [&](const std::string& o) { return o == "*" || o == origin; });
}

bool Origins::allows(std::string_view origin, std::string_view host) const {
  return is_listed(origin) || is_own_page(origin, host);
}

bool Origins::is_own_page(std::string_view origin, std::string_view host) {
  const size_t slashes = origin.find("://");
  return slashes != origin.npos && !host.empty() && origin.substr(slashes + 3) == host;
}

std::string network_of(const std::string& address) {
  in6_addr v6;
  if (::inet_pton(AF_INET6, address.c_str(), &v6) != 1) return address;
  constexpr size_t kNetworkBytes = 8;
  std::fill(std::begin(v6.s6_addr) + kNetworkBytes, std::end(v6.s6_addr), 0);
  char text[INET6_ADDRSTRLEN] = "";
  ::inet_ntop(AF_INET6, &v6, text, sizeof text);
  return std::string(text) + "/64";
}

bool is_loopback_host(std::string_view host) {
  std::string_view name = host.substr(0, host.rfind(':'));
  if (host.starts_with('[')) name = host.substr(0, host.find(']') + 1);
  if (host.find(':') == host.npos) name = host;
  return lower_ascii(name) == "localhost" || name == "127.0.0.1" || name == "[::1]" ||
         (name.starts_with("127.") && name.find_first_not_of("0123456789.") == name.npos);
}

}  // namespace sotto::net
