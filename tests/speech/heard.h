// What a test hears of a voice.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "speech/voice_kinds.h"

namespace sotto::speech {

inline std::vector<float> heard(Voice& voice, const std::string& text) {
  std::vector<float> sound;
  const auto said = voice.speak(text, {}, [&](const audio::Chunk& chunk) {
    sound.insert(sound.end(), chunk.samples.begin(), chunk.samples.end());
    return true;
  });
  EXPECT_TRUE(said) << said.error().message;
  return sound;
}

inline std::string error_of(const std::string& name, const Language& language,
                            const VoiceOptions& options) {
  const auto voice = open_voice(name, language, 1, options);
  return voice ? "no error" : voice.error().message;
}

}  // namespace sotto::speech
