#include "serve/wyoming_info.h"

#include <algorithm>
#include <vector>

namespace sotto::serve {
namespace {

using Json = nlohmann::ordered_json;

Json described(const std::string& name, const std::string& description) {
  return {{"name", name},
          {"description", description},
          {"attribution", {{"name", "sotto"}, {"url", ""}}},
          {"installed", true},
          {"version", SOTTO_VERSION}};
}

}  // namespace

// Home Assistant shows the voices of a language: each single one, and a kind where it has none.
Json wyoming_info(const Service& service) {
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

}  // namespace sotto::serve
