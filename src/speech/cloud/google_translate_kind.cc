// The voice of Google's translation page among the kinds of voices. Its protocol is the page's own,
// described by the package gTTS 2.5.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/environment.h"
#include "base/json.h"
#include "http/ask.h"
#include "http/server_url.h"
#include "speech/cloud/kinds.h"
#include "speech/cloud/voice.h"

namespace sotto::speech::google_translate_kind {
namespace {

constexpr const char* kName = "google-translate";
constexpr const char* kFunction = "jQ1olc";  // what the page calls to have a text spoken
constexpr size_t kMostCharacters = 100;

http::Request request_of(const std::string& url, const std::string& text,
                         const std::string& language) {
  using nlohmann::json;
  const json parameters = {text, language, nullptr, "null"};
  const json call = {{{kFunction, dumped_sorted(parameters), nullptr, "generic"}}};
  return {.url = url + "/_/TranslateWebserverUi/data/batchexecute",
          .body = fmt::format("f.req={}&", http::percent_encoded(dumped_sorted(call))),
          .headers = {"Referer: http://translate.google.com/",
                      "Content-Type: application/x-www-form-urlencoded;charset=utf-8"},
          .connect_seconds = 5,
          .silent_seconds = 10};
}

// An answer has a line with  jQ1olc","[\"<the sound in base64>\"]
Result<std::string> sound_in(const std::string& answer, const std::string& url) {
  const std::string begin = fmt::format(R"({}","[\")", kFunction);
  const size_t at = answer.find(begin);
  const size_t end = at == answer.npos ? at : answer.find(R"(\"])", at);
  if (end != answer.npos) {
    const size_t from = at + begin.size();
    auto sound = from_base64(std::string_view(answer).substr(from, end - from));
    if (sound) return *std::move(sound);
  }
  return Error{Errc::bad_format, fmt::format("{}: the answer has no sound", url)};
}

std::vector<VoiceInfo> list() { return {{kName, {}, true, "in the cloud: named, it is used"}}; }

std::vector<SingleVoice> voices(const VoiceOptions&) { return {{kName, {}}}; }

bool suits(const Language&, const VoiceOptions&) { return true; }

Result<std::unique_ptr<Voice>> open(const std::string& voice, const Language& language, double rate,
                                    const VoiceOptions&) {
  if (!voice.empty()) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: has no voice \"{}\", but one for each language", kName, voice)};
  }
  const std::string url =
      variable("SOTTO_GOOGLE_TRANSLATE_URL").value_or("https://translate.google.com");
  const auto client = std::make_shared<http::Client>();
  return cloud_voice(
      {.name = kName,
       .host = url,
       .settings = language.iso,
       .most_characters = kMostCharacters,
       .tempo = rate,
       .fetch = [=](const std::string& text, const std::stop_token& stop) -> Result<std::string> {
         const auto answer = http::ask(*client, request_of(url, text, language.iso), stop);
         if (!answer) return answer.error();
         return sound_in(answer->body, url);
       }});
}

}  // namespace
}  // namespace sotto::speech::google_translate_kind

namespace sotto::speech {

constinit const VoiceKind kGoogleTranslateKind = {.name = google_translate_kind::kName,
                                                  .rank = 9,
                                                  .leaves_machine = true,
                                                  .only_by_name = true,
                                                  .has_models = false,
                                                  .takes_files = false,
                                                  .settings = {},
                                                  .list = google_translate_kind::list,
                                                  .voices = google_translate_kind::voices,
                                                  .suits = google_translate_kind::suits,
                                                  .open = google_translate_kind::open};

}  // namespace sotto::speech
