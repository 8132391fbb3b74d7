#include "measure/sound_quality.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>
#include <utility>

#include "signal/resampler.h"

namespace sotto::measure {
namespace {

constexpr double kBandBorderHz = 4000;

double decibel(double power) { return 10 * std::log10(std::max(power, 1e-12)); }

bool is_loud(float x) { return std::abs(x) >= kSilence; }

// Behind the last sample that is heard; 0 for silence.
size_t end_of_sound(const std::vector<float>& samples) {
  return static_cast<size_t>(std::find_if(samples.rbegin(), samples.rend(), is_loud).base() -
                             samples.begin());
}

double distance_db(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k) {
    sum += (static_cast<double>(a[k]) - b[k]) * (static_cast<double>(a[k]) - b[k]);
  }
  return 10 / std::numbers::ln10 * std::sqrt(2 * sum);
}

double log_mel_distance_db(const Frames& a, const Frames& b) {
  const size_t frames = std::min(a.count, b.count);
  double sum = 0;
  for (size_t i = 0; i < frames; ++i) {
    double squares = 0;
    for (size_t band = 0; band < a.width; ++band) {
      const double d = static_cast<double>(a.row(i)[band]) - b.row(i)[band];
      squares += d * d;
    }
    sum += std::sqrt(squares / static_cast<double>(a.width));
  }
  return sum / static_cast<double>(frames);
}

double correlation(const std::vector<float>& a, const std::vector<float>& b) {
  const size_t n = std::min(a.size(), b.size());
  double sum_a = 0, sum_b = 0;
  for (size_t i = 0; i < n; ++i) sum_a += a[i], sum_b += b[i];
  const double mean_a = sum_a / static_cast<double>(n), mean_b = sum_b / static_cast<double>(n);
  double aa = 0, bb = 0, ab = 0;
  for (size_t i = 0; i < n; ++i) {
    const double x = a[i] - mean_a, y = b[i] - mean_b;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

}  // namespace

SoundFacts facts_of(const audio::Sound& sound) {
  const std::vector<float>& x = sound.samples;
  const double rate = sound.sample_rate_hz;
  SoundFacts facts{.samples = x.size(), .seconds = static_cast<double>(x.size()) / rate};
  facts.clipped = static_cast<size_t>(
      std::ranges::count_if(x, [](float v) { return std::abs(v) >= kClipped; }));
  const auto first = static_cast<size_t>(std::ranges::find_if(x, is_loud) - x.begin());
  const size_t end = end_of_sound(x);
  facts.silence_before_ms = 1e3 * static_cast<double>(first) / rate;
  facts.silence_after_ms = 1e3 * static_cast<double>(x.size() - end) / rate;
  const signal::Spectrogram s = spectrogram(x, sound.sample_rate_hz);
  double low = 0, high = 0;
  for (size_t frame = 0; frame < s.frames; ++frame) {
    for (size_t bin = 0; bin < s.bins; ++bin) {
      const bool twice = bin > 0 && bin + 1 < s.bins;  // for its mirror image
      (s.hz_of(bin) < kBandBorderHz ? low : high) += (twice ? 2.0 : 1.0) * s.frame(frame)[bin];
    }
  }
  const double all = static_cast<double>(s.frames) * s.fft_size * s.window_energy;
  facts.low_db = decibel(low / all);
  facts.high_db = decibel(high / all);
  return facts;
}

double aligned_distance_db(const Frames& a, const Frames& b) {
  using Path = std::pair<double, size_t>;  // sum and steps: the smaller pair is the better path
  const Path none = {std::numeric_limits<double>::infinity(), 0};
  std::vector<Path> above(b.count + 1, none), row(b.count + 1, none);
  above[0] = {0, 0};
  for (size_t i = 0; i < a.count; ++i) {
    row[0] = none;
    for (size_t j = 0; j < b.count; ++j) {
      const Path before = std::min({above[j], above[j + 1], row[j]});
      row[j + 1] = {before.first + distance_db(a.row(i), b.row(j)), before.second + 1};
    }
    std::swap(above, row);
  }
  return above[b.count].first / static_cast<double>(above[b.count].second);
}

SoundDifference difference(const audio::Sound& a, const audio::Sound& b) {
  const Frames mel_a = log_mel_db(spectrogram(a.samples, a.sample_rate_hz));
  const Frames mel_b = log_mel_db(spectrogram(b.samples, b.sample_rate_hz));
  const double shift =
      static_cast<double>(end_of_sound(b.samples)) - static_cast<double>(end_of_sound(a.samples));
  return {.mcd_db = aligned_distance_db(mel_cepstrum(mel_a), mel_cepstrum(mel_b)),
          .log_mel_db = log_mel_distance_db(mel_a, mel_b),
          .correlation = correlation(a.samples, b.samples),
          .eos_shift_ms = 1e3 * shift / a.sample_rate_hz};
}

Result<audio::Sound> resampled(audio::Sound sound, int sample_rate_hz) {
  if (sound.sample_rate_hz == sample_rate_hz) return sound;
  Result<signal::Resampler> resampler =
      signal::Resampler::create(sound.sample_rate_hz, sample_rate_hz);
  if (!resampler) return resampler.error();
  audio::Sound out{{}, sample_rate_hz};
  const auto first = resampler->process(sound.samples);
  if (!first) return first.error();
  out.samples.assign(first->begin(), first->end());
  const auto rest = resampler->flush();
  if (!rest) return rest.error();
  out.samples.insert(out.samples.end(), rest->begin(), rest->end());
  return out;
}

}  // namespace sotto::measure
