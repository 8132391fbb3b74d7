// PortAudio, loaded where the sound card is opened: it brings ALSA and JACK along, and a program
// that writes files needs none of them.
#pragma once

#include <portaudio.h>

#include "base/shared_library.h"

namespace sotto::audio {

struct PortAudio {
  static constexpr OptionalLibrary kLibrary{"libportaudio", 2, "libportaudio2"};
  explicit PortAudio(SharedLibrary& library);

  decltype(&::Pa_Initialize) initialize;
  decltype(&::Pa_Terminate) terminate;
  decltype(&::Pa_GetErrorText) text_of;
  decltype(&::Pa_GetDefaultOutputDevice) default_output;
  decltype(&::Pa_GetDeviceInfo) info_of;
  decltype(&::Pa_OpenStream) open;
  decltype(&::Pa_StartStream) start;
  decltype(&::Pa_StopStream) stop;
  decltype(&::Pa_CloseStream) close;
  decltype(&::Pa_IsStreamActive) is_active;

  // ALSA and JACK print a page of complaints on standard error when there is no card. Both let a
  // program take that over.
  void quieten_backends() const;
  // PortAudio asserts, and so ends the process, where ALSA's configuration names no device at all:
  // in a container without alsa.conf, or with ALSA_CONFIG_PATH=/dev/null. False: it would.
  bool alsa_is_configured() const;

 private:
  using AlsaHandler = void (*)(const char*, int, const char*, int, const char*, ...);
  using JackHandler = void (*)(const char*);
  using Config = void;  // snd_config_t, which is looked at through ALSA's functions only

  // Null: PortAudio came without ALSA, or JACK.
  int (*alsa_set_handler_)(AlsaHandler);
  int (*alsa_update_)();
  int (*alsa_search_)(Config*, const char*, Config**);
  Config** alsa_top_;
  void (*jack_set_error_)(JackHandler);
  void (*jack_set_info_)(JackHandler);
};

}  // namespace sotto::audio
