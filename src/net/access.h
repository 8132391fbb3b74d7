// Access: who may ask, how often, and from which pages.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::net {

// Keys with the names of their owners. A line a key, `NAME:KEY` or `KEY`; # begins a comment.
class Keys {
 public:
  static Result<Keys> read(const std::filesystem::path& file);

  bool empty() const { return keys_.empty(); }
  size_t size() const { return keys_.size(); }

  // The name of the key's owner. All keys are compared, each in a time that tells whether its
  // length is that of the given one, but not where it differs.
  std::optional<std::string> owner(std::string_view key) const;

 private:
  std::vector<std::pair<std::string, std::string>> keys_;  // name, key
};

// So much a minute, for each caller by itself: a bucket that holds a minute's worth. What is
// counted before it is done (a request) needs room for one of them; what is only known behind it
// (seconds of computing) leaves a debt, which is waited for.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;
  explicit RateLimit(double a_minute, double least = 1)  // 0: no limit
      : a_minute_(a_minute), least_(least) {}

  // Seconds until the caller may ask again; 0: now, and this is counted. From any thread.
  int wait_s(const std::string& caller, Clock::time_point now = Clock::now());
  // The same without counting.
  int would_wait_s(const std::string& caller, Clock::time_point now = Clock::now());
  // Takes what was used off the caller's account, whatever is left.
  void charge(const std::string& caller, double used, Clock::time_point now = Clock::now());

 private:
  struct Bucket {
    double left;
    Clock::time_point filled;
  };
  int take(const std::string& caller, double used, Clock::time_point now);
  Bucket& filled(const std::string& caller, Clock::time_point now);
  void forget_full(Clock::time_point now);

  const double a_minute_, least_;
  std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;
};

// The origins of pages that may ask from a browser.
class Origins {
 public:
  explicit Origins(std::vector<std::string> allowed) : allowed_(std::move(allowed)) {}

  // `origin` as the browser sends it; `host` is what the request was sent to. Our own page may.
  bool allows(std::string_view origin, std::string_view host) const;
  bool is_listed(std::string_view origin) const;  // or "*" is
  static bool is_own_page(std::string_view origin, std::string_view host);

 private:
  std::vector<std::string> allowed_;
};

// The key of an address's limits: an IPv6 address stands for its network (/64), of which one
// machine has all.
std::string network_of(const std::string& address);

// Whether `host`, a Host header, names this machine itself. A page whose name was turned to point
// here (DNS rebinding) sends its own name.
bool is_loopback_host(std::string_view host);

}  // namespace sotto::net
