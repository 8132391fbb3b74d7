// The pipe between speech-dispatcher and its output modules: requests that come, and what is told
// and heard on the way back (speech-dispatcher 0.11, "Output Modules" of its manual).
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "pipeline/byte_source.h"
#include "terminal/line_reader.h"

namespace sotto::cli {

struct SpeechdRequest {
  std::string command;                          // "SPEAK", "LIST VOICES"
  std::string text;                             // of what is to be said: any bytes as valid UTF-8
  std::map<std::string, std::string> settings;  // of SET, AUDIO and LOGLEVEL
  bool is_whole = true;                         // false: it was too long, or no lines of text
};

// Requests are read by one thread; answers, events and sound come from any, each whole.
class SpeechdChannel {
 public:
  static constexpr size_t kLongestText = size_t{1} << 20;  // bytes

  // `out`: a file descriptor that is the caller's.
  SpeechdChannel(std::unique_ptr<pipeline::ByteSource> source, int out)
      : source_(std::move(source)), lines_(*source_, kLongestText), out_(out) {}

  // The next request, whose lines of data are asked for as they are due. None: the end.
  std::optional<SpeechdRequest> next(const std::stop_token& stop);

  // One line or several, without the last line end. False: nobody reads any more.
  bool tell(std::string_view lines);

  // Mono samples of 16 bits, little-endian; for the server to play.
  bool play(std::span<const std::byte> samples, int sample_rate_hz);

 private:
  std::optional<std::string> next_line(const std::stop_token& stop, bool& is_whole);
  bool read_data(SpeechdRequest& request, const std::stop_token& stop);
  bool write(std::string_view bytes);

  const std::unique_ptr<pipeline::ByteSource> source_;
  terminal::LineReader lines_;
  const int out_;
  std::mutex writing_;
};

// The block that says and holds so many samples: line ends in them are escaped.
std::string speechd_audio(std::span<const std::byte> samples, int sample_rate_hz);

}  // namespace sotto::cli
