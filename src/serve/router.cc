#include "serve/router.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <exception>

#include "base/failure.h"
#include "base/log.h"

namespace sotto::serve {
namespace {

constexpr const char* kBusy = "the server is busy, try again later";

const Route* find(const std::string& method, const std::string& path, std::string& allowed) {
  const Route* found = nullptr;
  for (const Route& route : routes()) {
    if (path != route.path) continue;
    allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
    if (method == route.method || (method == "HEAD" && std::string_view(route.method) == "GET"))
      found = &route;
  }
  return found;
}

std::string bearer(const net::Request& request) {
  constexpr std::string_view kBearer = "bearer ";
  const std::string header = request.header("authorization");
  if (header.size() < kBearer.size()) return "";
  for (size_t i = 0; i < kBearer.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(header[i])) != kBearer[i]) return "";
  return header.substr(kBearer.size());
}

bool by_socket(const Call& call) { return call.exchange.socket().is_owners(); }

// Whether the speaker obeys this caller, as far as no key tells. False: answered.
bool check_owner(Call& call) {
  if (by_socket(call) || !call.service.options.keys.empty()) return true;
  call.exchange.refuse(403,
                       "over the network the speaker obeys holders of keys alone (`sotto serve "
                       "--keys FILE`); `sotto hook`, mcp, status, stop, skip, again, mute, pause "
                       "and resume use its socket");
  return false;
}

// Whether a key of this address is looked at. False: answered.
bool check_attempts(Call& call) {
  if (call.service.options.keys.empty() || by_socket(call)) return true;
  const int wait_s =
      call.service.wrong_keys.would_wait_s(net::network_of(call.exchange.socket().peer()));
  if (wait_s == 0) return true;
  call.exchange.add_header("Retry-After", std::to_string(wait_s));
  call.exchange.refuse(429, "too many wrong keys came from this address");
  return false;
}

// The longest body that may have a key in it, and has to be read before anybody knows whose it is:
// a text of the longest kind, in the longest form that JSON has for its characters (two \uXXXX),
// and some more.
size_t longest_unknown_body(const Service& service) {
  return 4096 + 12 * static_cast<size_t>(service.options.max_chars);
}

// Whether the request was meant for this server, and not sent by some page. False: answered.
bool check_origin(Call& call) {
  const net::Request& request = call.exchange.request();
  const std::string host = request.header("host"), origin = request.header("origin");
  if (!by_socket(call) && call.service.options.loopback_only && !host.empty() &&
      !net::is_loopback_host(host)) {
    call.exchange.refuse(403, "the Host header names another machine, expected localhost");
    return false;
  }
  if (origin.empty()) return true;
  if (!call.service.origins.allows(origin, host)) {
    call.exchange.refuse(403, "pages of this origin may not ask; --cors allows one");
    return false;
  }
  if (call.service.origins.is_listed(origin)) {
    call.exchange.add_header("Access-Control-Allow-Origin", origin);
    call.exchange.add_header("Vary", "Origin");
  }
  return true;
}

// Headers that a page may send: the two that we read, and those by which OpenAI's SDK tells of
// itself.
std::string allowed_headers(const net::Request& request) {
  std::string allowed = "Authorization, Content-Type";
  const std::string wanted = request.header("access-control-request-headers");
  for (size_t begin = 0; begin < wanted.size();) {
    const size_t end = std::min(wanted.find(',', begin), wanted.size());
    const size_t first = std::min(wanted.find_first_not_of(' ', begin), end);
    const std::string name = wanted.substr(first, end - first);
    const auto is_plain = [](unsigned char c) { return std::islower(c) != 0 || c == '-'; };
    if (name.starts_with("x-stainless-") && std::ranges::all_of(name, is_plain))
      allowed += ", " + name;
    begin = end + 1;
  }
  return allowed;
}

void answer_preflight(net::Exchange& exchange, const std::string& allowed) {
  exchange.add_header("Access-Control-Allow-Methods", allowed);
  exchange.add_header("Access-Control-Allow-Headers", allowed_headers(exchange.request()));
  exchange.add_header("Access-Control-Max-Age", "600");
  exchange.add_header("Allow", allowed + ", OPTIONS");
  exchange.reply(204, "", "");
}

bool refuse_for(Call& call, int wait_s, const std::string& why) {
  if (wait_s == 0) return true;
  call.exchange.add_header("Retry-After", std::to_string(wait_s));
  call.exchange.refuse(429, why);
  return false;
}

bool check_rate(Call& call) {
  return refuse_for(call, call.service.rate_limit.wait_s(call.caller),
                    fmt::format("too many requests, expected at most {} a minute",
                                call.service.options.requests_a_minute));
}

// The key of the head, before anything of the body is read. False: answered.
bool check_head(Call& call, const Route& route) {
  const net::Request& request = call.exchange.request();
  const std::string key = bearer(request);
  const bool in_body = route.key_in_body && key.empty();
  if (!in_body) return check_key(call, key);
  if (call.service.options.keys.empty() || by_socket(call)) return check_key(call, "");
  call.exchange.set_longest_body(longest_unknown_body(call.service));
  return check_attempts(call);
}

void dispatch(Call& call, const Route*& route) {
  net::Exchange& exchange = call.exchange;
  std::string allowed;
  const net::Request& request = exchange.request();
  route = find(request.method, request.path, allowed);
  if (route != nullptr) exchange.set_error_form(route->form);
  if (!check_origin(call)) return;
  if (allowed.empty())
    return exchange.refuse(404, "there is nothing here; /openapi.json says what is");
  if (request.method == "OPTIONS") return answer_preflight(exchange, allowed);
  if (route == nullptr) {
    exchange.add_header("Allow", allowed);
    return exchange.refuse(
        405, fmt::format("{} is not for {}, expected {}", request.method, request.path, allowed));
  }
  if (route->access == Access::owner && !check_owner(call)) return;
  const bool is_open = route->access == Access::open;
  if (!is_open && !check_head(call, *route)) return;
  if (!is_open && !check_rate(call)) return;
  if (call.service.draining && !is_open) return refuse_ending(call);
  route->handle(call);
}

// A handler that throws (memory or threads ran out) ends its own request.
void dispatch_safely(Call& call, const Route*& route) {
  try {
    return dispatch(call, route);
  } catch (...) {
    const Error error = error_of(std::current_exception());
    if (call.exchange.status() == 0) return call.exchange.fail(error);
    log::error("an answer broke off: {}", error.message);
  }
  call.exchange.abandon();
}

}  // namespace

