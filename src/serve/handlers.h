// Handlers of the routes; routes.cc has the table.
#pragma once

#include "serve/router.h"

namespace sotto::serve {

// info.cc
void get_health(Call& call);
void get_ready(Call& call);
void get_metrics(Call& call);
void get_models(Call& call);
void get_voices(Call& call);
void get_file(Call& call);  // the page and openapi.json

// translation.cc: as LibreTranslate has them
void get_languages(Call& call);
void get_frontend_settings(Call& call);
void post_translate(Call& call);
void post_detect(Call& call);

// file_translation.cc: as LibreTranslate has it
void post_translate_file(Call& call);
void get_download_file(Call& call);

// speech.cc: as OpenAI has it
void post_speech(Call& call);

// listen.cc
void listen(Call& call);

// speaker_api.cc
void post_announce(Call& call);
void get_speaker(Call& call);
void post_stop(Call& call);
void post_skip(Call& call);
void post_again(Call& call);
void post_mute(Call& call);
void post_pause(Call& call);
void post_resume(Call& call);

}  // namespace sotto::serve
