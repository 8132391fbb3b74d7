// The body of POST /v1/announce.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sotto/error.h"
#include "speaker/speak_request.h"

namespace sotto::serve {

// However long the text is: an agent's last message is said to its end. The voice is for the caller
// to choose.
Result<speaker::SpeakRequest> read_speak_request(const nlohmann::json& fields);

}  // namespace sotto::serve
