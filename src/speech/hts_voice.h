// A voice file of the HTS kind (.htsvoice): from phonemes in context to speech parameters.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "speech/voice.h"

namespace sotto::speech {

// By the HTS engine library, whose reader trusts its input and may end the program. Load only what
// another process has loaded before (open_jtalk.cc sees to that).
class HtsVoice {
 public:
  // Why no voice can be loaded: the library is not there. Empty where it is.
  static std::string missing();
  static Result<std::unique_ptr<HtsVoice>> load(const std::filesystem::path& path);
  virtual ~HtsVoice() = default;

  virtual int sample_rate_hz() const = 0;

  // Says the phonemes of one utterance ("full-context labels", one a line). The chunks come as they
  // are computed, the first (50 ms) as soon as the parameters are there. The silence that every
  // utterance has at both ends is cut to `edge_ms`.
  virtual Result<void> speak(const std::vector<std::string>& labels, double rate, int edge_ms,
                             const std::stop_token& stop, const ChunkHandler& handler) = 0;

  // Ends of the last labels, in milliseconds from the beginning of their sound; as many as there were,
  // after speak() has gone well.
  virtual std::span<const double> label_ends_ms() const = 0;
};

}  // namespace sotto::speech
