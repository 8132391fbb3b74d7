// Access to Google Cloud: a service account signs with its key and gets a token for an hour (OAuth
// 2.0 for server to server applications, RFC 7523).
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>

#include "http/client.h"

namespace sotto::http {

class GoogleToken {
 public:
  // The account's file, as Google Cloud's console gives it: JSON with client_email, private_key
  // (PEM) and token_uri.
  static Result<GoogleToken> open(const std::filesystem::path& file);

  // A token that holds for some minutes at least; fetched when there is none.
  Result<std::string> get(Client& client, const std::stop_token& stop);

 private:
  std::string file_, email_, key_, key_id_, uri_;
  std::string token_;
  std::chrono::steady_clock::time_point until_;
};

}  // namespace sotto::http
