#include "serve/wyoming.h"

#include <fmt/format.h>

#include <atomic>
#include <boost/asio/write.hpp>
#include <mutex>
#include <optional>
#include <thread>

#include "audio/encoder.h"
#include "base/log.h"
#include "serve/departure.h"
#include "serve/feed_source.h"
#include "serve/request_fields.h"
#include "serve/wyoming_event.h"

namespace sotto::serve {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kRateHz = 24000;
const Json kFormat = {{"rate", kRateHz}, {"width", 2}, {"channels", 1}};

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
  WyomingClient(Socket& socket, Service& service) : socket_(socket), service_(service) {}

  void serve() override {
    while (!ending_) {
      const std::optional<WyomingEvent> event = next();
      if (!event || !handle(*event)) break;
    }
    if (ending_) end_stream();  // what has come is said
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

  // None: the other side has gone, or speaks something else.
  std::optional<WyomingEvent> next() {
    for (;;) {
      Result<std::optional<WyomingEvent>> event = reader_.next();
      if (!event) log::debug("{}: {}", socket_.peer(), event.error().message);
      if (!event || *event) return event ? *std::move(event) : std::nullopt;
      char piece[16384];
      boost::system::error_code error;
      const size_t n = socket_.read_some(boost::asio::buffer(piece), error);
      if (error) return std::nullopt;
      reader_.push({piece, n});
    }
  }

  bool handle(const WyomingEvent& event) {
    if (event.type == "describe") return send("info", info());
    if (event.type == "ping") return send("pong", {{"text", string_in(event.data, "text")}});
    if (event.type == "synthesize-start") return start_stream(event);
    if (event.type == "synthesize-chunk") {
      // False: it could not be spoken, which has been said.
      if (stream_) stream_->source.feed(string_in(event.data, "text"), stream_->stop.get_token());
      return true;
    }
    if (event.type == "synthesize-stop") return end_stream();
    // Behind a stream the whole text comes once more, for servers that know no streams.
    if (event.type == "synthesize" && !stream_) return synthesize(event);
    return true;
  }

  bool synthesize(const WyomingEvent& event) {
    const Result<std::string> text = check_text(service_, "text", string_in(event.data, "text"));
    if (!text) return fail(text.error());
    const auto source = pipeline::text_source(*text);
    std::stop_source stop;
    const Departure departure(socket_, stop);
    return speak(event, *text, *source, stop);
  }

  bool start_stream(const WyomingEvent& event) {
    if (stream_) return fail({Errc::bad_argument, "a text is streaming already"});
    stream_ = std::make_unique<Stream>();
    stream_->thread = std::jthread([this, event, stream = stream_.get()] {
      speak(event, "", stream->source, stream->stop);
      stream->stop.request_stop();  // nobody reads any more: who feeds need not wait
    });
    return true;
  }

  bool end_stream() {
    if (!stream_) return true;
    stream_->source.finish();
    stream_.reset();  // waits for its last sound
    return send("synthesize-stopped", Json::object());
  }

  SpeechOrder order_of(const WyomingEvent& event, const std::string& text) {
    SpeechOrder order;
    const auto voice = event.data.find("voice");
    const bool has_voice = voice != event.data.end() && voice->is_object();
    const std::string name = has_voice ? string_in(*voice, "name") : "";
    const std::string code = has_voice ? string_in(*voice, "language") : "";
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

  bool speak(const WyomingEvent& event, const std::string& text, pipeline::ByteSource& source,
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
  WyomingReader reader_;
  std::mutex write_mutex_;
  std::unique_ptr<Stream> stream_;
  std::atomic<bool> ending_ = false;
};

}  // namespace

std::string wyoming_refusal() {
  const std::string data = dumped({{"text", "the server has too many connections"}});
  return fmt::format(
      "{}\n{}",
      dumped({{"type", "error"}, {"version", SOTTO_VERSION}, {"data_length", data.size()}}), data);
}

std::unique_ptr<Client> wyoming_client(Socket& socket, Service& service) {
  return std::make_unique<WyomingClient>(socket, service);
}

}  // namespace sotto::serve
