// The Wyoming protocol, by which Home Assistant asks for speech: describe, synthesize, and text
// that streams (synthesize-start, -chunk, -stop).
// Source: the PyPI package wyoming 1.10 (event.py, tts.py, audio.py, info.py).
#pragma once

#include <memory>
#include <string>

#include "net/listener.h"
#include "serve/service.h"

namespace sotto::serve {

std::unique_ptr<net::Client> wyoming_client(net::Socket& socket, Service& service);

// The message to a client when there are too many.
std::string wyoming_refusal();

}  // namespace sotto::serve
