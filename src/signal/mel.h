// Filter banks on the mel scale: what a spectrum has in bands as wide as the ear's.
#pragma once

#include <span>
#include <vector>

namespace sotto::signal {

enum class MelScale {
  htk,     // 2595 log10(1 + f / 700)
  slaney,  // 3 f / 200 below 1 kHz, from there on 15 + 27 log(f / 1000) / log 6.4; librosa's
           // default
};
enum class MelNorm {
  height,  // each triangle is 1 high
  area,    // each has the area 1 over frequency in Hz ("slaney" in librosa)
};

// Along which axis a triangle's sides are straight: Kaldi draws them on the scale itself.
enum class MelSlopes { over_hz, over_mel };

struct MelOptions {
  size_t bands = 80;
  double lowest_hz = 0, highest_hz = 8000;  // where the first triangle begins, and the last ends
  MelScale scale = MelScale::slaney;
  MelNorm norm = MelNorm::area;
  MelSlopes slopes = MelSlopes::over_hz;
};

// Triangles over frequency whose corners are evenly spaced on the scale; each reaches from the tip
// of the one before to the tip of the one after.
class MelBank {
 public:
  MelBank(int sample_rate_hz, int fft_size, const MelOptions& options);

  // The bins of a spectrum that are not 0; none where a triangle falls between two.
  struct Band {
    size_t first_bin = 0;
    std::vector<double> weights;
  };
  std::span<const Band> bands() const { return bands_; }

  // Sums a spectrum, fft_size / 2 + 1 powers or magnitudes, over the band.
  double sum(size_t band, std::span<const float> spectrum) const;

 private:
  std::vector<Band> bands_;
};

}  // namespace sotto::signal
