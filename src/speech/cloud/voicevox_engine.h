// An engine with VOICEVOX's HTTP interface: VOICEVOX itself, AivisSpeech and their like. Written
// from the interface that VOICEVOX Engine 0.2x serves at /docs.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "http/client.h"
#include "http/server_url.h"
#include "sotto/error.h"

namespace sotto::speech {

// One way in which a speaker speaks.
struct VoicevoxStyle {
  int64_t id = 0;
  std::string speaker, name;  // "四国めたん", "ノーマル"; printable

  std::string full_name() const { return speaker + '/' + name; }
};

// Used by one thread.
class VoicevoxEngine {
 public:
  // The one at SOTTO_VOICEVOX_URL, or whose usual address answers. The error says that none runs.
  static Result<std::shared_ptr<VoicevoxEngine>> find();

  const http::ServerUrl& url() const { return url_; }
  const std::vector<VoicevoxStyle>& styles() const { return styles_; }  // that speak; not empty

  // A WAV file in 24 kHz. speed: 0.5 to 2.
  Result<std::string> synthesize(const std::string& text, int64_t style, double speed,
                                 const std::stop_token& stop);

 private:
  explicit VoicevoxEngine(http::ServerUrl url) : url_(std::move(url)) {}
  Result<void> read_styles();
  http::Request request(const std::string& path) const;
  Result<std::string> ask(const http::Request& request, const std::stop_token& stop);

  http::ServerUrl url_;
  std::vector<VoicevoxStyle> styles_;
  http::Client client_;
};

}  // namespace sotto::speech
