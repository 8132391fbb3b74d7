#include "net/http.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/log.h"
#include "base/utf8.h"

namespace sotto::net {
namespace {

namespace http = boost::beast::http;
namespace asio = boost::asio;
using boost::system::error_code;
using Parser = http::request_parser<http::buffer_body>;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string percent_decoded(std::string_view text, bool plus_is_space) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    if (low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += plus_is_space && text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

Request request_of(const Parser& parser) {
  const auto& message = parser.get();
  Request request;
  request.method = std::string(message.method_string());
  request.http_1_0 = message.version() < 11;
  const std::string_view target(message.target().data(), message.target().size());
  const size_t mark = std::min(target.find('?'), target.size());
  request.path = percent_decoded(target.substr(0, mark), false);
  if (mark < target.size()) request.query = parse_form(target.substr(mark + 1));
  for (const auto& field : message) {
    const auto name = field.name_string();
    request.headers.emplace(lower_ascii({name.data(), name.size()}), std::string(field.value()));
  }
  return request;
}

const char* type_of(int status) {
  switch (status) {
    case 401:
      return "authentication_error";
    case 403:
      return "permission_error";
    case 429:
      return "rate_limit_error";
    default:
      return status < 500 ? "invalid_request_error" : "server_error";
  }
}

// The status that answers a parser's error; 0: nobody is there to be answered.
int status_of(const error_code& error) {
  if (error == http::error::header_limit) return 431;
  if (error == http::error::body_limit) return 413;
  if (error == asio::error::timed_out) return 408;
  const bool of_http =
      error.category() == http::make_error_code(http::error::bad_line_ending).category();
  return of_http && error != http::error::end_of_stream && error != http::error::partial_message
             ? 400
             : 0;
}

}  // namespace

std::multimap<std::string, std::string> parse_form(std::string_view text) {
  std::multimap<std::string, std::string> fields;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), pair.size() + 1));
    const size_t sign = std::min(pair.find('='), pair.size());
    if (pair.empty()) continue;
    fields.emplace(percent_decoded(pair.substr(0, sign), true),
                   percent_decoded(pair.substr(std::min(pair.size(), sign + 1)), true));
  }
  return fields;
}

std::string Request::header(const std::string& lower_name) const {
  const auto found = headers.find(lower_name);
  return found == headers.end() ? "" : found->second;
}

std::string Request::parameter(const std::string& name) const {
  const auto found = query.find(name);
  return found == query.end() ? "" : found->second;
}

int status_of(const Error& error) {
  switch (error.code) {
    case Errc::bad_argument:
    case Errc::bad_format:
    case Errc::unsupported:
      return 400;
    case Errc::not_found:
      return 404;
    case Errc::cancelled:
    case Errc::io:  // the system has refused: memory, threads, descriptors
      return 503;
    case Errc::internal:
      break;
  }
  return 500;
}

void Exchange::refuse(int status, std::string_view message, std::string_view param) {
  nlohmann::ordered_json body;
  if (form_ == ErrorForm::libretranslate) {
    body["error"] = message;
  } else {
    body["error"] = {{"message", message}, {"type", type_of(status)}};
    body["error"]["param"] =
        param.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(param);
    body["error"]["code"] = nullptr;
  }
  reply(status, "application/json", dumped(body));
}

std::string told(const Error& error) {
  if (error.code == Errc::io) {  // which may name a file of the owner's
    log::warn("{}", error.message);
    return "the server has no memory, threads or worker left for it, try again later";
  }
  if (status_of(error) != 500) return error.message;
  log::error("{}", error.message);
  return "the fault is the server's, not the request's; its log says what is wrong";
}

void Exchange::fail(const Error& error) {
  if (status_of(error) == 503) add_header("Retry-After", "1");
  refuse(status_of(error), told(error));
}

// State that the connection keeps from request to request.
struct HttpConnection::State {
  Socket& socket;
  HttpLimits limits;
  boost::beast::flat_buffer buffer;
  std::atomic<bool> busy = false;
  std::stop_source ending = {};
  IdleSince idle_since = {};
};

namespace {

class BeastExchange final : public Exchange {
 public:
  BeastExchange(HttpConnection::State& connection, std::unique_ptr<Parser> parser)
      : connection_(connection), parser_(std::move(parser)) {
    request_ = request_of(*parser_);
    keep_alive_ = parser_->get().keep_alive();
  }

  Socket& socket() override { return connection_.socket; }

