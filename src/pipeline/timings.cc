#include "pipeline/timings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json.h"

namespace sotto::pipeline {
namespace {

using Json = nlohmann::ordered_json;

double ms(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

bool reached(Clock::time_point t) { return t != Clock::time_point{}; }

template <Clock::time_point Times::*from, Clock::time_point Times::*to>
std::optional<double> span_ms(const Utterance& u) {
  if (!reached(u.times.*from) || !reached(u.times.*to)) return std::nullopt;
  return ms(u.times.*to - u.times.*from);
}

// The time to the first sound, had nothing stood before it in any queue.
std::optional<double> work_to_first_audio(const Utterance& u) {
  const auto translate = span_ms<&Times::translate_start, &Times::translated>(u);
  const auto voice = span_ms<&Times::voice_start, &Times::first_chunk>(u);
  if (!translate || !voice) return std::nullopt;
  return *translate + *voice;
}

constexpr Stage kStages[] = {
    {"arriving_ms", "text arriving (the agent writes)", span_ms<&Times::received, &Times::ready>},
    {"wait_translate_ms", "waiting to be translated",
     span_ms<&Times::ready, &Times::translate_start>},
    {"translate_ms", "translation", span_ms<&Times::translate_start, &Times::translated>},
    {"wait_voice_ms", "waiting for the voice", span_ms<&Times::translated, &Times::voice_start>},
    {"first_audio_ms", "voice, to its first sound",
     span_ms<&Times::voice_start, &Times::first_chunk>},
    {"voice_ms", "voice, the whole sentence", span_ms<&Times::voice_start, &Times::voice_end>},
    {"wait_sink_ms", "waiting for the sound before it",
     span_ms<&Times::first_chunk, &Times::first_audio>},
    {"work_to_first_audio_ms", "text ready to first audio, work", work_to_first_audio},
    {"ready_to_first_audio_ms", "text ready to first audio",
     span_ms<&Times::ready, &Times::first_audio>},
    {"lag_ms", "text received to first audio", span_ms<&Times::received, &Times::first_audio>},
};

double rounded(double value) { return std::round(value * 1000) / 1000; }

}  // namespace

std::span<const Stage> stages() { return kStages; }

void Distribution::add(double value) {
  if (values_.size() < kKept) {
    values_.push_back(value);
  } else {
    values_[count_ % kKept] = value;
  }
  max_ = count_ == 0 ? value : std::max(max_, value);
  ++count_;
}

double Distribution::percentile(double p) const {
  if (values_.empty()) return 0;
  const auto rank = static_cast<size_t>(std::ceil(p / 100 * static_cast<double>(values_.size())));
  std::vector<double> sorted = values_;
  const auto nth =
      sorted.begin() + static_cast<long>(std::clamp(rank, size_t{1}, sorted.size()) - 1);
  std::nth_element(sorted.begin(), nth, sorted.end());
  return *nth;
}

void Timings::add(const Utterance& u) {
  static_assert(std::size(kStages) <= std::tuple_size_v<decltype(distributions_)>);
  audio_ms_ += u.audio_ms;
  if (!u.voice.empty()) voices_.insert(u.voice);
  if (u.is_source) return;
  for (size_t i = 0; i < std::size(kStages); ++i) {
    if (const auto value = kStages[i].milliseconds(u)) distributions_[i].add(*value);
  }
  ++utterances_;
  lost_ += u.translation.untranslated ? 1 : 0;
  passed_over_ += u.passed_over.empty() ? 0 : 1;
  unheard_ += u.heard || !u.passed_over.empty() ? 0 : 1;
  if (u.heard) most_tempo_ = std::max(most_tempo_, u.tempo);
  if (const auto lag = span_ms<&Times::received, &Times::first_audio>(u))
    most_lag_ms_ = std::max(most_lag_ms_, *lag);
}

std::string Timings::json(const Utterance& u) const {
  Json line = {{"id", u.id},
               {"block", u.block},
               {"source", u.source.text},
               {"translation", u.translation.sentence.text},
               {"lost", u.translation.untranslated}};
  if (u.translation.untranslated) line["why"] = u.translation.why;
  if (u.is_source) line["is_source"] = true;
  line["voice"] = u.voice;
  line["heard"] = u.heard;
  if (!u.passed_over.empty()) line["passed_over"] = u.passed_over;
  line["tempo"] = rounded(u.tempo);
  line["audio_ms"] = rounded(u.audio_ms);
  line["begins_ms"] = rounded(u.begins_ms);
  line["loud_ms"] = {rounded(u.loud_from_ms), rounded(u.loud_to_ms)};
  Json& words = line["words"];
  words = Json::array();
  for (const SpokenWord& word : u.words) {
    words.push_back({{"word", word.text},
                     {"begins_ms", rounded(word.begin_ms)},
                     {"ends_ms", rounded(word.end_ms)},
                     {"estimated", word.estimated}});
  }
  const std::pair<const char*, Clock::time_point> times[] = {
      {"received", u.times.received},     {"sentence_ready", u.times.ready},
      {"translated", u.times.translated}, {"first_audio", u.times.first_audio},
      {"last_audio", u.times.last_audio},
  };
  Json& at = line["at_ms"];
  for (const auto& [key, when] : times) {
    at[key] = reached(when) ? Json(rounded(ms(when - start_))) : Json();
  }
  for (const Stage& stage : kStages) {
    const auto value = stage.milliseconds(u);
    line[stage.key] = value ? Json(rounded(*value)) : Json();
  }
  return dumped(line);
}

std::string Timings::summary_json() const {
  Json line = {{"summary", true},
               {"utterances", utterances_},
               {"lost", lost_},
               {"unheard", unheard_},
               {"passed_over", passed_over_},
               {"most_lag_ms", rounded(most_lag_ms_)},
               {"most_tempo", rounded(most_tempo_)},
               {"audio_ms", rounded(audio_ms_)}};
  Json& by_stage = line["stages"];
  by_stage = Json::object();
  for (size_t i = 0; i < std::size(kStages); ++i) {
    const Distribution& d = distributions_[i];
    by_stage[kStages[i].key] = {{"count", d.count()},
                                {"p50", rounded(d.percentile(50))},
                                {"p95", rounded(d.percentile(95))},
                                {"max", rounded(d.max())}};
  }
  return dumped(line);
}

std::string Timings::table() const {
  std::string out =
      fmt::format("{:<34} {:>6} {:>9} {:>9} {:>9}\n", "stage (ms)", "count", "p50", "p95", "max");
  for (size_t i = 0; i < std::size(kStages); ++i) {
    const Distribution& d = distributions_[i];
    if (d.count() == 0) continue;
    out += fmt::format("{:<34} {:>6} {:>9.1f} {:>9.1f} {:>9.1f}\n", kStages[i].label, d.count(),
                       d.percentile(50), d.percentile(95), d.max());
  }
  out += fmt::format("{} sentences, {} not translated, {} not spoken, {:.1f} s of sound{}{}\n",
                     utterances_, lost_, unheard_, audio_ms_ / 1000, voices_.empty() ? "" : " by ",
                     fmt::join(voices_, ", "));
  if (passed_over_ > 0 || most_tempo_ > 1) {
    out += fmt::format(
        "to keep up: {} announcements passed over, at most {:.1f} s behind, up to {:.2f} times the "
        "speed\n",
        passed_over_, most_lag_ms_ / 1000, most_tempo_);
  }
  return out;
}

}  // namespace sotto::pipeline
