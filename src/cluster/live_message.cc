#include "cluster/live_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/json_fields.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "cluster/sentence_json.h"
#include "cluster/subjects.h"
#include "speech/voice_kinds.h"

namespace sotto::cluster {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are sent as they lie in memory");

constexpr int kLiveFormat = 1;
constexpr const char* kRequested = "the request";
constexpr const char* kAnswered = "the worker's answer";
constexpr const char* kOffered = "the worker's offer";
constexpr const char* kSigned = "the worker's sign";
constexpr const char* kRequestKinds[] = {"open_translator", "translate", "open_voice", "say"};
constexpr const char* kReplyKinds[] = {"taken",       "busy",  "other", "beat",
                                       "translation", "piece", "done",  "failed"};
constexpr size_t kMostSentences = 256, kMostNames = 4096, kLongestName = 200, kMostWords = 20000;
constexpr size_t kLongestError = 500;
constexpr uint64_t kMostSamples = uint64_t{1} << 40;
constexpr int kLongestWait = 24 * 3600 * 1000;

template <size_t Count>
Result<int> kind_named(const nlohmann::json& fields, const char* what,
                       const char* const (&kinds)[Count]) {
  const std::string& name = json_string(fields, "kind");
  const auto known = std::ranges::find(kinds, name);
  if (known == std::end(kinds))
    return Error{Errc::bad_format,
                 fmt::format("{}: kind is another one than version {} knows", what, kLiveFormat)};
  return static_cast<int>(known - std::begin(kinds));
}

Result<nlohmann::json> live_fields(std::string_view json, const char* what) {
  size_t replaced = 0;
  to_valid_utf8(json, replaced);
  if (replaced > 0) return Error{Errc::bad_format, fmt::format("{}: is not UTF-8", what)};
  Result<nlohmann::json> fields = parse_json_object(json, what);
  // Its error shows where the text is wrong.
  if (!fields) return Error{Errc::bad_format, fmt::format("{}: is not a JSON object", what)};
  const auto format = get_int(*fields, what, "format", kLiveFormat, kLiveFormat);
  if (!format) return format.error();
  return fields;
}

Result<std::string> short_name(const nlohmann::json& fields, const char* what, const char* key) {
  const std::string& name = json_string(fields, key);
  if (name.size() > kLongestName)
    return Error{Errc::bad_format, fmt::format("{}: {} has {} bytes, expected at most {}", what,
                                               key, name.size(), kLongestName)};
  return name;
}

bool is_word(std::string_view text, size_t least, size_t most) {
  return text.size() >= least && text.size() <= most &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0; });
}

nlohmann::ordered_json codes_of(const std::vector<Language>& languages) {
  nlohmann::ordered_json codes = nlohmann::ordered_json::array();
  for (const Language& language : languages) codes.push_back(language.flores);
  return codes;
}

std::vector<std::string> strings_of(const nlohmann::json& list) {
  std::vector<std::string> strings;
  if (!list.is_array() || list.size() > kMostNames) return strings;
  for (const nlohmann::json& one : list)
    if (one.is_string() && one.get_ref<const std::string&>().size() <= kLongestName)
      strings.push_back(one);
  return strings;
}

}  // namespace

std::string LiveRequest::subject() const {
  const bool is_text = kind == Kind::open_translator || kind == Kind::translate;
  return is_text ? "sotto.live.translate." + subject_part(model)
                 : "sotto.live.say." + subject_part(voice);
}

std::string LiveRequest::json() const {
  nlohmann::ordered_json json = {{"format", kLiveFormat},
                                 {"kind", kRequestKinds[static_cast<size_t>(kind)]},
                                 {"left_ms", left.count()},
                                 {"caller", caller},
                                 {"to", to.flores}};
  if (kind == Kind::open_translator || kind == Kind::translate) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const text::Sentence& sentence : sentences) list.push_back(sentence_json(sentence));
    json["from"] = from.flores;
    json["model"] = model;
    json["n_best"] = n_best;
    json["sentences"] = std::move(list);
  } else {
    json["voice"] = voice;
    json["expect"] = expect;
    json["rate"] = rate;
    json["text"] = text;
  }
  return dumped(json);
}

