// /v1/listen: a stream of text in (an agent's stream-json, Markdown or plain text), speech out
// while it is still arriving. POST with a body that grows, or a WebSocket.
#include <fmt/format.h>

#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>

#include "base/base64.h"
#include "base/number.h"
#include "net/channel.h"
#include "net/departure.h"
#include "serve/answer_sink.h"
#include "serve/handlers.h"
#include "serve/listen.h"
#include "serve/request_fields.h"

namespace sotto::serve {
namespace {

Result<agent::Format> stream_format(const std::string& name) {
  if (name.empty() || name == "auto") return agent::Format::automatic;
  if (name == "stream-json") return agent::Format::stream_json;
  if (name == "plain") return agent::Format::plain;
  return Error{Errc::bad_argument,
               fmt::format("events: is {}, expected auto, stream-json or plain", name)};
}

Result<double> rate_of(const std::string& text) {
  if (text.empty()) return 1.0;
  const auto rate = parse_double(text);
  if (rate && *rate >= speech::kSlowestRate && *rate <= speech::kFastestRate) return *rate;
  return Error{Errc::bad_argument, fmt::format("speed: is {}, expected 0.25 to 4", text)};
}

Result<ListenOrder> order_of(const Service& service, const net::Request& request) {
  ListenOrder order;
  const auto given = [&](const char* key, const char* otherwise) {
    const std::string value = request.parameter(key);
    return value.empty() ? std::string(otherwise) : value;
  };
  const Result<Language> from = check_language("from", given("from", "en"));
  if (!from) return from.error();
  const Result<Language> to = check_language("to", given("to", from->iso.c_str()));
  if (!to) return to.error();
  const Result<double> rate = rate_of(request.parameter("speed"));
  if (!rate) return rate.error();
  const auto in_register = check_register(request.parameter("register"));
  if (!in_register) return in_register.error();
  const Result<agent::Format> format = stream_format(request.parameter("events"));
  if (!format) return format.error();
  order.speech.from = *from;
  order.speech.to = *to;
  order.speech.rate = *rate;
  order.speech.in_register = *in_register;
  order.speech.model = request.parameter("model");
  const Result<engine::VoiceChoice> voice = service.engine.voices.choose(given("voice", "auto"));
  if (!voice) return voice.error();
  order.speech.voices = {*voice};
  const Result<text::Verbatim> read = text::parse_verbatim(request.parameter("read"));
  const auto said = read ? text::check_verbatim(*read, *to) : Result<void>();
  if (!read || !said)
    return Error{Errc::bad_argument, "read: " + (read ? said.error() : read.error()).message};
  order.speech.options.speech_text.read = *read;
  order.speech.options.reader.format = *format;
  order.speech.options.heard_live = true;
  order.speech.options.reader.max_line_bytes = 4 << 20;
  const std::string encoding = given("format", "pcm");
  order.events = encoding == "sse";
  if (!order.events) order.encoding = audio::find_encoding(encoding);
  if (order.encoding != nullptr) return order;
  return Error{Errc::bad_argument, fmt::format("format: is {}, expected {}, or sse", encoding,
                                               audio::encoding_names())};
}

// Takes sound and events, on the thread that plays.
class HttpOutlet {
 public:
  HttpOutlet(net::Exchange& exchange, const ListenOrder& order)
      : exchange_(exchange), order_(order) {}

  bool sound(std::span<const std::byte> bytes) {
    if (order_.events) {
      return event(
          dumped({{"type", "audio"}, {"sample_rate", kSpeechRateHz}, {"audio", base64(bytes)}}));
    }
    const std::lock_guard lock(mutex_);
    return begin() && exchange_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  bool event(const std::string& json) {
    if (!order_.events) return true;
    const std::lock_guard lock(mutex_);
    return begin() && exchange_.write(fmt::format("data: {}\n\n", json));
  }
  void end() {
    const std::lock_guard lock(mutex_);
    if (begin()) exchange_.end();
  }

 private:
  bool begin() {
    if (begun_) return true;
    begun_ = true;
    return exchange_.begin(200, order_.events ? "text/event-stream" : order_.encoding->media_type);
  }

  net::Exchange& exchange_;
  const ListenOrder& order_;
  std::mutex mutex_;
  bool begun_ = false;
};

class BodySource final : public pipeline::ByteSource {
 public:
  explicit BodySource(net::Exchange& exchange) : exchange_(exchange) {}

