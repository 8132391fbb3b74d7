#include "speech/hts_voice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/shared_library.h"
#include "speech/mlsa_vocoder.h"

#ifdef SOTTO_HTS
#include <HTS_engine.h>

namespace sotto::speech {
namespace {

// The streams of parameters in a voice, by their place.
enum Stream { kMelCepstrum = 0, kLogF0 = 1, kVoicing = 2 };

constexpr size_t kMaxLabels = 20000;
constexpr size_t kFirstFrames = 10, kFrames = 20;  // frames in the first chunk and in later ones

// The end of the breath that begins at `labels[begin]`: behind its closing pause, or at the end of
// the utterance. The phoneme stands between `-` and `+`.
//
// Parameters are made breath by breath, so that the first sound does not wait for the last word.
// Nothing is lost by it: a label carries its context in the whole utterance, and what smoothing
// could do across a pause is not heard. Very short breaths stay with the next one.
size_t breath_end(const std::vector<std::string>& labels, size_t begin) {
  constexpr size_t kMinLabels = 10;
  for (size_t i = begin; i + kMinLabels < labels.size(); ++i) {
    if (i - begin >= kMinLabels && labels[i].find("-pau+") != std::string::npos) return i + 1;
  }
  return labels.size();
}

struct HtsLibrary {
  static constexpr OptionalLibrary kLibrary{"libHTSEngine", 1, "libhtsengine1"};
  explicit HtsLibrary(SharedLibrary& library) {
    library.find("HTS_Engine_initialize", initialize);
    library.find("HTS_Engine_clear", clear);
    library.find("HTS_Engine_load", load);
    library.find("HTS_Engine_set_speed", set_speed);
    library.find("HTS_Engine_generate_state_sequence_from_strings", make_states);
    library.find("HTS_Engine_generate_parameter_sequence", make_parameters);
    library.find("HTS_Engine_refresh", refresh);
  }

  decltype(&::HTS_Engine_initialize) initialize;
  decltype(&::HTS_Engine_clear) clear;
  decltype(&::HTS_Engine_load) load;
  decltype(&::HTS_Engine_set_speed) set_speed;
  decltype(&::HTS_Engine_generate_state_sequence_from_strings) make_states;
  decltype(&::HTS_Engine_generate_parameter_sequence) make_parameters;
  decltype(&::HTS_Engine_refresh) refresh;
};

class EngineVoice final : public HtsVoice {
 public:
  explicit EngineVoice(const HtsLibrary& library) : hts_(library) { hts_.initialize(&engine_); }
  ~EngineVoice() override { hts_.clear(&engine_); }
  EngineVoice(const EngineVoice&) = delete;

  Result<void> load(const std::string& path) {
    std::string name = path;
    char* names[] = {name.data()};
    if (!hts_.load(&engine_, names, 1)) {
      return Error{Errc::bad_format, path + ": is not a whole HTS voice file"};
    }
    return check(path);
  }

  int sample_rate_hz() const override {
    return static_cast<int>(engine_.condition.sampling_frequency);
  }

  Result<void> speak(const std::vector<std::string>& labels, double rate, int edge_ms,
                     const std::stop_token& stop, const ChunkHandler& handler) override {
    ends_ms_.clear();
    if (labels.empty()) return {};
    if (labels.size() > kMaxLabels) {
      return Error{Errc::bad_argument,
                   fmt::format("{} phonemes in one utterance, expected at most {}", labels.size(),
                               kMaxLabels)};
    }
    // Above double speed some sounds would be shorter than the states of their model (the engine
    // then complains on standard error). So the engine does half of it and the frames the rest.
    const size_t halves = rate > 2 ? 2 : 1;
    hts_.set_speed(&engine_, rate / static_cast<double>(halves));
    frame_samples_ = std::max<size_t>(1, engine_.condition.fperiod / halves);
    MlsaVocoder vocoder = make_vocoder();
    size_t frames = 0;  // in front of this breath
    for (size_t begin = 0; begin < labels.size();) {
      const size_t end = breath_end(labels, begin);
      std::vector<char*> lines;
      for (size_t i = begin; i < end; ++i) lines.push_back(const_cast<char*>(labels[i].c_str()));
      const bool made =
          hts_.make_states(&engine_, lines.data(), lines.size()) && hts_.make_parameters(&engine_);
      Result<void> r = Error{Errc::internal, "the phonemes do not fit the voice"};
      if (made) {
        const FrameRange range = audible(begin == 0, end == labels.size(), edge_ms);
        r = speak_parameters(range, vocoder, stop, handler);
        note_ends(end - begin, range, frames);
        frames += range.end - range.begin;
      }
      hts_.refresh(&engine_);
      if (!r) return r;
      begin = end;
    }
    return {};
  }

  std::span<const double> label_ends_ms() const override { return ends_ms_; }

 private:
  // Checks what the vocoder relies on. A voice without `voicing` has two streams.
  Result<void> check(const std::string& path) const {
    const HTS_ModelSet& models = engine_.ms;
    const HTS_Condition& condition = engine_.condition;
    const bool sizes = models.num_streams == 2 || models.num_streams == 3;
    const bool ok = sizes && models.stream[0][kMelCepstrum].vector_length >= 2 &&
                    models.stream[0][kMelCepstrum].vector_length <= 200 &&
                    models.stream[0][kLogF0].vector_length == 1 &&
                    models.stream[0][kLogF0].is_msd && !models.stream[0][kMelCepstrum].is_msd &&
                    (models.num_streams == 2 || models.stream[0][kVoicing].vector_length <= 1000) &&
                    condition.sampling_frequency >= 8000 &&
                    condition.sampling_frequency <= 192000 && condition.fperiod >= 1 &&
                    condition.fperiod <= 10000 && std::abs(condition.alpha) < 1 &&
                    condition.stage == 0;
    if (ok) return {};
    return Error{
        Errc::unsupported,
        fmt::format("{}: a voice of {} streams at {} Hz, expected mel-cepstrum, log F0 and "
                    "voicing as Open JTalk's voices have them",
                    path, models.num_streams, condition.sampling_frequency)};
  }

