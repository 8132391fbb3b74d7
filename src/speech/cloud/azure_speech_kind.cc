// Azure AI Speech among the kinds of voices: its REST interface, /cognitiveservices/v1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "base/environment.h"
#include "base/printable.h"
#include "base/xml.h"
#include "http/ask.h"
#include "http/key.h"
#include "http/server_url.h"
#include "speech/cloud/kinds.h"
#include "speech/cloud/voice.h"

namespace sotto::speech::azure_speech_kind {
namespace {

constexpr const char* kName = "azure-speech";
constexpr const char* kKeyVariable = "AZURE_SPEECH_KEY";
constexpr const char* kRegionVariable = "AZURE_SPEECH_REGION";
constexpr const char* kUrlVariable = "SOTTO_AZURE_SPEECH_URL";
constexpr size_t kMostCharacters = 1000;
constexpr double kSlowestThere = 0.5, kFastestThere = 2;

// The service chooses no voice by itself.
constexpr std::pair<std::string_view, std::string_view> kUsualVoices[] = {
    {"ja", "ja-JP-NanamiNeural"},    {"en", "en-US-JennyNeural"},    {"de", "de-DE-KatjaNeural"},
    {"fr", "fr-FR-DeniseNeural"},    {"es", "es-ES-ElviraNeural"},   {"it", "it-IT-ElsaNeural"},
    {"pt", "pt-BR-FranciscaNeural"}, {"nl", "nl-NL-ColetteNeural"},  {"ko", "ko-KR-SunHiNeural"},
    {"zh", "zh-CN-XiaoxiaoNeural"},  {"ru", "ru-RU-SvetlanaNeural"}, {"pl", "pl-PL-ZofiaNeural"},
    {"tr", "tr-TR-EmelNeural"},      {"hi", "hi-IN-SwaraNeural"},    {"ar", "ar-EG-SalmaNeural"}};

// "ja-JP" of "ja-JP-NanamiNeural".
std::string_view locale_of(std::string_view voice) {
  const size_t dash = voice.find('-');
  return voice.substr(0, dash == voice.npos ? dash : voice.find('-', dash + 1));
}

std::string ssml(std::string_view voice, double rate, std::string_view text) {
  return fmt::format(
      R"(<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="{}"><voice name="{}"><prosody rate="{:+}%">{}</prosody></voice></speak>)",
      locale_of(voice), voice, std::lround((rate - 1) * 100), escaped_xml(text));
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 100 && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == ':' || c == '_';
  });
}

Result<std::string> address() {
  if (const auto url = variable(kUrlVariable)) {
    auto parsed = http::parse_server_url(*url);
    if (!parsed)
      return Error{parsed.error().code,
                   fmt::format("{}: {}", kUrlVariable, parsed.error().message)};
    return parsed->base;
  }
  const std::string region = variable(kRegionVariable).value_or("");
  if (is_name(region)) return fmt::format("https://{}.tts.speech.microsoft.com", region);
  return Error{Errc::bad_argument,
               fmt::format("{}: is {}, expected one such as japaneast", kRegionVariable,
                           region.empty() ? "not set" : "no region")};
}

bool has_credentials() { return variable(kKeyVariable) || variable("AZURE_SPEECH_KEY_FILE"); }

std::vector<VoiceInfo> list() {
  return {{kName,
           {},
           has_credentials(),
           has_credentials() ? "in the cloud: named, it is used"
                             : fmt::format("set {} and {}", kKeyVariable, kRegionVariable)}};
}

std::vector<SingleVoice> voices(const VoiceOptions&) {
  return has_credentials() ? std::vector<SingleVoice>{{kName, {}}} : std::vector<SingleVoice>{};
}

bool suits(const Language&, const VoiceOptions&) { return has_credentials(); }

// "ja-JP-NanamiNeural": the one that is named, or the usual one of the language.
Result<std::string> voice_name(const std::string& wanted, const Language& language) {
  if (is_name(wanted)) return wanted;
  if (!wanted.empty()) {
    return Error{
        Errc::bad_argument,
        fmt::format("{}: \"{}\" is no voice of it, expected one such as ja-JP-NanamiNeural", kName,
                    printable(wanted))};
  }
  using Row = std::pair<std::string_view, std::string_view>;
  const auto* usual = std::ranges::find(kUsualVoices, std::string_view(language.iso), &Row::first);
  if (usual != std::end(kUsualVoices)) return std::string(usual->second);
  return Error{Errc::bad_argument,
               fmt::format("{}: has no usual voice for the language {}, expected a name as in "
                           "{}:ja-JP-NanamiNeural",
                           kName, language.iso, kName)};
}

Result<std::unique_ptr<Voice>> open(const std::string& wanted, const Language& language,
                                    double rate, const VoiceOptions&) {
  const auto key = http::find_key(kKeyVariable);
  if (!key) return key.error();
  if (!*key) {
    return Error{Errc::not_found, fmt::format("{}: needs a key in {}, and the region in {}", kName,
                                              kKeyVariable, kRegionVariable)};
  }
  const Result<std::string> url = address();
  if (!url) return url.error();
  const Result<std::string> voice = voice_name(wanted, language);
  if (!voice) return voice.error();
  const double there = std::clamp(rate, kSlowestThere, kFastestThere);
  const http::Request request = {
      .url = *url + "/cognitiveservices/v1",
      .headers = {"Ocp-Apim-Subscription-Key: " + **key, "Content-Type: application/ssml+xml",
                  "X-Microsoft-OutputFormat: ogg-24khz-16bit-mono-opus"},
      .connect_seconds = 5,
      .silent_seconds = 10};
  const auto client = std::make_shared<http::Client>();
  return cloud_voice(
      {.name = wanted.empty() ? kName : fmt::format("{}:{}", kName, wanted),
       .host = *url,
       .settings = ssml(*voice, there, ""),
       .most_characters = kMostCharacters,
       .tempo = rate / there,
       .fetch = [=, voice = *voice](const std::string& text,
                                    const std::stop_token& stop) -> Result<std::string> {
         http::Request one = request;
         one.body = ssml(voice, there, text);
         auto answer = http::ask(*client, one, stop);
         if (!answer) return answer.error();
         return std::move(answer->body);
       }});
}

}  // namespace
}  // namespace sotto::speech::azure_speech_kind

namespace sotto::speech {

constinit const VoiceKind kAzureSpeechKind = {.name = azure_speech_kind::kName,
                                              .rank = 8,
                                              .leaves_machine = true,
                                              .only_by_name = true,
                                              .has_models = false,
                                              .takes_files = false,
                                              .settings = {},
                                              .list = azure_speech_kind::list,
                                              .voices = azure_speech_kind::voices,
                                              .suits = azure_speech_kind::suits,
                                              .open = azure_speech_kind::open};

}  // namespace sotto::speech