  // Until something of it has come, or its end; what goes wrong is for read() to say.
  void wait() {
    first_.resize(4096);
    const Result<size_t> n = read_on(first_, {});
    first_.resize(n ? *n : 0);
  }
  // The server ends, and nothing has come.
  bool was_left_waiting() const { return first_.empty() && exchange_.ending().stop_requested(); }
  Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) override {
    if (done_ == first_.size()) return read_on(buffer, stop);
    const size_t n = first_.copy(buffer.data(), buffer.size(), done_);
    done_ += n;
    return n;
  }
  bool is_live() const override { return true; }

 private:
  Result<size_t> read_on(std::span<char> buffer, const std::stop_token& stop) {
    const std::stop_callback wake(stop, [&] { exchange_.socket().stop_reading(); });
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    const Result<size_t> n = exchange_.read_body(buffer);
    return n || !exchange_.ending().stop_requested() ? n : size_t{0};  // what has come is said
  }

  net::Exchange& exchange_;
  std::string first_;
  size_t done_ = 0;
  const std::stop_callback<std::function<void()>> at_ending_{
      exchange_.ending(), [this] { exchange_.socket().stop_reading(); }};
};

// Runs the flow; an error that nothing was said of yet comes back.
std::optional<Error> run(Call& call, const ListenOrder& order, BodySource& source,
                         HttpOutlet& outlet, std::stop_source& stop) {
  const auto sink = AnswerSink::open(*order.encoding, kSpeechRateHz,
                                     [&](auto bytes) { return outlet.sound(bytes); });
  if (!sink) return sink.error();
  const pipeline::Timings timings(pipeline::Clock::now());
  const auto check = [&](bool is_there) {
    if (!is_there) stop.request_stop();
  };
  const pipeline::SessionEvents events = {
      .translated = [&](const auto& u) { check(outlet.event(sentence_event(u))); },
      .finished = [&](const auto& u) { check(outlet.event(finished_event(timings, u))); },
      .sound_lost = [&](const Error&) { stop.request_stop(); },
      .working = [&](bool works) { call.exchange.set_waiting(!works); }};
  const auto result = call.service.speak(order.speech, source, **sink, events, stop.get_token());
  if (!result) return result.error();
  if (result->error) return result->error;
  (*sink)->let_go();
  outlet.event(done_event(*result));
  return std::nullopt;
}

void listen_by_http(Call& call, const ListenOrder& order) {
  call.exchange.invite_body();
  call.exchange.set_waiting(true);
  BodySource source(call.exchange);
  source.wait();  // nothing is opened for a client that only is connected, and nobody watches him
  if (source.was_left_waiting()) return refuse_ending(call);
  std::stop_source stop;
  const net::Departure departure(call.exchange.socket(), stop);
  HttpOutlet outlet(call.exchange, order);
  const auto error = run(call, order, source, outlet, stop);
  if (!error) return outlet.end();
  if (call.exchange.status() == 0) return call.exchange.fail(*error);
  outlet.event(error_event(*error));
  call.exchange.abandon();
}

}  // namespace

void listen(Call& call) {
  const bool by_web_socket = net::wants_web_socket(call.exchange.request());
  if (call.exchange.request().method == "GET" && !by_web_socket) {
    call.exchange.add_header("Upgrade", "websocket");
    return call.exchange.refuse(426, "expected a POST, or a WebSocket");
  }
  Result<ListenOrder> order = order_of(call.service, call.exchange.request());
  if (!order) return call.exchange.fail(order.error());
  order->speech.caller = call.caller;
  if (!check_computing(call)) return;
  by_web_socket ? listen_by_web_socket(call, *order) : listen_by_http(call, *order);
}

}  // namespace sotto::serve
