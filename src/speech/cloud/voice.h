// Shared by voices that other programs speak with, most of them somewhere else: a text goes there,
// and a file of sound comes back.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "speech/voice.h"

namespace sotto::speech {

struct CloudService {
  std::string name;            // of the voice: "google-cloud:ja-JP-Neural2-B"
  std::string host;            // where the text goes, for who listens
  bool leaves_machine = true;  // it goes to another one
  std::string settings;        // all that changes the sound besides name and text
  size_t most_characters = 0;  // of one request
  double tempo = 1;            // what is left to do here for the rate
  // A WAV, MP3 or Ogg file with the sound of the text; asked again by itself where that may help.
  std::function<Result<std::string>(const std::string& text, const std::stop_token& stop)> fetch;
};

// Says once where the text goes, if it leaves the machine. What was said before is not fetched again: cloud_cache.h.
std::unique_ptr<Voice> cloud_voice(CloudService service);

}  // namespace sotto::speech
