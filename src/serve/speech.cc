// POST /v1/audio/speech, as OpenAI has it; with translate_to the text is translated first.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "audio/wav_length.h"
#include "base/base64.h"
#include "base/json_fields.h"
#include "base/log.h"
#include "engine/detect.h"
#include "net/departure.h"
#include "serve/answer_sink.h"
#include "serve/handlers.h"
#include "serve/request_fields.h"
#include "text/ssml.h"

namespace sotto::serve {
namespace {

// Names that OpenAI's clients send by default; they mean no voice of ours.
constexpr std::array<std::string_view, 13> kOpenAiVoices = {
    "alloy", "ash",  "ballad",  "coral", "echo",  "fable", "onyx",
    "nova",  "sage", "shimmer", "verse", "marin", "cedar"};
constexpr std::array<std::string_view, 4> kOpenAiModels = {"sotto", "tts-1", "tts-1-hd",
                                                           "gpt-4o-mini-tts"};
// Bytes of a text whose WAV waits until all of it is made, so that its header says its length: some
// six seconds of sound, which nobody waits long for.
constexpr size_t kShortText = 100;

// Silence that a request is given: an answer may be kept until its end.
constexpr double kMostPausesMs = 600'000;

struct SoundOrder {
  std::string input;
  engine::SpeechOrder speech;
  const audio::Encoding* encoding;
  bool sse = false;
  bool timestamps = false;     // the answer is JSON (or its events say) which word is heard when
  bool waits_for_end = false;  // the answer leaves when all of it is made, and says its length
  // The text of a document of SSML, and the language that it names; may be empty.
  std::string plain_text = {}, own_language = {};
  std::string warning = {};  // for the client: what was not done as it asked
};

bool is_voice_kind(std::string_view name) {
  const speech::VoiceKind* kind = speech::kind_of(name);
  return kind != nullptr && kind->name == name;
}

bool is_auto(std::string_view voice) { return voice == "auto" || voice == "default"; }

// A name, or {"id": name}.
Result<std::string> voice_of(const nlohmann::json& fields, std::string& warning) {
  const auto voice = fields.find("voice");
  if (voice == fields.end() || voice->is_null()) return std::string("auto");
  Result<std::string> name = voice->is_object() ? get_string(*voice, "voice", "id")
                                                : get_string(fields, kRequest, "voice");
  if (!name) return name;
  if (is_auto(*name)) return std::string("auto");
  if (std::ranges::find(kOpenAiVoices, *name) == kOpenAiVoices.end()) return name;
  warning = fmt::format("voice: {} is not served, the default voice speaks", *name);
  return std::string("auto");
}

// `model` may name a kind of voice, as other servers' clients do: that kind speaks.
Result<std::string> voice_of_kind(std::string_view kind, const std::string& voice) {
  if (voice == "auto" || voice == kind) return std::string(kind);
  const size_t colon = voice.find(':');
  if (colon == voice.npos) return fmt::format("{}:{}", kind, voice);
  if (std::string_view(voice).substr(0, colon) == kind) return voice;
  return Error{Errc::bad_argument,
               fmt::format("voice: \"{}\" is no voice of the model {}, expected one of its own",
                           voice, kind)};
}

Result<void> read_voice(const Service& service, const nlohmann::json& fields, SoundOrder& order) {
  const Result<std::string> model = get_string_or(fields, kRequest, "model", "sotto");
  if (!model) return model.error();
  Result<std::string> voice = voice_of(fields, order.warning);
  if (voice && is_voice_kind(*model)) voice = voice_of_kind(*model, *voice);
  if (!voice) return voice.error();
  Result<engine::VoiceChoice> choice = service.engine.voices.choose(*voice);
  if (!choice) return choice.error();
  order.speech.voices = {*std::move(choice)};
  return {};
}

// A document of SSML is what begins as one, and is not Markdown. What is wrong with it is known
// before anything is heard, and so is the language that it says it has.
Result<void> read_markup(const nlohmann::json& fields, SoundOrder& order) {
  const Result<bool> markdown = get_bool_or(fields, kRequest, "markdown", false);
  if (!markdown) return markdown.error();
  pipeline::SessionOptions& options = order.speech.options;
  options.speech_text.markdown = *markdown;
  options.reader.format = agent::Format::plain;
  options.pause_marks = true;
  options.most_pauses_ms = kMostPausesMs;
  if (*markdown || !text::is_ssml(order.input)) return {};
  options.ssml = pipeline::Ssml::always;
  const auto document = text::read_ssml(order.input, {});
  if (!document) return Error{document.error().code, "input: " + document.error().message};
  order.plain_text = text::plain_text(*document);
  if (const Result<void> some = check_not_blank("input", order.plain_text); !some) return some;
  if (find_language(document->language)) order.own_language = document->language;
  return {};
}

Result<void> read_languages(const Service& service, const nlohmann::json& fields,
                            SoundOrder& order) {
  const Result<std::string> own = get_string_or(fields, kRequest, "language", order.own_language);
  if (!own) return own.error();
  const Result<bool> both = get_bool_or(fields, kRequest, "say_both", false);
  if (!both) return both.error();
  const Result<std::string> to = get_string_or(fields, kRequest, "translate_to", "");
  if (!to) return to.error();
  engine::SpeechOrder& speech = order.speech;
  if (!own->empty()) {
    const Result<Language> language = check_language("language", *own);
    if (!language) return language.error();
    speech.from = *language;
  } else {
    const std::vector<Language> likely =
        engine::likely_languages(order.plain_text.empty() ? order.input : order.plain_text);
    speech.from =
        to->empty() ? service.engine.voices.language_for(speech.voices[0], likely) : likely.front();
  }
  speech.to = speech.from;
  if (!to->empty()) {
    const Result<Language> language = check_language("translate_to", *to);
    if (!language) return language.error();
    speech.to = *language;
  }
  speech.options.say_both = *both;
  if (*both && speech.from == speech.to) {
    return Error{Errc::bad_argument,
                 "say_both: nothing is translated, expected translate_to another language"};
  }
  return {};
}

Result<void> read_model(const Service& service, const nlohmann::json& fields, SoundOrder& order) {
  const Result<std::string> model = get_string_or(fields, kRequest, "model", "sotto");
  if (!model) return model.error();
  if (std::ranges::find(kOpenAiModels, *model) != kOpenAiModels.end()) return {};
  if (is_voice_kind(*model)) return {};  // read_voice has taken it
  const auto known = service.engine.translators.models();
  if (std::ranges::find(known, *model, &engine::TranslatorChoice::name) == known.end()) {
    return Error{
        Errc::not_found,
        fmt::format("model: \"{}\" is not served, expected one that GET /v1/models lists", *model)};
  }
  order.speech.model = *model;
  return {};
}

Result<void> read_format(const nlohmann::json& fields, SoundOrder& order) {
  // `format`: what many clients call it.
  const char* const name = !fields.contains("response_format") && fields.contains("format")
                               ? "format"
                               : "response_format";
  const auto format = get_string_or(fields, kRequest, name, "mp3");
  if (!format) return format.error();
  order.encoding = audio::find_encoding(*format);
  if (order.encoding == nullptr) {
    return Error{Errc::unsupported,
                 fmt::format("{}: is {}, expected {}", name, *format, audio::encoding_names())};
  }
  const auto stream = get_string_or(fields, kRequest, "stream_format", "audio");
  if (!stream) return stream.error();
  if (*stream != "audio" && *stream != "sse") {
    return Error{Errc::unsupported,
                 fmt::format("stream_format: is {}, expected audio or sse", *stream)};
  }
  order.sse = *stream == "sse";
  const Result<bool> timestamps = get_bool_or(fields, kRequest, "timestamps", false);
  if (!timestamps) return timestamps.error();
  order.timestamps = *timestamps;
  const bool is_short_wav =
      *format == "wav" && order.input.size() <= kShortText && !fields.contains("stream_format");
  order.waits_for_end = is_short_wav || (order.timestamps && !order.sse);
  order.speech.options.heard_live = !order.waits_for_end;
  return {};
}

Result<SoundOrder> order_of(const Service& service, const nlohmann::json& fields) {
  SoundOrder order;
  Result<std::string> input = get_string(fields, kRequest, "input");
  if (!input) return input.error();
  input = check_text(service, "input", *std::move(input));
  if (!input) return input.error();
  order.input = *std::move(input);
  if (const Result<void> r = read_voice(service, fields, order); !r) return r.error();
  const Result<double> speed =
      get_number_or(fields, kRequest, "speed", speech::kSlowestRate, speech::kFastestRate, 1);
  if (!speed) return speed.error();
  order.speech.rate = *speed;
  const auto in_register = register_in(fields);
  if (!in_register) return in_register.error();
  order.speech.in_register = *in_register;
  if (const Result<void> r = read_markup(fields, order); !r) return r.error();
  if (const Result<void> r = read_languages(service, fields, order); !r) return r.error();
  if (const Result<void> r = read_model(service, fields, order); !r) return r.error();
  if (const Result<void> r = read_format(fields, order); !r) return r.error();
  return order;
}

// The answer begins with its first sound, so that what goes wrong before has a status of its own;
// one that waits for its end is made whole first.
class SoundAnswer {
 public:
  SoundAnswer(net::Exchange& exchange, const SoundOrder& order)
      : exchange_(exchange), order_(order) {}