Result<LiveRequest> LiveRequest::parse(std::string_view json) {
  const auto fields = live_fields(json, kRequested);
  if (!fields) return fields.error();
  LiveRequest request;
  const auto kind = kind_named(*fields, kRequested, kRequestKinds);
  if (!kind) return kind.error();
  request.kind = static_cast<Kind>(*kind);
  const auto left = get_int(*fields, kRequested, "left_ms", 0, kLongestWait);
  if (!left) return left.error();
  request.left = std::chrono::milliseconds(*left);
  for (auto [key, value] : {std::pair{"caller", &request.caller},
                            {"model", &request.model},
                            {"voice", &request.voice},
                            {"expect", &request.expect}}) {
    auto name = short_name(*fields, kRequested, key);
    if (!name) return name.error();
    *value = *std::move(name);
  }
  Result<Language> to = check_language("to", json_string(*fields, "to"));
  if (!to) return to.error();
  request.to = *std::move(to);
  if (request.kind == Kind::open_voice || request.kind == Kind::say) {
    const auto rate =
        get_number(*fields, kRequested, "rate", speech::kSlowestRate, speech::kFastestRate);
    if (!rate) return rate.error();
    request.rate = *rate;
    request.text = json_string(*fields, "text");
    return request;
  }
  Result<Language> from = check_language("from", json_string(*fields, "from"));
  if (!from) return from.error();
  request.from = *std::move(from);
  const auto n_best = get_int(*fields, kRequested, "n_best", 1, 64);
  if (!n_best) return n_best.error();
  request.n_best = *n_best;
  const nlohmann::json& list = json_member(*fields, "sentences");
  if (!list.is_array() || list.size() > kMostSentences)
    return Error{Errc::bad_format, fmt::format("{}: sentences are no list of at most {}",
                                               kRequested, kMostSentences)};
  for (const nlohmann::json& one : list) {
    auto sentence = read_sentence(kRequested, one);
    if (!sentence) return sentence.error();
    request.sentences.push_back(*std::move(sentence));
  }
  return request;
}

std::string LiveReply::bytes() const {
  nlohmann::ordered_json json = {{"format", kLiveFormat},
                                 {"kind", kReplyKinds[static_cast<size_t>(kind)]}};
  if (kind == Kind::translation) {
    json["index"] = index;
    json["translation"] = translation_json(translation);
  }
  if (kind == Kind::piece) json["at"] = at;
  if (kind == Kind::piece || kind == Kind::done) json["sample_rate_hz"] = sample_rate_hz;
  if (kind == Kind::done) {
    nlohmann::ordered_json times = nlohmann::ordered_json::array();
    for (const speech::WordTime& word : words) times.push_back({word.begin_ms, word.end_ms});
    json["voice"] = voice;
    json["takes_rate"] = takes_rate;
    json["words"] = std::move(times);
  }
  if (error) {
    json["code"] = static_cast<int>(error->code);
    size_t cut = 0;
    json["message"] = to_valid_utf8(printable(error->message).substr(0, kLongestError), cut);
  }
  std::string bytes = dumped(json) + "\n";
  if (!samples.empty())
    bytes.append(reinterpret_cast<const char*>(samples.data()), samples.size() * sizeof(float));
  return bytes;
}

