// HTTP/1.1 on one connection, request by request. The library behind it (Boost.Beast) is seen in
// http.cc and the channels alone.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/socket.h"
#include "sotto/error.h"

namespace sotto::net {

struct HttpLimits {
  size_t header_bytes = 16 << 10;
  size_t framing_bytes = 64 << 10;            // that wait to be read: a chunk's head, a trailer
  size_t body_bytes = 1 << 20;                // of a body that is read whole
  std::chrono::milliseconds idle{60000};      // between two requests
  std::chrono::milliseconds header{10000};    // from a request's first byte to the end of its head
  std::chrono::milliseconds body{30000};      // of a body that is read whole
  std::chrono::milliseconds quiet{600000};    // between two pieces of a body that streams
  std::chrono::milliseconds stalled{30000};   // a reader that takes nothing
  std::chrono::milliseconds answer{1800000};  // a whole answer
};

struct Request {
  std::string method, path;                         // path: decoded
  std::multimap<std::string, std::string> query;    // decoded
  std::multimap<std::string, std::string> headers;  // names in lower case
  bool http_1_0 = false;

  std::string header(const std::string& lower_name) const;  // empty: not there
  std::string parameter(const std::string& name) const;     // of the query; empty: not there
};

// key=value&key=value, with percent signs and plus signs.
std::multimap<std::string, std::string> parse_form(std::string_view text);

enum class ErrorForm {
  openai,         // {"error": {"message", "type", "code", "param"}}
  libretranslate  // {"error": "..."}
};

// A connection that another protocol has taken over.
struct TakenOver {
  std::string unread;          // what has come behind the head already
  std::shared_ptr<void> stay;  // as Socket::stay()
  IdleSince* idle_since;       // of the connection, as long as it stays
  std::stop_token ending;      // as Exchange::ending()
};

// A request and its answer. One thread reads the body while at most one other writes.
class Exchange {
 public:
  virtual ~Exchange() = default;

  const Request& request() const { return request_; }
  virtual Socket& socket() = 0;

  // The whole body. None: it is too long, too slow or cut; that has been answered.
  virtual std::optional<std::string> body() = 0;
  // Before a body that is read while the answer goes out: clients may wait for a word.
  virtual void invite_body() = 0;
  // Reads what has come of the body, or waits for more; 0 is its end.
  virtual Result<size_t> read_body(std::span<char> buffer) = 0;

  void add_header(std::string name, std::string value) {
    headers_.emplace_back(std::move(name), std::move(value));
  }
  void set_error_form(ErrorForm form) { form_ = form; }
  ErrorForm error_form() const { return form_; }
  // Limits a body that is read whole, below HttpLimits::body_bytes.
  void set_longest_body(size_t bytes) { longest_body_ = bytes; }

  // The answer, once.
  virtual void reply(int status, std::string_view type, std::string_view body) = 0;
  void refuse(int status, std::string_view message, std::string_view param = "");
  void fail(const Error& error);  // with the status that belongs to its code

  // Or an answer that streams: the head, pieces, the end. False: nobody listens any more.
  virtual bool begin(int status, std::string_view type) = 0;
  virtual bool write(std::string_view piece) = 0;
  virtual bool end() = 0;
  // The stream breaks off here: whoever listens sees that it is not whole.
  virtual void abandon() = 0;

  int status() const { return status_; }     // that was answered; 0: not yet
  bool has_begun() const { return begun_; }  // something of the answer went out, or tried to

  // Another protocol takes the connection over: no further request comes on it.
  virtual TakenOver give_up_connection() = 0;

  // Set when the connection is to end soon: what has come is answered, and nothing more waited for.
  virtual std::stop_token ending() const = 0;

  // Whether it waits for the client to say more: its connection may be given to another client
  // then. From any thread.
  virtual void set_waiting(bool waits) = 0;

 protected:
  Request request_;
  std::vector<std::pair<std::string, std::string>> headers_;  // of the answer
  ErrorForm form_ = ErrorForm::openai;
  size_t longest_body_ = std::numeric_limits<size_t>::max();
  int status_ = 0;
  bool begun_ = false;
};

int status_of(const Error& error);

// The text that a client is told of an error. The server's own faults (500) are its owner's to
// mend, and their messages name his files: they go to the log, and the client is told so.
std::string told(const Error& error);

class HttpConnection {
 public:
  struct State;

  HttpConnection(Socket& socket, const HttpLimits& limits);
  ~HttpConnection();

  // Until when the client has time for its next request, of which nothing has come yet, nor comes in
  // a moment. None: next() has something to read.
  std::optional<Clock::time_point> waits_until() const;

  // The next request, or none: the other side has gone, said nothing for too long, or spoke no
  // HTTP (which was answered). The one before must have been finished.
  std::unique_ptr<Exchange> next();

  // To be called when the answer is out. False: the connection is to be closed.
  bool finish(Exchange& exchange);

  // A request has begun to arrive, and its answer is not out.
  bool busy() const;
  // Since when it waits for a whole head; none: a request is being answered. From any thread.
  std::optional<Clock::time_point> idle_since() const;
  // The answer that comes next is the last one.
  void close_after_answer();

 private:
  std::unique_ptr<State> state_;
};

}  // namespace sotto::net
