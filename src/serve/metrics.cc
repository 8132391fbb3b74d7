#include "serve/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <vector>

#include "base/program.h"
#include "pipeline/timings.h"

namespace sotto::serve {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;
using prometheus::Histogram;

const Histogram::BucketBoundaries kSeconds = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
                                              0.5,   1,    2.5,   5,    10,  30};
const Histogram::BucketBoundaries kRatios = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2};
const Histogram::BucketBoundaries kCounts = {1, 2, 4, 8, 16, 32, 64};

}  // namespace

struct Metrics::State {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Counter>& requests = BuildCounter()
                                                          .Name("sotto_requests_total")
                                                          .Help("Requests, by route and status")
                                                          .Register(registry);
  prometheus::Family<Histogram>& request_seconds =
      BuildHistogram()
          .Name("sotto_request_seconds")
          .Help("From a request's head to the end of its answer")
          .Register(registry);
  prometheus::Family<Histogram>& stage_seconds = BuildHistogram()
                                                     .Name("sotto_stage_seconds")
                                                     .Help("Of a sentence in a stage of the flow")
                                                     .Register(registry);
  prometheus::Family<prometheus::Counter>& counters = BuildCounter()
                                                          .Name("sotto_sentences_total")
                                                          .Help("Sentences, by what became of them")
                                                          .Register(registry);
  prometheus::Counter& translated = counters.Add({{"what", "translated"}});
  prometheus::Counter& from_cache = counters.Add({{"what", "from_cache"}});
  prometheus::Counter& lost = counters.Add({{"what", "lost"}});
  prometheus::Counter& spoken = counters.Add({{"what", "spoken"}});
  prometheus::Family<prometheus::Counter>& messages =
      BuildCounter()
          .Name("sotto_speaker_messages_total")
          .Help("What sessions had to say, by what became of it")
          .Register(registry);
  prometheus::Family<prometheus::Counter>& computed =
      BuildCounter()
          .Name("sotto_compute_seconds_total")
          .Help("That translators and voices have worked")
          .Register(registry);
  prometheus::Counter& audio_seconds = BuildCounter()
                                           .Name("sotto_audio_seconds_total")
                                           .Help("Of sound that went out")
                                           .Register(registry)
                                           .Add({});
  Histogram& real_time_factor =
      BuildHistogram()
          .Name("sotto_real_time_factor")
          .Help("Time that the voice took for a sentence, by the length of its sound")
          .Register(registry)
          .Add({}, kRatios);
  Histogram& batch_sentences = BuildHistogram()
                                   .Name("sotto_batch_sentences")
                                   .Help("Sentences under way whenever some joined")
                                   .Register(registry)
                                   .Add({}, kCounts);
  Histogram& batch_jobs = BuildHistogram()
                              .Name("sotto_batch_requests")
                              .Help("Requests whose sentences were under way then")
                              .Register(registry)
                              .Add({}, kCounts);
  std::vector<std::pair<prometheus::Gauge*, std::function<double()>>> watched;
};

Metrics::Metrics() : state_(new State) {
  watch("process_resident_memory_bytes", "Memory that is in RAM", resident_bytes);
}
Metrics::~Metrics() = default;

void Metrics::request(const std::string& route, int status, double seconds) {
  state_->requests.Add({{"route", route}, {"status", std::to_string(status)}}).Increment();
  state_->request_seconds.Add({{"route", route}}, kSeconds).Observe(seconds);
}

void Metrics::utterance(const pipeline::Utterance& u) {
  for (const pipeline::Stage& stage : pipeline::stages()) {
    std::string name = stage.key;
    name.resize(name.size() - 3);  // "_ms"
    if (const auto ms = stage.milliseconds(u))
      state_->stage_seconds.Add({{"stage", name}}, kSeconds).Observe(*ms / 1000);
  }
  if (u.translation.untranslated) state_->lost.Increment();
  if (!u.heard) return;
  state_->spoken.Increment();
  state_->audio_seconds.Increment(u.audio_ms / 1000);
  const std::chrono::duration<double, std::milli> voice = u.times.voice_end - u.times.voice_start;
  if (u.audio_ms > 0) state_->real_time_factor.Observe(voice.count() / u.audio_ms);
}

void Metrics::batch(int sentences, int jobs) {
  state_->batch_sentences.Observe(sentences);
  state_->batch_jobs.Observe(jobs);
}

void Metrics::translated(int sentences, int from_cache) {
  state_->translated.Increment(sentences);
  state_->from_cache.Increment(from_cache);
}

void Metrics::computed(const std::string& what, double seconds) {
  state_->computed.Add({{"what", what}}).Increment(seconds);
}

void Metrics::message(const std::string& outcome) {
  state_->messages.Add({{"what", outcome}}).Increment();
}

void Metrics::watch(const std::string& name, const std::string& help,
                    std::function<double()> value) {
  auto& gauge = BuildGauge().Name(name).Help(help).Register(state_->registry).Add({});
  state_->watched.emplace_back(&gauge, std::move(value));
}

std::string Metrics::text() const {
  for (const auto& [gauge, value] : state_->watched) gauge->Set(value());
  return prometheus::TextSerializer().Serialize(state_->registry.Collect());
}

}  // namespace sotto::serve
