// From a request to the function that answers it, past the doorkeeper.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "net/http.h"
#include "serve/service.h"

namespace sotto::serve {

// One request with what it may use.
struct Call {
  net::Exchange& exchange;
  Service& service;
  std::string caller;     // whose limits count: the name of the key, else the address
  bool admitted = false;  // by a key, or because none is asked for
};

enum class Access {
  open,   // no key needed
  keyed,  // a key, where there are keys
  // Its speaker is that of the server's user: whoever can open the user's socket, and keys.
  owner
};

struct Route {
  const char* method;
  const char* path;
  Access access;
  // The key may come inside the body (LibreTranslate's api_key): the handler asks for it.
  bool key_in_body;
  net::ErrorForm form;
  void (*handle)(Call&);
};
const std::vector<Route>& routes();

// Answers one request, whatever it is.
void answer(net::Exchange& exchange, Service& service);

// The server ends and begins nothing more (503).
void refuse_ending(Call& call);

// For a handler with key_in_body: whether `key` opens the door, or no door is there. False: that
// has been answered.
bool check_key(Call& call, const std::string& key);

// Whether the caller has time of computing left. False: that has been answered (429).
bool check_computing(Call& call);

// Waits for a place to compute in. None: the caller has had his time (429), or there was no place
// (503); that has been answered, with Retry-After.
std::optional<net::Gate::Pass> enter(Call& call, net::Gate& gate, const std::stop_token& stop = {});

}  // namespace sotto::serve
