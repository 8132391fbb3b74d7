#include "cli/hand_over.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/heard_once.h"
#include "cli/start_server.h"
#include "net/local_client.h"

namespace sotto::cli {

Result<void> hand_over(const std::filesystem::path& socket,
                       const std::vector<speaker::HookRequest>& requests) {
  for (const speaker::HookRequest& request : requests) {
    const auto answer = net::ask_server(socket, request.path, request.json, net::kServerPatience);
    if (!answer) return answer.error();
    if (answer->status == 202 || answer->status == 200) continue;
    return Error{Errc::io, fmt::format("the server refused what was to be said: {}",
                                       net::refusal_of(*answer))};
  }
  return {};
}

void start_and_hand_over(const std::filesystem::path& socket,
                         const std::vector<speaker::HookRequest>& requests) {
  if (::fork() != 0) return;
  ::setsid();
  close_standard_streams();
  const bool told = start_server(socket) && hand_over(socket, requests);
  if (!told) say_once("sotto: the server does not start.");
  ::_exit(told ? 0 : 1);
}

}  // namespace sotto::cli
