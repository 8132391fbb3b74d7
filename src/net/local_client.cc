#include "net/local_client.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/paths.h"
#include "base/sockets.h"
#include "net/socket.h"

namespace sotto::net {
namespace {

namespace http = boost::beast::http;

constexpr size_t kLongestAnswer = size_t{4} << 20;  // bytes

Result<int> connect_to(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = path.string();
  if (name.size() >= sizeof address.sun_path) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: the path of a socket has {} bytes, expected at most {}", name,
                             name.size(), sizeof address.sun_path - 1)};
  }
  name.copy(address.sun_path, name.size());
  const int fd = open_socket(AF_UNIX, SOCK_STREAM);
  if (fd >= 0 && ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
    return fd;
  const int failure = errno;
  if (fd >= 0) ::close(fd);
  if (failure == ENOENT || failure == ECONNREFUSED) {
    return Error{Errc::not_found,
                 fmt::format("{}: no server listens there; `sotto serve` starts one", name)};
  }
  return Error{Errc::io, fmt::format("{}: cannot connect: {}", name, std::strerror(failure))};
}

}  // namespace

std::filesystem::path default_socket() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  const bool has_runtime = runtime != nullptr && *runtime == '/';
  return (has_runtime ? std::filesystem::path(runtime) : cache_folder()) / "sotto.sock";
}

Result<LocalAnswer> ask_server(const std::filesystem::path& path, const std::string& target,
                               const std::string& json, std::chrono::milliseconds patience) {
  const Result<int> fd = connect_to(path);
  if (!fd) return fd.error();
  Socket socket(*fd, "server");
  const auto deadline = Clock::now() + patience;
  socket.set_read_deadline(deadline);
  socket.set_write_limits(patience, deadline);
  const http::verb method = json.empty() ? http::verb::get : http::verb::post;
  http::request<http::string_body> request{method, target, 11};
  request.set(http::field::host, "localhost");
  if (!json.empty()) request.set(http::field::content_type, "application/json");
  request.keep_alive(false);
  request.body() = json;
  request.prepare_payload();
  boost::system::error_code error;
  http::write(socket, request, error);
  http::response_parser<http::dynamic_body> parser;  // which takes memory as bytes come
  parser.body_limit(kLongestAnswer);
  boost::beast::flat_buffer buffer(kLongestAnswer);
  // A server that refuses a long body answers before it has come.
  const bool may_have_answered = !error || error == boost::system::errc::broken_pipe ||
                                 error == boost::system::errc::connection_reset;
  if (may_have_answered) {
    error = {};
    http::read(socket, buffer, parser, error);
  }
  if (error) {
    return Error{Errc::io,
                 fmt::format("{}: the server did not answer: {}", path.string(), error.message())};
  }
  return LocalAnswer{static_cast<int>(parser.get().result_int()),
                     boost::beast::buffers_to_string(parser.get().body().data())};
}

std::string refusal_of(const LocalAnswer& answer) {
  const auto body = exact_json(answer.body);
  const auto message = nlohmann::json::json_pointer("/error/message");
  if (body.is_object() && body.contains(message) && body[message].is_string()) return body[message];
  if (body.is_object() && body.contains("error") && body["error"].is_string())
    return body["error"];  // as LibreTranslate has it
  if (answer.status == 503) return "it has too many connections";
  if (answer.status == 413) return "it is too long";
  return fmt::format("it answered with status {}", answer.status);
}

}  // namespace sotto::net
