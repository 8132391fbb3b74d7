#include "models/kokoro/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <utility>

#include "models/kokoro/network.h"
#include "models/kokoro/opening.h"

namespace sotto::models::kokoro {
namespace {

constexpr float kNoLimit = std::numeric_limits<float>::infinity();
constexpr int kMostFrames = 6000;  // 150 seconds, for which the generator needs about 1.5 GB

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

constexpr size_t kFade = 240;  // samples, 10 ms, in which an opening becomes the whole

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
  if (!(clause.first_part >= 0 && clause.first_part <= 1)) {
    return wrong(
        fmt::format("the first part is {} of a clause, expected 0 to 1", clause.first_part));
  }
  if (!(clause.speed >= kSlowest && clause.speed <= kFastest)) {
    return wrong(
        fmt::format("the speed is {}, expected {} to {}", clause.speed, kSlowest, kFastest));
  }
  return {};
}

// Everything before the generator.
Result<Session::Made> Session::read(const Clause& clause, const std::stop_token& stop) {
  const Network& net = model_->network();
  device::Device& d = *device_;
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
  const device::Tensor decoded =
      d.make(2 * static_cast<int>(frames), net.decoder.decode.back().conv2.out());
  std::vector<float> f0;
  {
    const device::Frame inner(d);  // what else was made does not lie about while the rest is
    const Predictor::Curves curves =
        net.predictor.curves(d, d.gather(encoded, rows), text_style, see);
    const device::Tensor asr = d.gather(net.text_encoder(d, ids, see), rows);
    times_.prosody_ms = stages.next();
    d.copy(net.decoder(d, asr, curves, sound_style, see), decoded);
    f0 = copied(d.read(curves.f0));
    times_.decoder_ms = stages.next();
  }
  if (stop.stop_requested()) return stopped();

  return Made{decoded, std::move(f0), sound_style};
}

double Session::seconds_of(const Made& made) const {
  const double samples = model_->config().istftnet.samples_per_f0();
  return static_cast<double>(made.f0.size()) * samples / kSampleRateHz;
}

std::vector<float> Session::source_of(const Clause& clause, const Made& made, size_t first,
                                      size_t count) const {
  return model_->network().source.sound(made.f0, clause.seed, first, count);
}

// The host has some columns of it at a time, of which a long clause has 10 MB. A run has one more
// than its frames have: the first of the next one takes its place.
device::Tensor Session::har_of(std::span<const std::vector<float>> sources) {
  constexpr int kColumns = 4096;
  const signal::Stft& stft = model_->network().stft;
  int columns = 1;
  for (const auto& source : sources) columns += stft.columns(source.size()) - 1;
  const device::Tensor har = device_->make(columns, 2 * stft.bins());
  int first = 0;
  for (const auto& source : sources) {
    const int count = stft.columns(source.size());
    for (int done = 0; done < count; done += kColumns) {
      const int part = std::min(kColumns, count - done);
      device_->upload(stft.transform(source, done, part), har.part(first + done, part));
    }
    first += count - 1;
  }
  return har;
}

// Once it is to stop, what it gives means nothing.
std::vector<float> Session::wave_of(const device::Tensor& decoded,
                                    std::span<const std::vector<float>> sources,
                                    const device::Tensor& style, std::span<const float> counts,
                                    const std::stop_token& stop) {
  const Network& net = model_->network();
  device::Device& d = *device_;
  const device::Frame frame(d);
  Stages stages;
  const device::Tensor made = net.generator(
      d, decoded, [&] { return har_of(sources); }, style, counts, {d, trace_}, stop);
  if (stop.stop_requested()) return {};
  const std::span<const float> read = d.read(made);
  times_.generator_ms = stages.next();
  std::vector<float> wave = to_sound(read, net.stft, kNoLimit);
  times_.wave_ms = stages.next();
  return wave;
}

Result<Session::Heard> Session::open(const Clause& clause, const Made& made, const Hear& hear,
                                     const std::stop_token& stop) {
  Heard heard;
  const double sound_s = seconds_of(made);
  const float share = clause.opener != nullptr
                          ? clause.opener->share(sound_s, 1e-3 * times_.inputs_ms())
                          : clause.first_part;
  if (share == 0) return heard;
  Stages stages;
  device::Device& d = *device_;
  const device::Frame frame(d);
  const Opening opening = opening_of(d.read(made.decoded), made.decoded.cols, share);
  if (opening.frames == 0) return heard;
  std::vector<std::vector<float>> sources;
  for (const Opening::Run& run : opening.runs())
    sources.push_back(source_of(clause, made, run.first, run.count));
  const std::vector<float> sound =
      wave_of(d.gather(made.decoded, opening.rows), sources, made.style, opening.counts, stop);
  times_.opening_ms = stages.next();
  if (stop.stop_requested()) return stopped();
  const auto frame_size = static_cast<size_t>(2 * model_->config().istftnet.samples_per_f0());
  const size_t end = static_cast<size_t>(quiet_end(sound, opening, frame_size)) * frame_size;
  if (clause.opener != nullptr) {
    const double for_a_row = times_.opening_ms / static_cast<double>(opening.rows.size());
    const double rest_s = 1e-3 * for_a_row * static_cast<double>(made.f0.size());
    if (!clause.opener->is_heard(static_cast<double>(end) / kSampleRateHz, rest_s)) return heard;
  }
  if (!hear(std::span(sound).first(end))) return stopped();
  const auto goes_on = std::span(sound).subspan(end, std::min(kFade, frame_size));
  return Heard{end, copied(goes_on)};
}

Result<void> Session::speak(const Clause& clause, const Hear& hear, const std::stop_token& stop) {
  if (const auto r = check(clause); !r) return r.error();
  if (stop.stop_requested()) return stopped();
  const device::Frame frame(*device_);
  times_ = {};
  const Result<Made> made = read(clause, stop);
  if (!made) return made.error();
  const Result<Heard> heard = open(clause, *made, hear, stop);
  if (!heard) return heard.error();
  Stages stages;
  const std::vector<float> source = source_of(clause, *made, 0, made->f0.size());
  times_.source_ms = stages.next();
  std::vector<float> wave = wave_of(made->decoded, {&source, 1}, made->style, {}, stop);
  if (stop.stop_requested()) return stopped();
  const std::span<float> unheard = std::span(wave).subspan(heard->samples);
  for (size_t i = 0; i < heard->goes_on.size(); ++i) {
    const float share = (static_cast<float>(i) + 0.5f) / static_cast<float>(heard->goes_on.size());
    unheard[i] = share * unheard[i] + (1 - share) * heard->goes_on[i];
  }
  if (!hear(unheard)) return stopped();
  return {};
}

Result<std::vector<float>> Session::speak(const Clause& clause, const std::stop_token& stop) {
  std::vector<float> wave;
  const Result<void> spoken = speak(
      clause,
      [&](std::span<const float> part) {
        wave.insert(wave.end(), part.begin(), part.end());
        return true;
      },
      stop);
  if (!spoken) return spoken.error();
  return wave;
}

}  // namespace sotto::models::kokoro
