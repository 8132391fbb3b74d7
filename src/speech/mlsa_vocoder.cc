#include "speech/mlsa_vocoder.h"

#include <algorithm>
#include <cmath>

namespace sotto::speech {
namespace {

// exp(w) ~ (1 + sum A_l w^l) / (1 + sum A_l (-w)^l), Imai's modified Padé approximation of order 5;
// for the synthesis filter |w| stays below 6, where its error is under 0.3 dB.
constexpr float kPade[] = {0.4999391f, 0.1107098f, 0.01369984f, 0.0009564853f, 0.00003041721f};

constexpr double kMinF0 = 20, kMaxF0 = 20000;
constexpr float kFullScale = 1.0f / 32768;  // the models are trained on 16-bit samples

}  // namespace

MlsaVocoder::MlsaVocoder(int sample_rate_hz, int frame_samples, int order, double alpha,
                         int voicing_taps)
    : sample_rate_hz_(sample_rate_hz),
      frame_samples_(frame_samples),
      order_(order),
      alpha_(static_cast<float>(alpha)),
      target_(static_cast<size_t>(order) + 1),
      b_(target_.size()),
      step_(target_.size()),
      excitation_(static_cast<size_t>(frame_samples + std::max(voicing_taps, 1))),
      pulse_part_(static_cast<size_t>(std::max(voicing_taps, 1))),
      shape_delay_(static_cast<size_t>(order) + 1) {}

// Mel-cepstrum c to filter coefficients b: b_m = c_m - alpha b_(m+1).
void MlsaVocoder::set_coefficients(std::span<const double> mel_cepstrum) {
  double above = 0;
  for (size_t m = target_.size(); m-- > 0;) {
    above = mel_cepstrum[m] - double{alpha_} * above;
    target_[m] = above;
  }
  for (size_t m = 0; m < target_.size(); ++m) {
    const auto target = static_cast<float>(target_[m]);
    if (fresh_) b_[m] = target;
    step_[m] = (target - b_[m]) / static_cast<float>(frame_samples_);
  }
}

// Normal noise by the polar method (Marsaglia and Bray, 1964) on a xorshift generator.
float MlsaVocoder::noise() {
  if (has_spare_noise_) {
    has_spare_noise_ = false;
    return spare_noise_;
  }
  const auto uniform = [this] {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    return static_cast<float>(static_cast<int32_t>(random_ >> 32)) * 0x1p-31f;
  };
  float u, v, s;
  do {
    u = uniform();
    v = uniform();
    s = u * u + v * v;
  } while (s >= 1 || s == 0);
  const float scale = std::sqrt(-2 * std::log(s) / s);
  spare_noise_ = v * scale;
  has_spare_noise_ = true;
  return u * scale;
}

// One frame of excitation. At each sample a pulse p and noise n enter the filters together:
//   e[t + i] += voicing_i (p - n),  e[t + center] += n
void MlsaVocoder::excite(const VocoderFrame& frame) {
  const size_t taps = frame.voicing.size(), center = taps / 2;
  std::copy(excitation_.begin() + frame_samples_, excitation_.end(), excitation_.begin());
  std::fill(excitation_.end() - frame_samples_, excitation_.end(), 0.0f);

  double period = 0, period_step = 0;  // the period glides over the frame
  if (frame.f0_hz > 0) {
    period = sample_rate_hz_ / std::clamp(frame.f0_hz, kMinF0, kMaxF0);
    if (period_ > 0) {
      period_step = (period - period_) / frame_samples_;
    } else {
      period_ = period;  // the voice sets in with a pulse
      since_pulse_ = period - 1;
    }
  }
  std::transform(frame.voicing.begin(), frame.voicing.end(), pulse_part_.begin(),
                 [](double tap) { return static_cast<float>(tap); });
  for (size_t t = 0; t < static_cast<size_t>(frame_samples_); ++t) {
    if (period == 0) {
      excitation_[t + center] += noise();
      continue;
    }
    float pulse = 0;
    since_pulse_ += 1;
    if (since_pulse_ >= period_) {
      pulse = static_cast<float>(std::sqrt(period_));  // unit power at any pitch
      since_pulse_ -= period_;
    }
    period_ += period_step;
    if (taps == 0) {
      excitation_[t] += pulse;
      continue;
    }
    const float rough = noise();
    for (size_t i = 0; i < taps; ++i) excitation_[t + i] += pulse_part_[i] * (pulse - rough);
    excitation_[t + center] += rough;
  }
  period_ = period;
}

// The feedback and the output of the approximation. With w^l x in stage l:
//   x' = x + A_1 w x - A_2 w^2 x + ...,   y = x' + A_1 w x + A_2 w^2 x + ...
// At the next sample, x' goes into stage 1 and each stage's output into the one behind it.
float MlsaVocoder::close_loop(float x, const Stages& stages, Stages& next_in) {
  const float odd = stages.low[0] * kPade[0] + stages.low[2] * kPade[2] + stages.high * kPade[4];
  const float even = stages.low[1] * kPade[1] + stages.low[3] * kPade[3];
  const float fed_back = x + odd - even;
  next_in.low = Four{fed_back, stages.low[0], stages.low[1], stages.low[2]};
  next_in.high = stages.low[3];
  return fed_back + odd + even;
}

// exp(b_1 Phi_1(z)) with Phi_1 = (1 - a^2) z^-1 / (1 - a z^-1).
float MlsaVocoder::filter_gain_term(float x) {
  const float a = alpha_, scale = 1 - a * a, b = b_[1];
  gain_delay_.low = scale * gain_in_.low + a * gain_delay_.low;
  gain_delay_.high = scale * gain_in_.high + a * gain_delay_.high;
  return close_loop(x, {gain_delay_.low * b, gain_delay_.high * b}, gain_in_);
}

// exp(sum over m >= 2 of b_m Phi_m(z)), Phi_m = Phi_(m-1) (z^-1 - a) / (1 - a z^-1).
float MlsaVocoder::filter_shape(float x) {
  const float a = alpha_, scale = 1 - a * a;
  Stages last = shape_delay_[1];  // Phi_(m-1) at the last sample
  Stages now{scale * shape_in_.low + a * last.low, scale * shape_in_.high + a * last.high};
  shape_delay_[1] = now;
  Stages sum;
  for (size_t m = 2; m <= static_cast<size_t>(order_); ++m) {
    const Stages delayed = shape_delay_[m];
    // The term with `now` is the chain that the time goes into, so it stands last.
    now.low = (last.low + a * delayed.low) - a * now.low;
    now.high = (last.high + a * delayed.high) - a * now.high;
    shape_delay_[m] = now;
    sum.low += b_[m] * now.low;
    sum.high += b_[m] * now.high;
    last = delayed;
  }
  return close_loop(x, sum, shape_in_);
}

void MlsaVocoder::synthesize(const VocoderFrame& frame, std::span<float> out) {
  set_coefficients(frame.mel_cepstrum);
  excite(frame);
  for (size_t t = 0; t < static_cast<size_t>(frame_samples_); ++t) {
    const float x = excitation_[t] * std::exp(b_[0]);
    const float y = filter_shape(filter_gain_term(x));
    out[t] = y * kFullScale;
    for (size_t m = 0; m < b_.size(); ++m) b_[m] += step_[m];
  }
  for (size_t m = 0; m < b_.size(); ++m) b_[m] = static_cast<float>(target_[m]);
  fresh_ = false;
}

}  // namespace sotto::speech
