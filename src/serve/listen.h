// Shared by both forms of /v1/listen: what is wanted, and what is told of it.
#pragma once

#include <string>

#include "audio/encoder.h"
#include "engine/engine.h"
#include "pipeline/timings.h"
#include "serve/router.h"

namespace sotto::serve {

struct ListenOrder {
  engine::SpeechOrder speech;
  const audio::Encoding* encoding = audio::find_encoding("pcm");
  bool events = false;  // sse
};

std::string sentence_event(const pipeline::Utterance& utterance);
std::string finished_event(const pipeline::Timings& timings, const pipeline::Utterance& utterance);
std::string done_event(const pipeline::SessionResult& result);
std::string error_event(const Error& error);

// Takes the connection over: it holds no thread from now on, until the other side has all or
// leaves.
void listen_by_web_socket(Call& call, const ListenOrder& order);

}  // namespace sotto::serve