  bool put(std::span<const std::byte> bytes) {
    if (order_.waits_for_end) {
      whole_.insert(whole_.end(), bytes.begin(), bytes.end());
      return true;
    }
    if (!begin()) return false;
    if (order_.sse)
      return exchange_.write(event({{"type", "speech.audio.delta"}, {"audio", base64(bytes)}}));
    return exchange_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  // A sentence is heard, or will be: all of its sound was put.
  void put_times(const pipeline::Utterance& u) {
    if (!order_.timestamps || u.audio_ms <= 0) return;
    nlohmann::ordered_json sentence = {{"text", u.translation.sentence.text},
                                       {"start_time", seconds(u.loud_from_ms)},
                                       {"end_time", seconds(u.loud_to_ms)}};
    nlohmann::ordered_json words = nlohmann::ordered_json::array();
    for (const pipeline::SpokenWord& word : u.words) {
      words.push_back({{"word", word.text},
                       {"start_time", seconds(word.begin_ms)},
                       {"end_time", seconds(word.end_ms)},
                       {"estimated", word.estimated}});
    }
    if (order_.sse) {
      sentence["type"] = "sotto.sentence";
      sentence["timestamps"] = std::move(words);
      if (begin()) exchange_.write(event(sentence));
      return;
    }
    sentences_.push_back(std::move(sentence));
    for (auto& word : words) words_.push_back(std::move(word));
  }

  void end(double audio_seconds) {
    if (order_.waits_for_end) {
      audio::set_wav_length(whole_);
      if (order_.timestamps) return reply_with_times();
      return exchange_.reply(200, order_.encoding->media_type,
                             {reinterpret_cast<const char*>(whole_.data()), whole_.size()});
    }
    if (!begin()) return;
    if (order_.sse) {
      exchange_.write(event({{"type", "speech.audio.done"},
                             {"usage",
                              {{"input_tokens", 0},
                               {"output_tokens", 0},
                               {"total_tokens", 0},
                               {"audio_seconds", audio_seconds}}}}));
    }
    exchange_.end();
  }

 private:
  static double seconds(double ms) { return std::round(ms) / 1000; }
  void reply_with_times() {
    exchange_.reply(200, "application/json",
                    dumped({{"audio", base64(whole_)},
                            {"audio_format", order_.encoding->media_type},
                            {"timestamps", std::move(words_)},
                            {"sentences", std::move(sentences_)}}));
  }
  bool begin() {
    if (!begun_)
      gone_ = !exchange_.begin(200, order_.sse ? "text/event-stream" : order_.encoding->media_type);
    begun_ = true;
    return !gone_;
  }
  static std::string event(const nlohmann::ordered_json& json) {
    return fmt::format("data: {}\n\n", dumped(json));
  }

  net::Exchange& exchange_;
  const SoundOrder& order_;
  bool begun_ = false, gone_ = false;
  std::vector<std::byte> whole_;
  nlohmann::ordered_json words_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json sentences_ = nlohmann::ordered_json::array();
};

// In what a header may hold.
void add_warning(net::Exchange& exchange, std::string warning) {
  std::ranges::replace_if(
      warning, [](char c) { return c < ' ' || c > '~'; }, '?');
  exchange.add_header("Sotto-Warning", std::move(warning));
}

void speak(Call& call, SoundOrder& order, std::stop_source& stop) {
  SoundAnswer answer(call.exchange, order);
  const auto sink = AnswerSink::open(*order.encoding, kSpeechRateHz,
                                     [&](auto bytes) { return answer.put(bytes); });
  if (!sink) return call.exchange.fail(sink.error());
  double audio_ms = 0;
  const auto source = pipeline::text_source(std::move(order.input));
  pipeline::SessionEvents events;
  events.finished = [&](const pipeline::Utterance& u) {
    audio_ms += u.audio_ms;
    answer.put_times(u);
  };
  events.warned = [&](const std::string& warning) { add_warning(call.exchange, warning); };
  events.sound_lost = [&](const Error&) { stop.request_stop(); };
  const auto result = call.service.speak(order.speech, *source, **sink, events, stop.get_token());
  const Error* error = !result ? &result.error() : result->error ? &*result->error : nullptr;
  if (error == nullptr) {
    (*sink)->let_go();
    return answer.end(audio_ms / 1000);
  }
  if (call.exchange.status() == 0) return call.exchange.fail(*error);
  if (error->code != Errc::cancelled) log::error("a speech broke off: {}", error->message);
  call.exchange.abandon();
}

}  // namespace

void post_speech(Call& call) {
  const auto fields = read_fields(call);
  if (!fields) return;
  Result<SoundOrder> order = order_of(call.service, *fields);
  if (!order) return call.exchange.fail(order.error());
  order->speech.caller = call.caller;
  std::stop_source stop;
  const net::Departure departure(call.exchange.socket(), stop);
  if (!order->warning.empty()) add_warning(call.exchange, order->warning);
  if (check_computing(call)) speak(call, *order, stop);
}

}  // namespace sotto::serve
