// The hub's address and the user's token, by the variables of the hub's own library.
#pragma once

#include <string>

namespace sotto::hub {

struct Endpoint {
  std::string url = "https://huggingface.co";  // without a slash at the end
  std::string token;                           // sent to the hub alone; empty: nobody
  bool offline = false;
};

// HF_ENDPOINT; HF_TOKEN, else the file that the hub's own tool keeps ($HF_TOKEN_PATH,
// HF_HOME/token); HF_HUB_OFFLINE.
Endpoint endpoint_of_environment();

}  // namespace sotto::hub
