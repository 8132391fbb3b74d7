// Inputs that Chatterbox's networks take of a recording: the spectra that each of them was trained
// with, as librosa, torchaudio and whisper compute them.
#pragma once

#include <span>
#include <vector>

namespace sotto::models::chatterbox {

// Rows of a spectrum, one a frame.
struct Frames {
  std::vector<float> numbers;  // [frames, bands]
  int bands = 0;

  int count() const { return static_cast<int>(numbers.size()) / bands; }
};

// Spectrum for the flow, of samples at 24 kHz, 50 frames a second: ln of magnitudes in `bands`
// Slaney mels to 8 kHz. The samples, more than 720.
Frames flow_mel(std::span<const float> samples, int bands);

// Spectrum for the tokenizer, of samples at 16 kHz, 100 frames a second: log10 of powers, at most 8
// below the largest, brought to about [-1, 1]. The samples, more than 200.
Frames tokenizer_mel(std::span<const float> samples, int bands);

// Spectrum for the voice encoder, of samples at 16 kHz, 100 frames a second: powers. The samples,
// more than 200.
Frames voice_mel(std::span<const float> samples, int bands);

// Kaldi's filter bank of 16 kHz, 100 frames a second, without its mean over time, for CAM++. The
// samples, at least 400.
Frames kaldi_fbank(std::span<const float> samples, int bands);

// Without what is quieter than the loudest by 20 dB at both ends, as librosa.effects.trim. At least
// 512 samples of 1024 or more: the first and the last frame lie within their neighbours.
std::span<const float> trimmed(std::span<const float> samples);

// From 24 to 16 kHz as torchaudio does it.
std::vector<float> to_16khz(std::span<const float> samples);

}  // namespace sotto::models::chatterbox
