#include "serve/wyoming.h"

#include <fmt/format.h>

#include <atomic>
#include <boost/asio/write.hpp>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "audio/encoder.h"
#include "base/utf8.h"
#include "serve/departure.h"
#include "serve/feed_source.h"
#include "serve/request_fields.h"

namespace sotto::serve {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kRateHz = 24000;
constexpr size_t kLongestLine = 64 << 10, kLongestPart = 1 << 20;  // bytes
const Json kFormat = {{"rate", kRateHz}, {"width", 2}, {"channels", 1}};

struct Event {
  std::string type;
  nlohmann::json data = nlohmann::json::object();
};

// A line of JSON, then as many bytes of JSON and of payload as it says.
class EventReader {
 public:
  explicit EventReader(Socket& socket) : socket_(socket) {}

  // None: the other side has gone, or speaks something else.
  std::optional<Event> next() {
    size_t end = buffer_.find('\n');
    while (end == std::string::npos) {
      if (buffer_.size() > kLongestLine || !more()) return std::nullopt;
      end = buffer_.find('\n');
    }
    const auto head = nlohmann::json::parse(buffer_.substr(0, end), nullptr, false);
    buffer_.erase(0, end + 1);
    if (!head.is_object() || !head.contains("type") || !head["type"].is_string())
      return std::nullopt;
    Event event{head["type"]};
    if (head.contains("data") && head["data"].is_object()) event.data = head["data"];
    const auto data = part(head, "data_length");
    const auto payload = data ? part(head, "payload_length") : std::nullopt;
    if (!payload) return std::nullopt;
    if (!data->empty()) {
      const auto more_data = nlohmann::json::parse(*data, nullptr, false);
      if (!more_data.is_object()) return std::nullopt;
      event.data.update(more_data);
    }
    return event;
  }

 private:
  std::optional<std::string> part(const nlohmann::json& head, const char* key) {
    const auto length = head.find(key);
    if (length == head.end() || length->is_null()) return "";
    if (!length->is_number_unsigned() || length->get<size_t>() > kLongestPart) return std::nullopt;
    while (buffer_.size() < length->get<size_t>())
      if (!more()) return std::nullopt;
    std::string bytes = buffer_.substr(0, length->get<size_t>());
    buffer_.erase(0, bytes.size());
    return bytes;
  }
  bool more() {
    char piece[16384];
    boost::system::error_code error;
    const size_t n = socket_.read_some(boost::asio::buffer(piece), error);
    buffer_.append(piece, n);
    return !error && n > 0;
  }

  Socket& socket_;
  std::string buffer_;
};

std::string text_at(const nlohmann::json& data, const char* key) {
  const auto value = data.find(key);
  return value != data.end() && value->is_string() ? value->get<std::string>() : "";
}

Json described(const std::string& name, const std::string& description) {
  return {{"name", name},
          {"description", description},
          {"attribution", {{"name", "sotto"}, {"url", ""}}},
          {"installed", true},
          {"version", SOTTO_VERSION}};
}

Json info() {
  Json voices = Json::array();
  for (const speech::VoiceInfo& voice : Voices::usable()) {
    Json one = described(voice.name, voice.name);
    one["languages"] = voice.languages;
    one["speakers"] = nullptr;
    voices.push_back(std::move(one));
  }
  Json tts = described("sotto", "Speech on this machine");
  tts["voices"] = std::move(voices);
  tts["supports_synthesize_streaming"] = true;
  return {{"asr", Json::array()},
          {"tts", Json::array({std::move(tts)})},
          {"handle", Json::array()},
          {"intent", Json::array()},
          {"wake", Json::array()}};
}

class WyomingClient final : public Client {
 public:
  WyomingClient(Socket& socket, Service& service)
      : socket_(socket), service_(service), events_(socket) {}

  void serve() override {
    while (!ending_) {
      const std::optional<Event> event = events_.next();
      if (!event || !handle(*event)) break;
    }
    if (stream_) stream_->stop.request_stop();
    stream_.reset();
  }
  void close_soon() override {
    ending_ = true;
    socket_.stop_reading();
  }

 private:
  // A text that streams.
  struct Stream {
    FeedSource source;
    std::stop_source stop;
    std::jthread thread;
  };

