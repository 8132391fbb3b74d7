// The short-time Fourier transform and its inverse, with a Hann window and frames centred on every
// hop, as torch.stft and torch.istft have it: magnitudes and phases, for networks that end in them.
// Their frames are short (Kokoro's: 20 samples), so that these are direct sums, in double
// precision. For long frames see spectrogram.h, where power is enough.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace sotto::signal {

class Stft {
 public:
  // size: even, at least twice the hop.
  Stft(int size, int hop);

  int bins() const { return size_ / 2 + 1; }
  int columns(size_t samples) const { return static_cast<int>(samples) / hop_ + 1; }

  // [columns, 2 * bins]: magnitudes, then phases. The samples, more than size / 2, are continued
  // by their reflection. A bin without an imaginary part has the phase 0 or pi, never -pi: those of
  // 0 Hz, of half the rate, and all in the first column, which the reflection makes symmetric.
  std::vector<float> transform(std::span<const float> samples) const {
    return transform(samples, 0, columns(samples.size()));
  }
  // `count` columns of it, from `first` on.
  std::vector<float> transform(std::span<const float> samples, int first, int count) const;

  // The same as [columns, 2 * bins] of real parts, then imaginary ones.
  std::vector<float> rectangular(std::span<const float> samples) const;

  // [columns, 2 * bins], magnitudes and phases, to (columns - 1) * hop samples.
  std::vector<float> inverse(std::span<const float> spectrum) const;
  // The same of columns that are asked for one after the other: put(i, column) fills number i.
  using PutColumn = std::function<void(size_t i, std::span<float> column)>;
  std::vector<float> inverse(size_t columns, const PutColumn& put) const;

 private:
  template <class Put>
  std::vector<float> analyzed(std::span<const float> samples, int first, int count,
                              const Put& put) const;
  void put_samples(std::span<const float> column, std::span<double> samples) const;

  int size_, hop_;
  std::vector<double> window_;
  // Cosine and sine of 2 pi k n / size, [size, size]: row n has those of all bins, row k those of
  // all samples.
  std::vector<double> cosine_, sine_;
};

}  // namespace sotto::signal