Result<LiveReply> LiveReply::parse(std::string_view bytes) {
  const size_t end = bytes.find('\n');
  const Error broken{Errc::bad_format,
                     fmt::format("{}: is no line of JSON with samples behind it", kAnswered)};
  if (end == bytes.npos) return broken;
  const auto fields = live_fields(bytes.substr(0, end), kAnswered);
  if (!fields) return fields.error();
  const std::string_view rest = bytes.substr(end + 1);
  LiveReply reply;
  const auto kind = kind_named(*fields, kAnswered, kReplyKinds);
  if (!kind) return kind.error();
  reply.kind = static_cast<Kind>(*kind);
  if (rest.size() % sizeof(float) != 0 || (!rest.empty() && reply.kind != Kind::piece))
    return broken;
  if (reply.kind == Kind::translation) {
    const auto index = get_int(*fields, kAnswered, "index", 0, static_cast<int>(kMostSentences));
    if (!index) return index.error();
    reply.index = static_cast<size_t>(*index);
    auto translation = read_translation(kAnswered, json_member(*fields, "translation"));
    if (!translation) return translation.error();
    reply.translation = *std::move(translation);
  }
  if (reply.kind == Kind::piece || reply.kind == Kind::done) {
    const auto rate = get_int(*fields, kAnswered, "sample_rate_hz", 0, 192000);
    if (!rate) return rate.error();
    reply.sample_rate_hz = *rate;
  }
  if (reply.kind == Kind::piece) {
    const nlohmann::json& at = json_member(*fields, "at");
    if (!at.is_number_unsigned() || at.get<uint64_t>() > kMostSamples) return broken;
    reply.at = at.get<uint64_t>();
    reply.samples.resize(rest.size() / sizeof(float));
    if (!rest.empty()) std::memcpy(reply.samples.data(), rest.data(), rest.size());
    const auto is_sound = [](float sample) { return std::isfinite(sample); };
    if (reply.sample_rate_hz == 0 || !std::ranges::all_of(reply.samples, is_sound)) return broken;
  }
  if (reply.kind == Kind::done) {
    auto voice = short_name(*fields, kAnswered, "voice");
    if (!voice) return voice.error();
    reply.voice = *std::move(voice);
    reply.takes_rate = json_flag(*fields, "takes_rate");
    const nlohmann::json& words = json_member(*fields, "words");
    if (!words.is_array() || words.size() > kMostWords) return broken;
    for (const nlohmann::json& word : words) {
      if (!word.is_array() || word.size() != 2 || !word[0].is_number() || !word[1].is_number())
        return broken;
      reply.words.push_back({word[0].get<double>(), word[1].get<double>()});
    }
  }
  if (reply.kind == Kind::failed) {
    const auto code = get_int(*fields, kAnswered, "code", 0, static_cast<int>(Errc::internal));
    if (!code) return code.error();
    reply.error = Error{static_cast<Errc>(*code), json_string(*fields, "message")};
  }
  return reply;
}

std::string LiveOffer::json() const {
  nlohmann::ordered_json list = nlohmann::ordered_json::array(),
                         spoken = nlohmann::ordered_json::array();
  for (const Model& model : models)
    list.push_back({{"name", model.name},
                    {"from", codes_of(model.directions.from)},
                    {"to", codes_of(model.directions.to)}});
  for (const speech::SingleVoice& voice : voices)
    spoken.push_back({{"name", voice.name}, {"languages", voice.languages}});
  return dumped({{"format", kLiveFormat}, {"models", list}, {"voices", spoken}});
}

// Fields that this version does not know stay out.
Result<LiveOffer> LiveOffer::parse(std::string_view json) {
  const auto fields = live_fields(json, kOffered);
  if (!fields) return fields.error();
  LiveOffer offer;
  const nlohmann::json &models = json_member(*fields, "models"),
                       &voices = json_member(*fields, "voices");
  if (!models.is_array() || !voices.is_array() || models.size() > kMostNames ||
      voices.size() > kMostNames)
    return Error{Errc::bad_format, fmt::format("{}: models and voices are no lists of at most {}",
                                               kOffered, kMostNames)};
  for (const nlohmann::json& model : models) {
    const std::string& name = json_string(model, "name");
    if (name.empty() || name.size() > kLongestName) continue;
    offer.models.push_back({name,
                            {translate::languages_of(strings_of(json_member(model, "from"))),
                             translate::languages_of(strings_of(json_member(model, "to")))}});
  }
  for (const nlohmann::json& voice : voices) {
    const std::string& name = json_string(voice, "name");
    if (name.size() > kLongestName || speech::kind_of(name) == nullptr) continue;
    offer.voices.push_back({name, strings_of(json_member(voice, "languages"))});
  }
  return offer;
}

std::string LiveSign::json() const {
  return dumped(
      {{"format", kLiveFormat}, {"worker", worker}, {"offer", offer}, {"leaves", leaves}});
}

Result<LiveSign> LiveSign::parse(std::string_view json) {
  const auto fields = live_fields(json, kSigned);
  if (!fields) return fields.error();
  LiveSign sign{json_string(*fields, "worker"), json_string(*fields, "offer"),
                json_flag(*fields, "leaves")};
  if (!is_word(sign.worker, 8, 64) || !is_word(sign.offer, 8, 64))
    return Error{Errc::bad_format,
                 fmt::format("{}: worker and offer are no names of letters and digits", kSigned)};
  return sign;
}

}  // namespace sotto::cluster
