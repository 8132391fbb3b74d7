// The length in the header of a WAV that was written as a stream.
#pragma once

#include <cstddef>
#include <span>

namespace sotto::audio {

// `file`: a whole RIFF WAVE file whose samples are its last chunk, as the encoder makes it. Its
// header then says how long it is. Bytes of another form stay as they are: false.
bool set_wav_length(std::span<std::byte> file);

}  // namespace sotto::audio
