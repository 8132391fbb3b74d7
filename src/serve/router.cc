#include "serve/router.h"

#include <fmt/format.h>

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

std::string bearer(const Request& request) {
  constexpr std::string_view kBearer = "bearer ";
  const std::string header = request.header("authorization");
  if (header.size() < kBearer.size()) return "";
  for (size_t i = 0; i < kBearer.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(header[i])) != kBearer[i]) return "";
  return header.substr(kBearer.size());
}

// Whether the request was meant for this server, and not sent by some page. False: answered.
bool check_origin(Call& call) {
  const Request& request = call.exchange.request();
  const std::string host = request.header("host"), origin = request.header("origin");
  const bool by_network = call.exchange.socket().peer() != "local";
  if (by_network && call.service.options.loopback_only && !host.empty() &&
      !is_loopback_host(host)) {
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

void answer_preflight(Exchange& exchange, const std::string& allowed) {
  exchange.add_header("Access-Control-Allow-Methods", allowed);
  exchange.add_header("Access-Control-Allow-Headers", "Authorization, Content-Type");
  exchange.add_header("Access-Control-Max-Age", "600");
  exchange.add_header("Allow", allowed + ", OPTIONS");
  exchange.reply(204, "", "");
}

bool check_rate(Call& call) {
  const int wait_s = call.service.rate_limit.wait_s(call.caller);
  if (wait_s == 0) return true;
  call.exchange.add_header("Retry-After", std::to_string(wait_s));
  call.exchange.refuse(429, fmt::format("too many requests, expected at most {} a minute",
                                        call.service.options.requests_a_minute));
  return false;
}

void dispatch(Call& call, const Route*& route) {
  Exchange& exchange = call.exchange;
  std::string allowed;
  const Request& request = exchange.request();
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
  const std::string key = bearer(request);
  const bool may_wait = route->key_in_body && key.empty();
  if (!route->open && !may_wait && !check_key(call, key)) return;
  if (!route->open && !check_rate(call)) return;
  if (call.service.draining && !route->open) {
    exchange.add_header("Retry-After", "5");
    return exchange.refuse(503, "the server is ending");
  }
  route->handle(call);
}

}  // namespace

bool check_key(Call& call, const std::string& key) {
  const Keys& keys = call.service.options.keys;
  const bool is_owner = call.exchange.socket().peer() == "local";  // of the socket's file
  if (keys.empty() || is_owner) return true;
  if (const auto owner = keys.owner(key)) {
    call.caller = *owner;
    return true;
  }
  call.exchange.add_header("WWW-Authenticate", "Bearer");
  call.exchange.refuse(401, key.empty() ? "a key is missing, expected `Authorization: Bearer KEY`"
                                        : "the key is not known");
  return false;
}

std::optional<Gate::Pass> enter(Call& call, Gate& gate, const std::stop_token& stop) {
  std::optional<Gate::Pass> pass = gate.enter(call.caller, stop);
  if (!pass) {
    call.exchange.add_header("Retry-After", "1");
    call.exchange.refuse(503, kBusy);
  }
  return pass;
}

void answer(Exchange& exchange, Service& service) {
  const auto begin = Clock::now();
  Call call{exchange, service, exchange.socket().peer()};
  const Route* route = nullptr;
  dispatch(call, route);
  const std::chrono::duration<double> took = Clock::now() - begin;
  service.metrics.request(route != nullptr ? route->path : "other", exchange.status(),
                          took.count());
  log::debug("{} {} {} {} {:.1f} ms", call.caller, exchange.request().method,
             exchange.request().path, exchange.status(), 1000 * took.count());
}

}  // namespace sotto::serve