void refuse_ending(Call& call) {
  call.exchange.add_header("Retry-After", "5");
  call.exchange.refuse(503, "the server is ending");
}

// By whoever the key has shown, wherever it stood.
bool check_computing(Call& call) {
  return refuse_for(
      call, call.service.compute_limit.would_wait_s(call.caller),
      fmt::format("too much was asked for, expected at most {} seconds of computing a minute",
                  call.service.options.seconds_a_minute));
}

bool check_key(Call& call, const std::string& key) {
  if (call.admitted) return true;
  const net::Keys& keys = call.service.options.keys;
  if (!check_attempts(call)) return false;
  const auto owner = keys.owner(key);
  call.admitted = keys.empty() || by_socket(call) || owner;
  if (owner) call.caller = *owner;
  if (call.admitted) return true;
  const std::string& address = call.exchange.socket().peer();
  if (!key.empty()) {  // who sends none guesses nothing
    call.service.wrong_keys.wait_s(net::network_of(address));
    if (call.service.wrong_keys.would_wait_s(net::network_of(address)) > 0)
      log::warn("{}: too many wrong keys; it is not asked for one for a while", address);
    if (call.exchange.error_form() == net::ErrorForm::libretranslate)  // as its clients know it
      return call.exchange.refuse(403, "the key is not known"), false;
  }
  call.exchange.add_header("WWW-Authenticate", "Bearer");
  call.exchange.refuse(401, key.empty() ? "a key is missing, expected `Authorization: Bearer KEY`"
                                        : "the key is not known");
  return false;
}

std::optional<net::Gate::Pass> enter(Call& call, net::Gate& gate, const std::stop_token& stop) {
  if (!check_computing(call)) return std::nullopt;
  std::optional<net::Gate::Pass> pass = gate.enter(call.caller, stop);
  if (!pass) {
    call.exchange.add_header("Retry-After", "1");
    call.exchange.refuse(503, kBusy);
  }
  return pass;
}

void answer(net::Exchange& exchange, Service& service) {
  const auto begin = net::Clock::now();
  Call call{exchange, service, net::network_of(exchange.socket().peer())};
  const Route* route = nullptr;
  dispatch_safely(call, route);
  const std::chrono::duration<double> took = net::Clock::now() - begin;
  service.metrics.request(route != nullptr ? route->path : "other", exchange.status(),
                          took.count());
  log::debug("{} {} {} {} {:.1f} ms", call.caller, exchange.request().method,
             exchange.request().path, exchange.status(), 1000 * took.count());
}

}  // namespace sotto::serve