  std::optional<std::string> body() override {
    connection_.socket.set_read_deadline(Clock::now() + connection_.limits.body);
    std::string whole;
    const auto length = parser_->content_length();
    if (length && *length > most_bytes()) return too_long();
    std::array<char, 16384> piece;
    for (;;) {
      set_waiting(true);
      const size_t n = read_some(piece);
      set_waiting(false);
      if (error_) {
        const int status = error_ == asio::error::timed_out ? 408 : 400;
        refuse(status, describe(status));
        keep_alive_ = false;
        return std::nullopt;
      }
      if (n == 0) return whole;
      whole.append(piece.data(), n);
      if (whole.size() > most_bytes()) return too_long();
    }
  }

  void invite_body() override { send_continue(); }

  Result<size_t> read_body(std::span<char> buffer) override {
    connection_.socket.set_read_deadline(Clock::now() + connection_.limits.quiet);
    const size_t n = read_some(buffer);
    if (!error_) return n;
    return Error{Errc::bad_format,
                 fmt::format("the request's body broke off: {}", error_.message())};
  }

  void reply(int status, std::string_view type, std::string_view body) override {
    if (status_ != 0) return;
    if (!parser_->is_done()) keep_alive_ = false;  // its rest would be read as the next request
    http::response<http::string_body> answer{http::int_to_status(status), version()};
    fill_head(answer, status, type);
    answer.body() = std::string(body);
    answer.prepare_payload();
    if (request_.method == "HEAD") answer.body().clear();
    http::response_serializer<http::string_body> serializer(answer);
    error_code error;
    begun_ = true;
    if (request_.method == "HEAD") {
      http::write_header(connection_.socket, serializer, error);
    } else {
      http::write(connection_.socket, serializer, error);
    }
    if (error) keep_alive_ = false;
  }

  bool begin(int status, std::string_view type) override {
    http::response<http::empty_body> head{http::int_to_status(status), version()};
    if (request_.http_1_0) keep_alive_ = false;  // its end is the end of the connection
    fill_head(head, status, type);
    head.chunked(!request_.http_1_0);
    http::response_serializer<http::empty_body> serializer(head);
    error_code error;
    begun_ = true;
    http::write_header(connection_.socket, serializer, error);
    return went_out(error);
  }

  bool write(std::string_view piece) override {
    if (gone_ || piece.empty()) return !gone_;
    const auto bytes = asio::buffer(piece);
    error_code error;
    if (request_.http_1_0) {
      asio::write(connection_.socket, bytes, error);
    } else {
      asio::write(connection_.socket, http::make_chunk(bytes), error);
    }
    return went_out(error);
  }

  bool end() override {
    if (gone_ || request_.http_1_0) return !gone_;
    error_code error;
    asio::write(connection_.socket, http::make_chunk_last(), error);
    return went_out(error);
  }

  void abandon() override {
    gone_ = true;
    keep_alive_ = false;
    connection_.socket.hang_up();
  }

  TakenOver give_up_connection() override {
    keep_alive_ = false;
    status_ = 101;
    begun_ = true;
    const auto unread = connection_.buffer.data();
    std::string bytes(static_cast<const char*>(unread.data()), unread.size());
    connection_.buffer.consume(unread.size());
    return {std::move(bytes), connection_.socket.stay(), &connection_.idle_since, ending()};
  }

  std::stop_token ending() const override { return connection_.ending.get_token(); }

  void set_waiting(bool waits) override {
    waits ? connection_.idle_since.begin() : connection_.idle_since.end();
  }

  bool keeps_alive() const { return keep_alive_ && status_ != 0 && !gone_ && parser_->is_done(); }
  bool has_unread_body() const { return !parser_->is_done() && !gone_; }

 private:
  size_t most_bytes() const { return std::min(longest_body_, connection_.limits.body_bytes); }
  unsigned version() const { return request_.http_1_0 ? 10 : 11; }

  size_t read_some(std::span<char> buffer) {
    if (error_ || parser_->is_done()) return 0;
    send_continue();
    auto& body = parser_->get().body();
    body.data = buffer.data();
    body.size = buffer.size();
    while (!parser_->is_done() && body.size == buffer.size() && !error_) {
      http::read_some(connection_.socket, connection_.buffer, *parser_, error_);
      if (error_ == http::error::need_buffer) error_ = {};
    }
    return buffer.size() - body.size;
  }

  // Clients with a long body wait for this before they send it.
  void send_continue() {
    if (continued_ || lower_ascii(request_.header("expect")) != "100-continue") return;
    continued_ = true;
    constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::write(connection_.socket, asio::buffer(kContinue.data(), kContinue.size()), error_);
  }

