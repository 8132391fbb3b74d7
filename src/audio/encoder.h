// Sound as bytes of a format, handed on as they are made: for a client that listens meanwhile.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "audio/sink.h"
#include "sotto/error.h"

namespace sotto::audio {

struct Encoding {
  const char* name;        // "wav"
  const char* media_type;  // "audio/wav"
  int format;              // libsndfile's; 0: raw samples; kAac
  static constexpr int kAac = -1;
};

// wav, pcm (raw s16le), flac, opus (in Ogg), mp3 and, where its library is there, aac (in ADTS);
// none for another name.
const Encoding* find_encoding(std::string_view name);

// "wav, pcm, flac, opus or mp3", for messages.
std::string encoding_names();

// Takes the next bytes. False: nobody listens any more.
using ByteHandler = std::function<bool(std::span<const std::byte>)>;

// Writes `encoding`, mono 16 bit at `sample_rate_hz`, to `handler`. A stream has no end that is
// known at its beginning: a WAV header says the longest possible length, and the other formats say
// none. The sink reports a handler that wants no more as `cancelled`.
Result<std::unique_ptr<Sink>> open_encoder(const Encoding& encoding, int sample_rate_hz,
                                           ByteHandler handler);

}  // namespace sotto::audio
