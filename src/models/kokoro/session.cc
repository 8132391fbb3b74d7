#include "models/kokoro/session.h"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <numeric>
#include <utility>

#include "models/kokoro/network.h"

namespace sotto::models::kokoro {
namespace {

constexpr float kNoLimit = std::numeric_limits<float>::infinity();
constexpr int kMostFrames = 6000;  // 150 seconds, for which the generator needs about 3 GB

Error stopped() { return {Errc::cancelled, "speaking was stopped"}; }

// The time since it was asked last, in milliseconds.
class Stages {
 public:
  double next() {
    const Clock::time_point now = Clock::now();
    return std::chrono::duration<double, std::milli>(now - std::exchange(begin_, now)).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

std::vector<float> copied(std::span<const float> x) { return {x.begin(), x.end()}; }

}  // namespace

Session::Session(std::shared_ptr<const Model> model, Trace* trace)
    : model_(std::move(model)), trace_(trace), device_(model_->backend().open()) {}

Result<void> Session::check(const Clause& clause) const {
  const Config& config = model_->config();
  const auto wrong = [](std::string what) { return Error{Errc::bad_argument, std::move(what)}; };
  const auto most = static_cast<size_t>(config.max_phonemes());
  if (clause.ids.size() > most) {
    return wrong(
        fmt::format("a clause has {} phonemes, expected at most {}", clause.ids.size(), most));
  }
  for (const int id : clause.ids) {
    if (id >= 0 && id < config.n_token) continue;
    return wrong(fmt::format("a clause has phoneme {}, expected 0 to {}", id, config.n_token - 1));
  }
  const auto width = static_cast<size_t>(2 * config.style_dim);
  if (clause.style.size() != width) {
    return wrong(fmt::format("a style has {} numbers, expected {}", clause.style.size(), width));
  }
  if (!(clause.speed >= kSlowest && clause.speed <= kFastest)) {
    return wrong(
        fmt::format("the speed is {}, expected {} to {}", clause.speed, kSlowest, kFastest));
  }
  return {};
}

Result<std::vector<float>> Session::speak(const Clause& clause, const std::stop_token& stop) {
  if (const auto r = check(clause); !r) return r.error();
  if (stop.stop_requested()) return stopped();
  const Network& net = model_->network();
  device::Device& d = *device_;
  const device::Frame frame(d);
  const Sight see{d, trace_};
  Stages stages;

  std::vector<int> ids = {0};  // silence at both ends
  ids.insert(ids.end(), clause.ids.begin(), clause.ids.end());
  ids.push_back(0);
  const int width = model_->config().style_dim;
  const device::Tensor styles = d.upload(clause.style, 2, width);
  const device::Tensor sound_style = styles.part(0, 1), text_style = styles.part(1, 1);

  const device::Tensor encoded = net.predictor.encode(d, net.plbert(d, ids, see), text_style, see);
  durations_ = net.predictor.durations(d, encoded, text_style, clause.speed, see);
  times_.text_ms = stages.next();
  if (stop.stop_requested()) return stopped();
  const int64_t frames = std::accumulate(durations_.begin(), durations_.end(), int64_t{0});
  if (frames > kMostFrames) {
    return Error{Errc::bad_argument,
                 fmt::format("a clause of {} phonemes is {} frames of 25 ms long, expected at most "
                             "{}",
                             clause.ids.size(), frames, kMostFrames)};
  }

  const std::vector<int> rows = repeated(durations_);
  const Predictor::Curves curves =
      net.predictor.curves(d, d.gather(encoded, rows), text_style, see);
  const device::Tensor asr = d.gather(net.text_encoder(d, ids, see), rows);
  times_.prosody_ms = stages.next();
  const device::Tensor decoded = net.decoder(d, asr, curves, sound_style, see);
  const std::vector<float> f0 = copied(d.read(curves.f0));
  times_.decoder_ms = stages.next();
  if (stop.stop_requested()) return stopped();

  const std::vector<float> source = net.source.merge(net.source.harmonics(f0, clause.seed));
  const std::vector<float> har = net.stft.transform(source);
  times_.source_ms = stages.next();
  const device::Tensor spectrum =
      net.generator(d, decoded, d.upload(har, net.stft.columns(source.size()), 2 * net.stft.bins()),
                    sound_style, see, stop);
  if (stop.stop_requested()) return stopped();
  std::vector<float> made = copied(d.read(spectrum));
  times_.generator_ms = stages.next();
  to_spectrum(made, net.stft.bins(), kNoLimit);
  std::vector<float> wave = net.stft.inverse(made);
  times_.wave_ms = stages.next();
  return wave;
}

}  // namespace sotto::models::kokoro