  size_t label_frames(size_t label) const {
    const HTS_SStreamSet& states = engine_.sss;
    size_t frames = 0;
    for (size_t s = label * states.nstate; s < (label + 1) * states.nstate; ++s) {
      frames += states.duration[s];
    }
    return frames;
  }

  struct FrameRange {
    size_t begin, end;
  };

  // Ends of the labels of a breath, in front of whose sound there are `made` frames.
  void note_ends(size_t labels, FrameRange range, size_t made) {
    size_t frame = 0;
    for (size_t i = 0; i < labels; ++i) {
      frame += label_frames(i);
      const size_t heard = std::clamp(frame, range.begin, range.end) - range.begin;
      ends_ms_.push_back(1000.0 * static_cast<double>((made + heard) * frame_samples_) /
                         sample_rate_hz());
    }
  }

  // All frames of this breath but the silence at the outer ends that is longer than `edge_ms`.
  FrameRange audible(bool first, bool last, int edge_ms) const {
    const size_t edge = static_cast<size_t>(edge_ms) * static_cast<size_t>(sample_rate_hz()) /
                        1000 / frame_samples_;
    const size_t labels = engine_.sss.total_state / engine_.sss.nstate;
    const size_t lead = first ? label_frames(0) : 0, tail = last ? label_frames(labels - 1) : 0;
    const size_t begin = lead - std::min(lead, edge);
    return {begin, std::max(begin, engine_.pss.total_frame - (tail - std::min(tail, edge)))};
  }

  MlsaVocoder make_vocoder() const {
    const HTS_Model* streams = engine_.ms.stream[0];
    const size_t taps = engine_.ms.num_streams > kVoicing ? streams[kVoicing].vector_length : 0;
    return MlsaVocoder(sample_rate_hz(), static_cast<int>(frame_samples_),
                       static_cast<int>(streams[kMelCepstrum].vector_length) - 1,
                       engine_.condition.alpha, static_cast<int>(taps));
  }

  Result<void> speak_parameters(FrameRange range, MlsaVocoder& vocoder, const std::stop_token& stop,
                                const ChunkHandler& handler) const {
    const HTS_PStream& cepstrum = engine_.pss.pstream[kMelCepstrum];
    const HTS_PStream& pitch = engine_.pss.pstream[kLogF0];
    const HTS_PStream* voicing =
        engine_.pss.nstream > kVoicing ? &engine_.pss.pstream[kVoicing] : nullptr;
    const size_t taps = voicing != nullptr ? voicing->vector_length : 0;
    const size_t period = frame_samples_;
    std::vector<float> samples(kFrames * period);
    size_t voiced = 0;  // log F0 is stored for the voiced frames only
    for (size_t frame = 0; frame < range.begin; ++frame) voiced += pitch.msd_flag[frame] ? 1 : 0;
    for (size_t frame = range.begin; frame < range.end;) {
      if (stop.stop_requested()) return Error{Errc::cancelled, "the voice was stopped"};
      const size_t count =
          std::min(frame == range.begin ? kFirstFrames : kFrames, range.end - frame);
      for (size_t i = 0; i < count; ++i, ++frame) {
        const double f0 = pitch.msd_flag[frame] ? std::exp(pitch.par[voiced++][0]) : 0;
        const VocoderFrame now{{cepstrum.par[frame], cepstrum.vector_length},
                               f0,
                               {taps > 0 ? voicing->par[frame] : nullptr, taps}};
        vocoder.synthesize(now, std::span(samples).subspan(i * period, period));
      }
      for (float& s : samples) s = std::clamp(s, -1.0f, 1.0f);  // odd texts are louder
      if (!handler({std::span(samples).first(count * period), sample_rate_hz()})) {
        return Error{Errc::cancelled, "the voice was stopped"};
      }
    }
    return {};
  }

  const HtsLibrary& hts_;
  HTS_Engine engine_;
  std::vector<double> ends_ms_;  // of the last labels
  size_t frame_samples_ = 1;     // of the vocoder, at the rate of the utterance
};

}  // namespace

std::string HtsVoice::missing() {
  return load_library<HtsLibrary>() == nullptr ? HtsLibrary::kLibrary.missing() : "";
}

Result<std::unique_ptr<HtsVoice>> HtsVoice::load(const std::filesystem::path& path) {
  const HtsLibrary* library = load_library<HtsLibrary>();
  if (library == nullptr) {
    return Error{Errc::unsupported,
                 fmt::format("{}: cannot be spoken with: {}", path.string(), missing())};
  }
  auto voice = std::make_unique<EngineVoice>(*library);
  if (Result<void> r = voice->load(path.string()); !r) return r.error();
  return std::unique_ptr<HtsVoice>(std::move(voice));
}

}  // namespace sotto::speech

#else

namespace sotto::speech {

std::string HtsVoice::missing() {
  return "sotto was built without the HTS engine; install libhtsengine-dev and build it again";
}

Result<std::unique_ptr<HtsVoice>> HtsVoice::load(const std::filesystem::path& path) {
  return Error{Errc::unsupported,
               fmt::format("{}: cannot be spoken with: {}", path.string(), missing())};
}

}  // namespace sotto::speech

#endif
