#include "serve/wyoming.h"

#include <fmt/format.h>

#include <utility>

#include "serve/request_fields.h"
#include "serve/wyoming_conversation.h"

namespace sotto::serve {
namespace {

class WyomingClient final : public net::Client {
 public:
  WyomingClient(net::Socket& socket, Service& service)
      : conversation_(std::make_shared<WyomingConversation>(service, socket, idle_since_)) {}

  std::optional<net::Clock::time_point> serve() override {
    conversation_->begin();
    return std::nullopt;
  }
  void close_soon() override { conversation_->close_soon(); }
  std::optional<net::Clock::time_point> idle_since() const override { return idle_since_.get(); }

 private:
  net::IdleSince idle_since_;
  const std::shared_ptr<WyomingConversation> conversation_;
};

}  // namespace

std::string wyoming_refusal() {
  const std::string data = dumped({{"text", "the server has too many connections"}});
  return fmt::format(
      "{}\n{}",
      dumped({{"type", "error"}, {"version", SOTTO_VERSION}, {"data_length", data.size()}}), data);
}

std::unique_ptr<net::Client> wyoming_client(net::Socket& socket, Service& service) {
  return std::make_unique<WyomingClient>(socket, service);
}

}  // namespace sotto::serve
