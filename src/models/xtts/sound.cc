#include "models/xtts/sound.h"

#include <algorithm>
#include <cmath>

namespace sotto::models::xtts {
namespace {

// Rows of a part: around it twice as many as the model reaches are computed, mostly by the first
// stage alone. The first part is small, so that it is heard soon, and each is half as long again as
// the one before: what takes less than two thirds of its length is there when it is to be heard.
constexpr int kFirstRows = 10, kMostRows = 128;

// A code is `code_stride` samples of recordings, a row `hop` of the sound.
std::vector<double> scales_of(const Config& config) {
  std::vector<double> scales = {static_cast<double>(config.code_stride) / config.hop};
  if (config.output_sample_rate != config.input_sample_rate)
    scales.push_back(static_cast<double>(config.output_sample_rate) / config.input_sample_rate);
  return scales;
}

}  // namespace

SoundSession::SoundSession(std::shared_ptr<const HifiGan> model, const device::Backend& backend,
                           const Config& config, std::span<const float> speaker)
    : model_(std::move(model)),
      device_(backend.open()),
      scales_(scales_of(config)),
      reach_(model_->reach()),
      upsampling_(scales_) {
  const device::Frame frame(*device_);
  for (const device::Tensor& row : model_->hear(*device_, speaker)) {
    heard_.push_back(device_->make_cache(row.cols));
    device_->copy(row, heard_.back()->append(1));
  }
}

void SoundSession::begin(double rate) {
  states_.clear();
  said_ = 0;
  part_ = kFirstRows;
  std::vector<double> scales = scales_;
  if (rate != 1) scales.insert(scales.begin(), 1 / rate);
  upsampling_ = Upsampling(std::move(scales));
}

// The ends of parts depend on how many rows there are, and not on when they came: the same states
// are the same sound, bit by bit.
void SoundSession::speak(std::span<const float> states, bool is_last, std::vector<float>& sound,
                         const std::stop_token& stop) {
  sound.clear();
  states_.insert(states_.end(), states.begin(), states.end());
  const int count = static_cast<int>(states_.size()) / model_->in();
  const int all = is_last ? upsampling_.rows_of(count) : upsampling_.settled(count);
  for (; said_ + part_ + reach_ <= all; part_ = std::min(part_ + part_ / 2, kMostRows))
    if (!say(said_ + part_, said_ + part_ + reach_, is_last, sound, stop)) return sound.clear();
  if (is_last && count > 0 && !say(all, all, is_last, sound, stop)) sound.clear();
}

// Appends the rows up to `end`, which may see those up to `last`. False: it was stopped.
bool SoundSession::say(int end, int last, bool is_whole, std::vector<float>& sound,
                       const std::stop_token& stop) {
  const int first = std::max(0, said_ - reach_);
  const std::vector<float> rows = upsampling_(states_, model_->in(), is_whole, first, last);
  const device::Frame frame(*device_);
  const device::Tensor x = device_->upload(rows, last - first, model_->in());
  std::vector<device::Tensor> heard;
  for (const auto& row : heard_) heard.push_back(row->all());
  const device::Tensor wave = (*model_)(*device_, x, said_ - first, end - said_, heard, stop);
  if (stop.stop_requested()) return false;
  const std::span<const float> samples = device_->read(wave);
  sound.insert(sound.end(), samples.begin(), samples.end());
  said_ = end;
  return true;
}

std::vector<float> SoundSession::rows_of(std::span<const float> states) const {
  const int count = upsampling_.rows_of(static_cast<int>(states.size()) / model_->in());
  return upsampling_(states, model_->in(), true, 0, count);
}

}  // namespace sotto::models::xtts
