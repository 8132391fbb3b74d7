#include "serve/handlers.h"

namespace sotto::serve {

const std::vector<Route>& routes() {
  constexpr auto kOpenAi = net::ErrorForm::openai, kLibre = net::ErrorForm::libretranslate;
  constexpr auto kOpen = Access::open, kKeyed = Access::keyed, kOwner = Access::owner;
  constexpr bool kInBody = true;
  static const std::vector<Route> all = {
      {"GET", "/", kOpen, false, kOpenAi, get_file},
      {"GET", "/page.js", kOpen, false, kOpenAi, get_file},
      {"GET", "/arena.js", kOpen, false, kOpenAi, get_file},
      {"GET", "/page.css", kOpen, false, kOpenAi, get_file},
      {"GET", "/openapi.json", kOpen, false, kOpenAi, get_file},
      {"GET", "/health", kOpen, false, kOpenAi, get_health},
      {"GET", "/ready", kOpen, false, kOpenAi, get_ready},
      {"GET", "/metrics", kKeyed, false, kOpenAi, get_metrics},
      {"GET", "/v1/models", kKeyed, false, kOpenAi, get_models},
      {"GET", "/v1/audio/voices", kKeyed, false, kOpenAi, get_voices},
      {"POST", "/v1/audio/speech", kKeyed, false, kOpenAi, post_speech},
      {"GET", "/v1/listen", kKeyed, false, kOpenAi, listen},
      {"POST", "/v1/listen", kKeyed, false, kOpenAi, listen},
      {"POST", "/v1/announce", kOwner, false, kOpenAi, post_announce},
      {"GET", "/v1/speaker", kOwner, false, kOpenAi, get_speaker},
      {"POST", "/v1/stop", kOwner, false, kOpenAi, post_stop},
      {"POST", "/v1/skip", kOwner, false, kOpenAi, post_skip},
      {"POST", "/v1/again", kOwner, false, kOpenAi, post_again},
      {"POST", "/v1/mute", kOwner, false, kOpenAi, post_mute},
      {"POST", "/v1/pause", kOwner, false, kOpenAi, post_pause},
      {"POST", "/v1/resume", kOwner, false, kOpenAi, post_resume},
      {"GET", "/languages", kOpen, false, kLibre, get_languages},
      {"GET", "/frontend/settings", kOpen, false, kLibre, get_frontend_settings},
      {"POST", "/translate", kKeyed, kInBody, kLibre, post_translate},
      {"POST", "/translate_file", kKeyed, kInBody, kLibre, post_translate_file},
      {"GET", "/download_file", kOpen, false, kLibre, get_download_file},
      {"POST", "/detect", kKeyed, kInBody, kLibre, post_detect},
  };
  return all;
}

}  // namespace sotto::serve
