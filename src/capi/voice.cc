// sotto.h: voices.
#include "capi/call.h"
#include "capi/first_version.h"
#include "capi/handles.h"

namespace sotto::capi {

AudioHandler handler_of(sotto_audio_function audio, void* user) {
  if (audio == nullptr) return {};
  return [audio, user](const AudioChunk& chunk) {
    const sotto_audio sound = {sizeof sound, chunk.samples.data(), chunk.samples.size(),
                               chunk.sample_rate_hz, 0};
    return audio(user, &sound) == 0;
  };
}

}  // namespace sotto::capi

using namespace sotto::capi;

sotto_status sotto_voice_open(sotto_engine* engine, const char* language,
                              const sotto_voice_options* options, sotto_voice** voice) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given({{engine, "engine"}, {language, "language"}, {voice, "voice"}});
        !checked)
      return checked;
    const auto given = options_of(options, kFirstVoiceOptions, "options");
    if (!given) return given.error();
    const auto spoken = sotto::find_language(language);
    if (!spoken) return spoken.error();
    sotto::VoiceChoice choice;
    if (given->name != nullptr) choice.name = given->name;
    if (given->speed != 0) choice.speed = given->speed;
    return give(engine->engine.voice(*spoken, choice), voice);
  });
}

void sotto_voice_free(sotto_voice* voice) { delete voice; }

sotto_status sotto_voice_speak(sotto_voice* voice, const char* text, sotto_audio_function audio,
                               void* user, sotto_stop* stop) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given({{voice, "voice"}, {text, "text"}, {audio, "audio"}}); !checked)
      return checked;
    return voice->voice.speak(text, handler_of(audio, user), token_of(stop));
  });
}