  template <class Answer>
  void fill_head(Answer& answer, int status, std::string_view type) {
    status_ = status;
    if (connection_.ending.stop_requested()) keep_alive_ = false;
    connection_.socket.set_write_limits(connection_.limits.stalled,
                                        Clock::now() + connection_.limits.answer);
    answer.set(http::field::server, "sotto/" SOTTO_VERSION);
    if (!type.empty())
      answer.set(http::field::content_type, boost::string_view(type.data(), type.size()));
    answer.set("X-Content-Type-Options", "nosniff");
    for (const auto& [name, value] : headers_) answer.set(name, value);
    answer.keep_alive(keep_alive_);
  }

  std::nullopt_t too_long() {
    refuse(413, fmt::format("the body is too long, expected at most {} bytes", most_bytes()));
    return std::nullopt;
  }

  static std::string describe(int status) {
    return status == 408 ? "the body did not arrive in time"
                         : "the body broke off, or is not well-formed HTTP";
  }

  bool went_out(const error_code& error) {
    if (error) {
      gone_ = true;
      keep_alive_ = false;
    }
    return !gone_;
  }

  HttpConnection::State& connection_;
  std::unique_ptr<Parser> parser_;
  error_code error_;  // of reading the body
  bool keep_alive_ = false, continued_ = false;
  std::atomic<bool> gone_ = false;
};

// A body in another coding than "chunked" ends where we do not look for it, and others might: what
// is behind that end would be one man's body and another's request (RFC 9112, section 6.1).
bool is_framed_plainly(const http::request_header<>& head) {
  const auto [first, last] = head.equal_range(http::field::transfer_encoding);
  if (first == last) return true;
  const std::string_view coding(first->value().data(), first->value().size());
  return head.version() == 11 && lower_ascii(coding) == "chunked" && std::next(first) == last;
}

// Bytes that are no request get an answer, too, if somebody waits for one.
void answer_nonsense(Socket& socket, int status) {
  const std::string_view reason = http::obsolete_reason(http::int_to_status(status)).data();
  const std::string answer = fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status, reason);
  error_code error;
  asio::write(socket, asio::buffer(answer), error);
  socket.linger();
}

}  // namespace

HttpConnection::HttpConnection(Socket& socket, const HttpLimits& limits)
    : state_(new State{socket, limits, boost::beast::flat_buffer(limits.framing_bytes)}) {
  socket.set_write_limits(limits.stalled, Clock::time_point::max());
}

HttpConnection::~HttpConnection() = default;

// A client that asks one thing after the other does so on the same thread.
std::optional<Clock::time_point> HttpConnection::waits_until() const {
  constexpr std::chrono::milliseconds kMoment{20};
  const std::optional<Clock::time_point> since = state_->idle_since.get();
  if (!since || state_->buffer.size() > 0 || state_->socket.can_read_within(kMoment))
    return std::nullopt;
  return *since + state_->limits.idle;
}

std::unique_ptr<Exchange> HttpConnection::next() {
  State& s = *state_;
  error_code error;
  if (s.buffer.size() == 0) {  // the wait for a request is no part of it
    s.socket.set_read_deadline(Clock::now() + s.limits.idle);
    const size_t n = s.socket.read_some(s.buffer.prepare(4096), error);
    if (error) return nullptr;
    s.buffer.commit(n);
  }
  s.busy = true;
  s.socket.set_read_deadline(Clock::now() + s.limits.header);
  auto parser = std::make_unique<Parser>();
  parser->header_limit(static_cast<std::uint32_t>(s.limits.header_bytes));
  parser->body_limit(std::uint64_t{1} << 50);  // we count ourselves, where it is read
  http::read_header(s.socket, s.buffer, *parser, error);
  if (error) {
    if (const int status = status_of(error)) answer_nonsense(s.socket, status);
    return nullptr;
  }
  if (!is_framed_plainly(parser->get())) {
    answer_nonsense(s.socket, 501);
    return nullptr;
  }
  s.idle_since.end();
  return std::make_unique<BeastExchange>(s, std::move(parser));
}

bool HttpConnection::finish(Exchange& exchange) {
  auto& own = static_cast<BeastExchange&>(exchange);
  if (own.status() == 101) return false;  // whether it is idle is for others to say
  if (own.status() == 0) own.refuse(500, "the request was not answered");
  const bool goes_on = own.keeps_alive() && !state_->ending.stop_requested();
  if (!goes_on && own.has_unread_body()) state_->socket.linger();
  state_->busy = false;
  state_->idle_since.begin();
  return goes_on;
}

bool HttpConnection::busy() const { return state_->busy; }
std::optional<Clock::time_point> HttpConnection::idle_since() const {
  return state_->idle_since.get();
}
void HttpConnection::close_after_answer() { state_->ending.request_stop(); }

}  // namespace sotto::net
