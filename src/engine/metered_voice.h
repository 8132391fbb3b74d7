// A voice whose time somebody is charged for.
#pragma once

#include <functional>
#include <memory>

#include "speech/voice.h"

namespace sotto::engine {

// `charge` hears behind each text how long the voice has worked for it: without what its listener
// took.
std::unique_ptr<speech::Voice> metered(std::unique_ptr<speech::Voice> voice,
                                       std::function<void(double seconds)> charge);

}  // namespace sotto::engine
