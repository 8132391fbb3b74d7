#include "audio/port_audio.h"

namespace sotto::audio {
namespace {

void ignore_alsa(const char*, int, const char*, int, const char*, ...) {}
void ignore_jack(const char*) {}

}  // namespace

PortAudio::PortAudio(SharedLibrary& library) {
  library.find("Pa_Initialize", initialize);
  library.find("Pa_Terminate", terminate);
  library.find("Pa_GetErrorText", text_of);
  library.find("Pa_GetDefaultOutputDevice", default_output);
  library.find("Pa_GetDeviceInfo", info_of);
  library.find("Pa_OpenStream", open);
  library.find("Pa_StartStream", start);
  library.find("Pa_StopStream", stop);
  library.find("Pa_CloseStream", close);
  library.find("Pa_IsStreamActive", is_active);
  library.find_if_there("snd_lib_error_set_handler", alsa_set_handler_);
  library.find_if_there("snd_config_update", alsa_update_);
  library.find_if_there("snd_config_search", alsa_search_);
  library.find_if_there("snd_config", alsa_top_);
  library.find_if_there("jack_set_error_function", jack_set_error_);
  library.find_if_there("jack_set_info_function", jack_set_info_);
}

void PortAudio::quieten_backends() const {
  if (alsa_set_handler_ != nullptr) alsa_set_handler_(ignore_alsa);
  for (const auto set : {jack_set_error_, jack_set_info_})
    if (set != nullptr) set(ignore_jack);
}

bool PortAudio::alsa_is_configured() const {
  if (alsa_update_ == nullptr || alsa_search_ == nullptr || alsa_top_ == nullptr) return true;
  if (alsa_update_() < 0 || *alsa_top_ == nullptr) return false;
  Config* found = nullptr;
  return alsa_search_(*alsa_top_, "pcm.default", &found) >= 0 ||
         alsa_search_(*alsa_top_, "pcm.dmix", &found) >= 0;
}

}  // namespace sotto::audio
