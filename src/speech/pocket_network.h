// Pocket TTS as a network that speaks: FlowLM makes latents, Mimi makes them sound.
#pragma once

#include <memory>

#include "device/device.h"
#include "models/pocket_tts/model.h"
#include "speech/neural_voice.h"
#include "speech/pocket_voice.h"

namespace sotto::speech {

// FlowLM and Mimi compute at the same time, each on its own thread: with these they have one thread
// less to share, so that all together are as many as were asked for. Text and first frame have all,
// and so has Mimi when FlowLM has ended.
struct PocketBackends {
  std::shared_ptr<const device::Backend> all, halves;
};

// Takes from `options` how it is spoken.
std::unique_ptr<SpeechNetwork> pocket_network(
    const PocketOptions& options, std::shared_ptr<const models::pocket_tts::Model> model,
    const PocketBackends& backends, const models::pocket_tts::VoiceState& voice);

}  // namespace sotto::speech
