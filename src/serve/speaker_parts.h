// The speaker of hooks, made of what the server has.
#pragma once

#include <string>

#include "serve/service.h"
#include "speaker/speaker.h"

namespace sotto::serve {

// `output`: as SpeakerOptions has it. The service outlives the speaker.
speaker::SpeakerParts speaker_parts(Service& service, const std::string& output);

}  // namespace sotto::serve
