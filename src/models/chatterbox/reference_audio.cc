#include "models/chatterbox/reference_audio.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "signal/mel.h"
#include "signal/reflect_pad.h"
#include "signal/sinc_resampler.h"
#include "signal/spectrogram.h"

namespace sotto::models::chatterbox {
namespace {

constexpr int kListeningHz = 16000;

// number(band's sum, of powers or what `of` makes of them) for each band of each frame.
template <class Of, class Number>
Frames in_bands(const signal::Spectrogram& s, const signal::MelBank& bank, const Of& of,
                const Number& number) {
  Frames frames{.numbers = {}, .bands = static_cast<int>(bank.bands().size())};
  std::vector<float> row(s.bins);
  for (size_t t = 0; t < s.frames; ++t) {
    std::ranges::transform(s.frame(t), row.begin(), of);
    for (size_t band = 0; band < bank.bands().size(); ++band)
      frames.numbers.push_back(static_cast<float>(number(bank.sum(band, row))));
  }
  return frames;
}

double same(double x) { return x; }

// Frames of 25 ms at 16 kHz, each centred on its hop.
signal::Spectrogram centred(std::span<const float> samples) {
  const signal::SpectrogramOptions options{
      .window = 400, .hop = 160, .fft_size = 400, .partial_frame = false};
  return signal::spectrogram(signal::reflect_pad(samples, 200), kListeningHz, options);
}

signal::MelBank slaney(int rate_hz, int fft_size, int bands) {
  return {rate_hz, fft_size, {.bands = static_cast<size_t>(bands)}};
}

}  // namespace

Frames flow_mel(std::span<const float> samples, int bands) {
  constexpr int kRate = 24000, kSize = 1920;
  const signal::SpectrogramOptions options{
      .window = kSize, .hop = 480, .fft_size = kSize, .partial_frame = false};
  const auto s = signal::spectrogram(signal::reflect_pad(samples, 720), kRate, options);
  return in_bands(
      s, slaney(kRate, kSize, bands), [](float power) { return std::sqrt(power + 1e-9f); },
      [](double sum) { return std::log(std::max(sum, 1e-5)); });
}

Frames tokenizer_mel(std::span<const float> samples, int bands) {
  signal::Spectrogram s = centred(samples);
  s.frames -= 1;  // whisper leaves the last one out
  Frames mel = in_bands(s, slaney(kListeningHz, 400, bands), same,
                        [](double sum) { return std::log10(std::max(sum, 1e-10)); });
  if (mel.numbers.empty()) return mel;
  const float floor = *std::ranges::max_element(mel.numbers) - 8;
  for (float& x : mel.numbers) x = (std::max(x, floor) + 4) / 4;
  return mel;
}

Frames voice_mel(std::span<const float> samples, int bands) {
  return in_bands(centred(samples), slaney(kListeningHz, 400, bands), same, same);
}

Frames kaldi_fbank(std::span<const float> samples, int bands) {
  const signal::SpectrogramOptions options{
      .window = 400, .hop = 160, .fft_size = 512, .partial_frame = false};
  // Each frame: its mean taken off, pre-emphasis, Povey's window (Hann's to the power 0.85, which
  // ends at its last sample).
  std::vector<double> povey(options.window);
  for (size_t i = 0; i < povey.size(); ++i) {
    const double angle =
        2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(povey.size() - 1);
    povey[i] = std::pow(0.5 - 0.5 * std::cos(angle), 0.85);
  }
  const auto shape = [&](std::span<float> frame) {
    double sum = 0;
    for (const float x : frame) sum += x;
    const double mean = sum / static_cast<double>(frame.size());
    double before = frame[0] - mean;
    for (size_t i = 0; i < frame.size(); ++i) {
      const double now = frame[i] - mean;
      frame[i] = static_cast<float>((now - 0.97 * before) * povey[i]);
      before = now;
    }
  };
  const signal::MelBank bank(kListeningHz, options.fft_size,
                             {.bands = static_cast<size_t>(bands),
                              .lowest_hz = 20,
                              .highest_hz = kListeningHz / 2.0,
                              .scale = signal::MelScale::htk,
                              .norm = signal::MelNorm::height,
                              .slopes = signal::MelSlopes::over_mel});
  constexpr double kLeast = 1.1920928955078125e-07;  // 2^-23, as Kaldi has it
  Frames fbank = in_bands(signal::spectrogram(samples, kListeningHz, options, shape), bank, same,
                          [&](double sum) { return std::log(std::max(sum, kLeast)); });
  const auto width = static_cast<size_t>(bands);
  for (size_t band = 0; band < width; ++band) {
    double sum = 0;
    for (size_t i = band; i < fbank.numbers.size(); i += width) sum += fbank.numbers[i];
    const double mean = sum / std::max(1, fbank.count());
    for (size_t i = band; i < fbank.numbers.size(); i += width)
      fbank.numbers[i] = static_cast<float>(fbank.numbers[i] - mean);
  }
  return fbank;
}

std::span<const float> trimmed(std::span<const float> samples) {
  constexpr size_t kFrame = 2048, kHop = 512;
  constexpr double kLeast = 1e-5, kBelowDb = 20;
  std::vector<double> levels;  // in dB, of frames centred on every hop among zeros
  for (size_t middle = 0; middle <= samples.size(); middle += kHop) {
    const size_t begin = middle < kFrame / 2 ? 0 : middle - kFrame / 2;
    const size_t end = std::min(samples.size(), middle + kFrame / 2);
    double squares = 0;
    for (size_t i = begin; i < end; ++i) squares += double{samples[i]} * samples[i];
    levels.push_back(20 * std::log10(std::max(std::sqrt(squares / kFrame), kLeast)));
  }
  const double least = *std::ranges::max_element(levels) - kBelowDb;
  const auto loud = [&](double level) { return level > least; };
  const auto first = static_cast<size_t>(std::ranges::find_if(levels, loud) - levels.begin());
  size_t last = levels.size();
  while (last > first && !loud(levels[last - 1])) --last;
  const size_t begin = std::min(first * kHop, samples.size());
  return samples.subspan(begin, std::min(last * kHop, samples.size()) - begin);
}

std::vector<float> to_16khz(std::span<const float> samples) {
  return signal::sinc_resampled(samples, 24000, kListeningHz);
}

}  // namespace sotto::models::chatterbox
