// Google Cloud Text-to-Speech among the kinds of voices: its REST interface, v1 text:synthesize.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/base64.h"
#include "base/environment.h"
#include "base/json.h"
#include "http/ask.h"
#include "http/google_token.h"
#include "speech/cloud/kinds.h"
#include "speech/cloud/voice.h"

namespace sotto::speech::google_cloud_kind {
namespace {

using nlohmann::json;

constexpr const char* kName = "google-cloud";
constexpr const char* kKeyVariable = "GOOGLE_API_KEY";
constexpr const char* kAccountVariable = "GOOGLE_APPLICATION_CREDENTIALS";
constexpr size_t kMostCharacters = 1000;  // 5000 bytes
constexpr double kSlowestThere = 0.25, kFastestThere = 2;

// The service wants a region with the language; of most the one with most speakers.
std::string tag_of(const Language& language) {
  constexpr std::pair<std::string_view, std::string_view> kTags[] = {
      {"ja", "ja-JP"}, {"en", "en-US"}, {"de", "de-DE"}, {"fr", "fr-FR"}, {"es", "es-ES"},
      {"it", "it-IT"}, {"pt", "pt-BR"}, {"nl", "nl-NL"}, {"ko", "ko-KR"}, {"zh", "cmn-CN"},
      {"ru", "ru-RU"}, {"pl", "pl-PL"}, {"tr", "tr-TR"}, {"hi", "hi-IN"}, {"ar", "ar-XA"}};
  const auto found =
      std::ranges::find(kTags, language.iso, &std::pair<std::string_view, std::string_view>::first);
  return std::string(found == std::end(kTags) ? language.iso : found->second);
}

// "ja-JP" of "ja-JP-Neural2-B".
std::string tag_of(const std::string& voice) {
  const size_t dash = voice.find('-');
  return voice.substr(0, dash == voice.npos ? dash : voice.find('-', dash + 1));
}

// One caller's way to the service.
class GoogleCloud {
 public:
  GoogleCloud(std::string url, std::string key, std::optional<http::GoogleToken> token)
      : url_(std::move(url)), key_(std::move(key)), token_(std::move(token)) {}

  Result<std::string> synthesize(const json& wanted, const std::stop_token& stop) {
    http::Request request = {.url = url_ + "/v1/text:synthesize",
                             .body = dumped_sorted(wanted),
                             .headers = {"Content-Type: application/json; charset=utf-8"},
                             .connect_seconds = 5,
                             .silent_seconds = 10};
    if (token_) {
      auto token = token_->get(client_, stop);
      if (!token) return token.error();
      request.token = *std::move(token);
    } else {
      request.headers.push_back("X-Goog-Api-Key: " + key_);
    }
    const auto answer = http::ask(client_, request, stop);
    if (!answer) return answer.error();
    const json said = exact_json(answer->body);
    const auto sound = said.find("audioContent");
    if (said.is_object() && sound != said.end() && sound->is_string()) {
      auto file = from_base64(sound->get_ref<const std::string&>());
      if (file) return *std::move(file);
    }
    return Error{Errc::bad_format, fmt::format("{}: the answer has no audioContent", url_)};
  }

 private:
  http::Client client_;
  std::string url_, key_;
  std::optional<http::GoogleToken> token_;
};

bool has_credentials() { return variable(kKeyVariable) || variable(kAccountVariable); }

std::vector<VoiceInfo> list() {
  return {{kName,
           {},
           has_credentials(),
           has_credentials() ? "in the cloud: named, it is used"
                             : fmt::format("set {} or {}", kKeyVariable, kAccountVariable)}};
}

std::vector<SingleVoice> voices(const VoiceOptions&) {
  return has_credentials() ? std::vector<SingleVoice>{{kName, {}}} : std::vector<SingleVoice>{};
}

bool suits(const Language&, const VoiceOptions&) { return has_credentials(); }

Result<std::unique_ptr<Voice>> open(const std::string& voice, const Language& language, double rate,
                                    const VoiceOptions&) {
  const auto key = variable(kKeyVariable);
  std::optional<http::GoogleToken> token;
  if (!key) {
    const auto file = variable(kAccountVariable);
    if (!file) {
      return Error{Errc::not_found, fmt::format("{}: needs an API key in {}, or the file of a "
                                                "service account named by {}",
                                                kName, kKeyVariable, kAccountVariable)};
    }
    auto opened = http::GoogleToken::open(*file);
    if (!opened) return opened.error();
    token = *std::move(opened);
  }
  const std::string url =
      variable("SOTTO_GOOGLE_CLOUD_URL").value_or("https://texttospeech.googleapis.com");
  const double there = std::clamp(rate, kSlowestThere, kFastestThere);
  json wanted = {
      {"voice", {{"languageCode", voice.empty() ? tag_of(language) : tag_of(voice)}}},
      {"audioConfig",
       {{"audioEncoding", "OGG_OPUS"}, {"sampleRateHertz", 24000}, {"speakingRate", there}}}};
  if (!voice.empty()) wanted["voice"]["name"] = voice;
  const auto service = std::make_shared<GoogleCloud>(url, key.value_or(""), std::move(token));
  return cloud_voice({.name = voice.empty() ? kName : fmt::format("{}:{}", kName, voice),
                      .host = url,
                      .settings = dumped_sorted(wanted),
                      .most_characters = kMostCharacters,
                      .tempo = rate / there,
                      .fetch = [=](const std::string& text, const std::stop_token& stop) {
                        json request = wanted;
                        request["input"]["text"] = text;
                        return service->synthesize(request, stop);
                      }});
}

}  // namespace
}  // namespace sotto::speech::google_cloud_kind

namespace sotto::speech {

constinit const VoiceKind kGoogleCloudKind = {.name = google_cloud_kind::kName,
                                              .rank = 8,
                                              .leaves_machine = true,
                                              .only_by_name = true,
                                              .has_models = false,
                                              .takes_files = false,
                                              .settings = {},
                                              .list = google_cloud_kind::list,
                                              .voices = google_cloud_kind::voices,
                                              .suits = google_cloud_kind::suits,
                                              .open = google_cloud_kind::open};

}  // namespace sotto::speech
