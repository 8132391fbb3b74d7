// From mel-cepstra and pitch to a waveform, one frame at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sotto::speech {

// Parameters of one frame.
struct VocoderFrame {
  std::span<const double> mel_cepstrum;  // order + 1 values
  double f0_hz;                          // 0: unvoiced
  std::span<const double> voicing;       // taps of the filter that makes pulses; may be empty
};

// Mel-cepstral synthesis (Fukada, Tokuda, Kobayashi, Imai: "An adaptive algorithm for mel-cepstral
// analysis of speech", ICASSP 1992; the filter: Imai, Sumita, Furuichi: "Mel log spectrum
// approximation (MLSA) filter for speech synthesis", 1983) with mixed excitation: pulses through
// the low-pass filter `voicing`, noise through its complement.
//
// The HTS engine has the same vocoder, but it gives out nothing before a sentence is done. This one
// gives each frame as it is made and computes the five stages of the filter side by side, which
// takes a tenth of the time.
class MlsaVocoder {
 public:
  // `alpha`: the all-pass constant of the mel scale, |alpha| < 1.
  MlsaVocoder(int sample_rate_hz, int frame_samples, int order, double alpha, int voicing_taps);

  // Writes one frame (`frame_samples` samples; full scale is [-1, 1], louder ones are possible).
  void synthesize(const VocoderFrame& frame, std::span<float> out);

  int frame_samples() const { return frame_samples_; }

 private:
  // One value for each of the five stages of the Padé approximation of exp. Vectors of four floats
  // exist on every machine we build for.
  using Four = float __attribute__((vector_size(16)));
  struct Stages {
    Four low{};      // stages 1 to 4
    float high = 0;  // stage 5
  };

  void set_coefficients(std::span<const double> mel_cepstrum);
  void excite(const VocoderFrame& frame);
  float noise();
  static float close_loop(float x, const Stages& stages, Stages& next_in);
  float filter_gain_term(float x);
  float filter_shape(float x);

  int sample_rate_hz_, frame_samples_, order_;
  float alpha_;
  bool fresh_ = true;                      // no frame was made yet
  std::vector<double> target_;             // the frame's coefficients b_0 ... b_order
  std::vector<float> b_, step_;            // current coefficients, and their step a sample
  std::vector<float> excitation_;          // this frame's and what runs over into the next
  std::vector<float> pulse_part_;          // scratch: one voicing filter
  double period_ = 0, since_pulse_ = 0;    // of the pulses, in samples
  uint64_t random_ = 0x9e3779b97f4a7c15u;  // the same noise each time: same text, same bytes
  float spare_noise_ = 0;
  bool has_spare_noise_ = false;
  Stages gain_in_, gain_delay_;      // state of the filter for b_1
  Stages shape_in_;                  // state of the filter for b_2 ... b_order:
  std::vector<Stages> shape_delay_;  // the output of each Phi_m at the last sample
};

}  // namespace sotto::speech
