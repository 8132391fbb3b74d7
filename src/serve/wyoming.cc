#include "serve/wyoming.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/write.hpp>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "audio/encoder.h"
#include "base/failure.h"
#include "base/log.h"
#include "engine/detect.h"
#include "net/departure.h"
#include "net/http.h"
#include "serve/feed_source.h"
#include "serve/peeked_source.h"
#include "serve/request_fields.h"
#include "serve/wyoming_event.h"

namespace sotto::serve {
namespace {

using Json = nlohmann::ordered_json;
const Json kFormat = {{"rate", kSpeechRateHz}, {"width", 2}, {"channels", 1}};

Json described(const std::string& name, const std::string& description) {
  return {{"name", name},
          {"description", description},
          {"attribution", {{"name", "sotto"}, {"url", ""}}},
          {"installed", true},
          {"version", SOTTO_VERSION}};
}

// Home Assistant shows the voices of a language: each single one, and a kind where it has none.
Json info(const Service& service) {
  Json voices = Json::array();
  const std::vector<speech::SingleVoice> all = service.engine.voices.served();
  for (const speech::SingleVoice& voice : all) {
    const auto is_one_of_it = [&](const auto& v) { return v.name.starts_with(voice.name + ":"); };
    if (std::ranges::any_of(all, is_one_of_it)) continue;
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

class WyomingClient final : public net::Client {
 public:
  WyomingClient(net::Socket& socket, Service& service) : socket_(socket), service_(service) {}

  void serve() override {
    while (!ending_) {
      if (!stream_) idle_since_.begin();
      const std::optional<WyomingEvent> event = next();
      if (!stream_) idle_since_.end();
      if (!event || !handle(*event)) break;
    }
    if (ending_) end_stream();  // what has come is said
    stream_.reset();
  }
  void close_soon() override {
    ending_ = true;
    socket_.stop_reading();
  }
  std::optional<net::Clock::time_point> idle_since() const override { return idle_since_.get(); }

 private:
  // A text that streams. Its end is that of its sound.
  struct Stream {
    ~Stream() { stop.request_stop(); }
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
    if (event.type == "describe") return send("info", info(service_));
    if (event.type == "ping") return send("pong", {{"text", json_string(event.data, "text")}});
    if (event.type == "synthesize-start") return start_stream(event);
    if (event.type == "synthesize-chunk") {
      // False: it could not be spoken, which has been said.
      if (stream_) stream_->source.feed(json_string(event.data, "text"), stream_->stop.get_token());
      return true;
    }
    if (event.type == "synthesize-stop") return end_stream();
    // Behind a stream the whole text comes once more, for servers that know no streams.
    if (event.type == "synthesize" && !stream_) return synthesize(event);
    return true;
  }

  bool synthesize(const WyomingEvent& event) {
    const Result<std::string> text = check_text(service_, "text", json_string(event.data, "text"));
    if (!text) return fail(text.error());
    const auto source = pipeline::text_source(*text);
    std::stop_source stop;
    const net::Departure departure(socket_, stop);
    return speak(event, *text, *source, stop);
  }

  bool start_stream(const WyomingEvent& event) {
    if (stream_) return fail({Errc::bad_argument, "a text is streaming already"});
    stream_ = std::make_unique<Stream>();
    try {
      stream_->thread = std::jthread([this, event, stream = stream_.get()] {
        try {
          speak(event, "", stream->source, stream->stop);
        } catch (...) {  // memory ran out: this text's end, not everybody's
          fail(error_of(std::current_exception()));
        }
        stream->stop.request_stop();  // nobody reads any more: who feeds need not wait
      });
    } catch (...) {
      stream_.reset();
      return fail(error_of(std::current_exception()));
    }
    return true;
  }

  bool end_stream() {
    if (!stream_) return true;
    stream_->source.finish();
    stream_->thread.join();  // waits for its last sound
    stream_.reset();
    idle_since_.end();
    return send("synthesize-stopped", Json::object());
  }

  // The language is what the client says, else the voice's only one, else that of the text, which
  // is waited for, among the voice's.
  template <class Text>
  Result<engine::SpeechOrder> order_of(const WyomingEvent& event, const Text& text) {
    engine::SpeechOrder order;
    const auto voice = event.data.find("voice");
    const bool has_voice = voice != event.data.end() && voice->is_object();
    const std::string name = has_voice ? json_string(*voice, "name") : "";
    const std::string code = has_voice ? json_string(*voice, "language") : "";
    const Result<engine::VoiceChoice> choice =
        service_.engine.voices.choose(name.empty() ? "auto" : name);
    if (!choice) return choice.error();
    order.voices = {*choice};
    const Result<Language> language = find_language(code);
    const auto own = service_.engine.voices.language_of(*choice);
    const auto of_text = [&] {
      return service_.engine.voices.language_for(*choice,
                                                 engine::likely_languages(std::string(text())));
    };
    order.from = !code.empty() && language ? *language : own ? *own : of_text();
    order.to = order.from;
    order.caller = net::network_of(socket_.peer());
    order.options.reader.format = agent::Format::plain;
    order.options.speech_text.markdown = false;
    return order;
  }

  bool speak(const WyomingEvent& event, const std::string& text, pipeline::ByteSource& source,
             std::stop_source& stop) {
    if (const int wait_s = service_.compute_limit.would_wait_s(net::network_of(socket_.peer()));
        wait_s > 0) {
      return fail({Errc::cancelled,
                   fmt::format("too much was asked for, try again in {} seconds", wait_s)});
    }
    idle_since_.begin();
    auto sink = audio::open_encoder(*audio::find_encoding("pcm"), kSpeechRateHz, [&](auto bytes) {
      return send("audio-chunk", kFormat,
                  {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    });
    if (!sink || !send("audio-start", kFormat)) return false;
    PeekedSource peeked(source);
    const Result<engine::SpeechOrder> order = order_of(event, [&] {
      return text.empty() ? peeked.first_sentence(stop.get_token()) : std::string_view(text);
    });
    if (!order) return fail(order.error()) && send("audio-stop", Json::object());
    peeked.wait(stop.get_token());  // nothing is opened for a client that only is connected
    pipeline::SessionEvents events;
    events.sound_lost = [&](const Error&) { stop.request_stop(); };
    events.working = [this](bool works) { works ? idle_since_.end() : idle_since_.begin(); };
    const auto result = service_.speak(*order, peeked, **sink, events, stop.get_token());
    const Error* error = !result ? &result.error() : result->error ? &*result->error : nullptr;
    if (error != nullptr && !fail(*error)) return false;
    return send("audio-stop", Json::object());
  }

  bool fail(const Error& error) { return send("error", {{"text", net::told(error)}}); }

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

  net::Socket& socket_;
  Service& service_;
  WyomingReader reader_;
  std::mutex write_mutex_;
  std::unique_ptr<Stream> stream_;
  std::atomic<bool> ending_ = false;
  net::IdleSince idle_since_;
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