  bool handle(const Event& event) {
    if (event.type == "describe") return send("info", info());
    if (event.type == "ping") return send("pong", {{"text", text_at(event.data, "text")}});
    if (event.type == "synthesize-start") return start_stream(event);
    if (event.type == "synthesize-chunk") {
      return !stream_ ||
             stream_->source.feed(text_at(event.data, "text"), stream_->stop.get_token());
    }
    if (event.type == "synthesize-stop") return end_stream();
    // Behind a stream the whole text comes once more, for servers that know no streams.
    if (event.type == "synthesize" && !stream_) return synthesize(event);
    return true;
  }

  bool synthesize(const Event& event) {
    const Result<std::string> text = check_text(service_, "text", text_at(event.data, "text"));
    if (!text) return fail(text.error());
    const auto source = pipeline::text_source(*text);
    std::stop_source stop;
    const Departure departure(socket_, stop);
    return speak(event, *text, *source, stop);
  }

  bool start_stream(const Event& event) {
    if (stream_) return fail({Errc::bad_argument, "a text is streaming already"});
    stream_ = std::make_unique<Stream>();
    stream_->thread = std::jthread(
        [this, event, stream = stream_.get()] { speak(event, "", stream->source, stream->stop); });
    return true;
  }

  bool end_stream() {
    if (!stream_) return true;
    stream_->source.finish();
    stream_.reset();  // waits for its last sound
    return send("synthesize-stopped", Json::object());
  }

  SpeechOrder order_of(const Event& event, const std::string& text) {
    SpeechOrder order;
    const auto voice = event.data.find("voice");
    const bool has_voice = voice != event.data.end() && voice->is_object();
    const std::string name = has_voice ? text_at(*voice, "name") : "";
    const std::string code = has_voice ? text_at(*voice, "language") : "";
    const Result<text::Language> language = text::find_language(code);
    order.from = !code.empty() && language ? *language : likely_language(name, text);
    order.to = order.from;
    if (!name.empty()) order.voice = name;
    order.caller = socket_.peer();
    order.options.reader.format = agent::Format::plain;
    order.options.speech_text.markdown = false;
    return order;
  }

  static text::Language likely_language(const std::string& voice, const std::string& text) {
    for (const speech::VoiceInfo& info : Voices::usable()) {
      if (info.name != voice || info.languages.size() != 1) continue;
      if (const auto language = text::find_language(info.languages[0])) return *language;
    }
    return detect_language(text).front().language;
  }

  bool speak(const Event& event, const std::string& text, pipeline::ByteSource& source,
             std::stop_source& stop) {
    const auto pass = service_.speaking.enter(socket_.peer(), stop.get_token());
    if (!pass) return fail({Errc::io, "the server is busy, try again later"});
    auto sink = audio::open_encoder(*audio::find_encoding("pcm"), kRateHz, [&](auto bytes) {
      return send("audio-chunk", kFormat,
                  {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    });
    if (!sink || !send("audio-start", kFormat)) return false;
    const auto result = service_.speak(order_of(event, text), source, **sink,
                                       {.translated = {},
                                        .finished = {},
                                        .sound_lost = [&](const Error&) { stop.request_stop(); }},
                                       stop.get_token());
    const Error* error = !result ? &result.error() : result->error ? &*result->error : nullptr;
    if (error != nullptr && !fail(*error)) return false;
    return send("audio-stop", Json::object());
  }

  bool fail(const Error& error) { return send("error", {{"text", error.message}}); }

  bool send(const char* type, const Json& data, std::string_view payload = {}) {
    const std::string json = dumped(data);
    Json head = {{"type", type}, {"version", SOTTO_VERSION}, {"data_length", json.size()}};
    if (!payload.empty()) head["payload_length"] = payload.size();
    const std::string bytes = fmt::format("{}\n{}{}", dumped(head), json, payload);
    const std::lock_guard lock(write_mutex_);
    boost::system::error_code error;
    boost::asio::write(socket_, boost::asio::buffer(bytes), error);
    return !error;
  }

  Socket& socket_;
  Service& service_;
  EventReader events_;
  std::mutex write_mutex_;
  std::unique_ptr<Stream> stream_;
  std::atomic<bool> ending_ = false;
};

}  // namespace

std::unique_ptr<Client> wyoming_client(Socket& socket, Service& service) {
  return std::make_unique<WyomingClient>(socket, service);
}

}  // namespace sotto::serve
