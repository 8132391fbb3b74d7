// Any bytes as what a client sends on a connection, in pieces of three sizes: requests, bodies and
// answers must be the same each time, and a body is as long as its head says.
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>

#include "net/http.h"

namespace {

using namespace sotto::net;

// Sends the bytes in such pieces, and says what came back until the other side hung up.
std::string converse(int fd, std::string_view bytes, size_t piece) {
  std::string heard;
  std::array<char, 65536> buffer;
  if (bytes.empty()) ::shutdown(fd, SHUT_WR);
  for (bool hears = true; hears || !bytes.empty();) {
    pollfd one{fd, static_cast<short>((hears ? POLLIN : 0) | (bytes.empty() ? 0 : POLLOUT)), 0};
    ::poll(&one, 1, -1);
    if (!bytes.empty() && (one.revents & (POLLOUT | POLLHUP)) != 0) {
      const ssize_t n =
          ::send(fd, bytes.data(), std::min(piece, bytes.size()), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n < 0 && errno != EAGAIN) bytes = {};  // it wants no more
      bytes.remove_prefix(static_cast<size_t>(std::max<ssize_t>(n, 0)));
      if (bytes.empty()) ::shutdown(fd, SHUT_WR);
    }
    if (!hears || (one.revents & (POLLIN | POLLHUP)) == 0) continue;
    const ssize_t n = ::recv(fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
    hears = n != 0;
    if (n > 0) heard.append(buffer.data(), static_cast<size_t>(n));
  }
  return heard;
}

// As the handlers do: some read it whole, some as it comes, and some not at all.
std::string body_of(Exchange& exchange) {
  const std::string& method = exchange.request().method;
  if (method == "POST") return exchange.body().value_or("no body");
  std::string body;
  if (method != "PUT") return body;
  exchange.invite_body();
  std::array<char, 7> piece;
  for (;;) {
    const auto n = exchange.read_body(piece);
    if (!n) return "broken behind " + body;
    if (*n == 0) return body;
    body.append(piece.data(), *n);
  }
}

// Two readers that do not agree on a body's length take its end for another's request.
void check_length(const Request& request, const std::string& body) {
  const std::string length = request.header("content-length");
  const bool is_chunked = !request.header("transfer-encoding").empty();
  if (request.headers.count("content-length") > 1 && is_chunked) abort();
  if (length.empty()) return;
  if (is_chunked || std::strtoull(length.c_str(), nullptr, 10) != body.size()) abort();
}

std::string answered(Exchange& exchange) {
  const Request& request = exchange.request();
  std::string seen = fmt::format("{} {} {}\n", request.method, request.path, request.http_1_0);
  for (const auto& [name, value] : request.query) seen += fmt::format("?{}={}\n", name, value);
  for (const auto& [name, value] : request.headers) seen += fmt::format("{}: {}\n", name, value);
  const std::string body = body_of(exchange);
  const bool is_whole = exchange.status() == 0 && !body.starts_with("broken behind ");
  if (is_whole && (request.method == "POST" || request.method == "PUT"))
    check_length(request, body);
  if (request.path == "/streams") {
    exchange.begin(200, "text/plain") && exchange.write(body) && exchange.end();
  } else if (request.path == "/breaks") {
    exchange.begin(200, "text/plain");
    exchange.abandon();
  } else {
    exchange.reply(200, "text/plain", body);
  }
  return seen + body + "\n";
}

// Of two faults of a head the first that is seen is told, and none where it breaks off: that
// depends on the pieces.
std::string without_refusal(const std::string& heard) {
  for (const char* status : {"400 Bad Request", "431 Request Header Fields Too Large"}) {
    const std::string refusal =
        fmt::format("HTTP/1.1 {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status);
    if (heard.ends_with(refusal)) return heard.substr(0, heard.size() - refusal.size());
  }
  return heard;
}

// What was understood of the bytes, and what was answered.
std::string served(std::string_view bytes, size_t piece) {
  int ends[2];  // which keep the pieces apart
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) abort();
  std::string seen, heard;
  std::jthread client([&] { heard = converse(ends[1], bytes, piece); });
  {
    Socket socket(ends[0], "client");
    HttpConnection connection(socket, {.header_bytes = 1024, .body_bytes = 600});
    for (bool goes_on = true; goes_on;) {
      const auto exchange = connection.next();
      if (exchange != nullptr) seen += answered(*exchange);
      goes_on = exchange != nullptr && connection.finish(*exchange);
    }
    socket.hang_up();
  }
  client.join();
  ::close(ends[1]);
  return seen + without_refusal(heard);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string whole = served(bytes, 512);
  for (const size_t piece : {size_t{1}, size_t{13}}) {
    const std::string cut = served(bytes, piece);
    if (cut == whole) continue;
    fmt::print(stderr, "in pieces of {}:\n{}\nelse:\n{}\n", piece, cut, whole);
    abort();
  }
  return 0;
}
