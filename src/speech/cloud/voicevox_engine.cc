#include "speech/cloud/voicevox_engine.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/environment.h"
#include "base/json.h"
#include "base/printable.h"
#include "http/ask.h"

namespace sotto::speech {
namespace {

using nlohmann::json;

constexpr const char* kUrlVariable = "SOTTO_VOICEVOX_URL";
// VOICEVOX, AivisSpeech.
constexpr const char* kUsualUrls[] = {"http://127.0.0.1:50021", "http://127.0.0.1:10101"};
constexpr int kEngineRate = 24000;     // Hz
constexpr long kLookSeconds = 2;       // for an engine
constexpr long kSilentSeconds = 60;    // a long sentence on a slow processor
constexpr size_t kMostStyles = 10000;  // of an engine
constexpr size_t kLongestName = 200;   // bytes, of a speaker or a style

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= kLongestName && printable(name) == name;
}

// Speakers that only sing are left out, and what cannot be named.
std::vector<VoicevoxStyle> styles_in(const json& speakers) {
  std::vector<VoicevoxStyle> found;
  if (!speakers.is_array()) return found;
  for (const json& speaker : speakers) {
    const std::string speaker_name = json_string(speaker, "name");
    const json& styles = json_member(speaker, "styles");
    if (!is_name(speaker_name) || !styles.is_array()) continue;
    for (const json& style : styles) {
      const json& id = json_member(style, "id");
      const std::string name = json_string(style, "name"), type = json_string(style, "type");
      if (!id.is_number_integer() || !is_name(name) || (!type.empty() && type != "talk")) continue;
      if (found.size() == kMostStyles) return found;
      found.push_back({id.get<int64_t>(), speaker_name, name});
    }
  }
  return found;
}

}  // namespace

Result<std::shared_ptr<VoicevoxEngine>> VoicevoxEngine::find() {
  const auto wanted = variable(kUrlVariable);
  std::vector<std::string> urls(std::begin(kUsualUrls), std::end(kUsualUrls));
  if (wanted) urls = {*wanted};
  std::string tried;
  for (const std::string& text : urls) {
    Result<http::ServerUrl> url = http::parse_server_url(text);
    if (!url)
      return Error{url.error().code, fmt::format("{}: {}", kUrlVariable, url.error().message)};
    const std::shared_ptr<VoicevoxEngine> engine(new VoicevoxEngine(*std::move(url)));
    const Result<void> read = engine->read_styles();
    if (read) return engine;
    tried += (tried.empty() ? "" : "; ") + read.error().message;
  }
  return Error{
      Errc::not_found,
      fmt::format("voicevox: no engine runs, expected VOICEVOX or AivisSpeech to be started"
                  ", or its address in {} ({})",
                  kUrlVariable, tried)};
}

Result<void> VoicevoxEngine::read_styles() {
  http::Request speakers = request("/speakers");
  speakers.connect_seconds = speakers.most_seconds = kLookSeconds;
  const Result<http::Answer> answer = client_.send(speakers, {});
  if (!answer) return answer.error();
  if (http::is_success(*answer)) styles_ = styles_in(parse_json(answer->body));
  if (!styles_.empty()) return {};
  return Error{Errc::bad_format,
               fmt::format("{}: lists no speakers, status {}", speakers.url, answer->status)};
}

Result<std::string> VoicevoxEngine::synthesize(const std::string& text, int64_t style, double speed,
                                               const std::stop_token& stop) {
  http::Request wanted =
      request(fmt::format("/audio_query?text={}&speaker={}", http::percent_encoded(text), style));
  wanted.body = "";
  const Result<std::string> said = ask(wanted, stop);
  if (!said) return said.error();
  json query = parse_json(*said);
  if (!query.is_object())
    return Error{Errc::bad_format, fmt::format("{}: the answer is no query", url_.base)};
  query["speedScale"] = speed;
  query["outputSamplingRate"] = kEngineRate;
  query["outputStereo"] = false;
  wanted = request(fmt::format("/synthesis?speaker={}", style));
  wanted.body = dumped_sorted(query);
  wanted.headers = {"Content-Type: application/json"};
  return ask(wanted, stop);
}

http::Request VoicevoxEngine::request(const std::string& path) const {
  return {.url = url_.base + path,
          .connect_seconds = 5,
          .silent_seconds = kSilentSeconds,
          .direct = url_.is_loopback()};
}

// The error names the engine; the URL would have the whole text in it.
Result<std::string> VoicevoxEngine::ask(const http::Request& request, const std::stop_token& stop) {
  Result<http::Answer> answer = http::ask(client_, request, stop);
  if (answer) return std::move(answer->body);
  Error error = answer.error();
  const size_t at = error.message.find(request.url);
  if (at != error.message.npos) error.message.replace(at, request.url.size(), url_.base);
  return error;
}

}  // namespace sotto::speech
