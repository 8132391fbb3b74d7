#include "serve/server.h"

#include <fmt/format.h>

#include <boost/asio/write.hpp>
#include <span>
#include <thread>

#include "base/log.h"
#include "net/zeroconf.h"
#include "serve/router.h"
#include "serve/wyoming.h"
#include "speaker/speaker.h"

namespace sotto::serve {
namespace {

const std::string kTooMany =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
    "Connection: close\r\n\r\n";

class HttpClient final : public net::Client {
 public:
  HttpClient(net::Socket& socket, const net::HttpLimits& limits, Service& service)
      : socket_(socket), connection_(socket, limits), service_(service) {}

  std::optional<net::Clock::time_point> serve() override {
    std::unique_ptr<net::Exchange> exchange;
    try {
      do {
        exchange.reset();  // before the next one: it may not come
        if (const auto until = connection_.waits_until()) return until;
        exchange = connection_.next();
        if (exchange != nullptr) answer(*exchange, service_);
      } while (exchange != nullptr && connection_.finish(*exchange));
    } catch (...) {  // not even the answer that memory ran out could be made
      if (exchange == nullptr || !exchange->has_begun()) turn_away();
      throw;
    }
    return std::nullopt;
  }
  void close_soon() override {
    connection_.close_after_answer();
    if (!connection_.busy()) socket_.stop_reading();
  }
  std::optional<net::Clock::time_point> idle_since() const override {
    return connection_.idle_since();
  }

 private:
  // Without asking for memory.
  void turn_away() {
    boost::system::error_code error;
    boost::asio::write(socket_, boost::asio::buffer(kTooMany), error);
    socket_.linger();
  }

  net::Socket& socket_;
  net::HttpConnection connection_;
  Service& service_;
};

struct Door {
  std::unique_ptr<net::Listener> listener;
  net::ClientMaker make;
  const char* scheme;
  std::string refusal = kTooMany;
};

std::string url_of(const Door& door) {
  const net::Address& address = door.listener->address();
  if (address.is_unix()) return "unix:" + address.host;
  const bool v6 = address.host.find(':') != std::string::npos;
  return fmt::format("{}://{}{}{}:{}", door.scheme, v6 ? "[" : "", address.host, v6 ? "]" : "",
                     address.port);
}

Result<void> check_addresses(const ServerOptions& options, const Service& service) {
  if (options.http && !options.http->is_local() && service.options.keys.empty()) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: others can reach this address, expected --keys FILE with it, or "
                             "127.0.0.1",
                             options.http->host)};
  }
  if (options.wyoming && !options.wyoming->is_local() && options.wyoming_allow.empty()) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: others can reach this address, and Wyoming knows no keys, "
                             "expected --wyoming-allow with the networks that may come, or "
                             "127.0.0.1",
                             options.wyoming->host)};
  }
  return {};
}

Result<std::vector<Door>> open_doors(const ServerOptions& options, Service& service) {
  const net::ClientMaker http = [&](net::Socket& socket) {
    return std::make_unique<HttpClient>(socket, options.limits, service);
  };
  const net::ClientMaker wyoming = [&](net::Socket& socket) {
    return wyoming_client(socket, service);
  };
  const struct {
    const std::optional<net::Address>& address;
    const net::ClientMaker& make;
    const char* scheme;
    const std::string refusal;
  } wanted[] = {{options.http, http, "http", kTooMany},
                {options.wyoming, wyoming, "tcp", wyoming_refusal()}};
  std::vector<Door> doors;
  for (const auto& [address, make, scheme, refusal] : wanted) {
    if (!address) continue;
    Result<std::vector<std::unique_ptr<net::Listener>>> listeners =
        net::Listener::open_all(*address);
    if (!listeners) return listeners.error();
    for (auto& listener : *listeners) {
      if (&address == &options.wyoming && !options.wyoming_allow.empty()) {
        listener->admit_only([&options](const std::string& peer) {
          return net::Address{peer}.is_local() || options.wyoming_allow.have(peer);
        });
      }
      doors.push_back({std::move(listener), make, scheme, refusal});
    }
  }
  if (!options.socket) return doors;
  Result<std::unique_ptr<net::Listener>> listener = net::Listener::open(*options.socket);
  if (listener) {
    doors.push_back({*std::move(listener), http, "http"});
  } else if (doors.empty()) {
    return listener.error();
  } else {
    log::warn("{}; sotto hook, stop, pause and resume do not reach this server",
              listener.error().message);
  }
  return doors;
}

// A door of Wyoming's that others can reach.
std::unique_ptr<net::Zeroconf> announce(const ServerOptions& options, std::span<const Door> doors) {
  if (options.wyoming_name.empty()) return nullptr;
  for (const Door& door : doors) {
    const net::Address& address = door.listener->address();
    if (std::string_view(door.scheme) == "tcp" && !address.is_local())
      return std::make_unique<net::Zeroconf>(options.wyoming_name, "_wyoming._tcp",
                                             static_cast<uint16_t>(address.port));
  }
  return nullptr;
}

}  // namespace

Result<void> serve(const ServerOptions& options, Service& service,
                   const std::function<void(const std::string& url)>& listening,
                   const std::stop_token& stop) {
  if (const Result<void> checked = check_addresses(options, service); !checked)
    return checked.error();
  const Result<std::vector<Door>> doors = open_doors(options, service);
  if (!doors) return doors.error();
  for (const Door& door : *doors) listening(url_of(door));

  std::unique_ptr<net::Zeroconf> announced = announce(options, *doors);
  const std::stop_callback drain(stop, [&] {
    service.draining = true;
    if (service.speaker != nullptr) service.speaker->end();
    announced.reset();
  });
  std::vector<std::jthread> threads;
  for (const Door& door : *doors) {
    threads.emplace_back([&] {
      door.listener->run(door.make, options.connections, door.refusal, options.grace, service.io,
                         stop);
    });
  }
  threads.clear();
  return {};
}

}  // namespace sotto::serve
