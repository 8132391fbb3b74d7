#include "cluster/task_runner.h"

#include <array>

#include "audio/samples.h"
#include "base/log.h"
#include "pipeline/fallback.h"
#include "translate/document/html.h"
#include "translate/document/lines.h"

namespace sotto::cluster {

Result<TaskRunner::Flow> TaskRunner::flow_of(const Capability& capability) {
  const std::lock_guard lock(mutex_);
  Flow& flow = flows_[capability.from.flores + capability.to.flores];
  if (flow == nullptr) {
    Result<engine::Flow> opened = engine::Flow::open(capability.from, capability.to, {});
    if (!opened) return opened.error();
    flow = std::make_shared<const engine::Flow>(*std::move(opened));
  }
  return flow;
}

Result<std::unique_ptr<translate::Translator>> TaskRunner::translator_of(const Task& task) {
  const Capability& wants = task.wants;
  if (wants.from == wants.to) return pipeline::no_translation();
  auto translator = engine_.translators.open({.model = wants.model == "auto" ? "" : wants.model,
                                              .from = wants.from,
                                              .to = wants.to,
                                              .caller = task.job});
  if (!translator) return translator;
  // Text that is read stays as its translator writes it; text that is heard is polite.
  const engine::WantedRegister wanted = task.kind == TaskKind::sentence
                                            ? engine::WantedRegister()
                                            : engine::WantedRegister(japanese::Register::as_is);
  return engine_.registers.apply(*std::move(translator), wants.to, wanted);
}

Result<void> TaskRunner::check(const Capability& capability) {
  if (const auto flow = flow_of(capability); !flow) return flow.error();
  const auto translator = translator_of({.wants = capability, .sentence = {}, .job = ""});
  if (!translator) return translator.error();
  if (capability.voice == "none") return {};
  const auto voice =
      engine_.voices.open(engine::VoiceChoice::of_owner(capability.voice), capability.to, 1);
  if (!voice) return voice.error();
  return {};
}

Result<TaskOutcome> TaskRunner::run(const Task& task) {
  const auto translator = translator_of(task);
  if (!translator) return translator.error();
  TaskOutcome outcome;
  if (task.kind == TaskKind::line) {
    translate::LineTranslator lines(**translator, task.wants.from, task.wants.to);
    const auto done = lines.translate(std::array{task.sentence.text}, {});
    if (!done) return done.error();
    outcome.result.text = done->front().text;
    outcome.result.untranslated = done->front().why_lost();
    return outcome;
  }
  if (task.kind == TaskKind::markup) {
    const auto done = translate::translate_html(**translator, std::array{task.sentence.text},
                                                task.wants.from, task.wants.to, {});
    if (!done) return done.error();
    outcome.result.text = done->documents[0];
    return outcome;
  }
  const auto done = (*translator)->translate(task.sentence, {});
  if (!done) return done.error();
  outcome.result.text = done->sentence.text;
  if (done->untranslated) outcome.result.untranslated = done->why.empty() ? "lost" : done->why;
  if (task.wants.voice == "none") return outcome;
  if (const Result<void> said = say(task, done->sentence, outcome); !said) return said.error();
  return outcome;
}

Result<void> TaskRunner::say(const Task& task, const text::Sentence& sentence,
                             TaskOutcome& outcome) {
  const bool is_source = !outcome.result.untranslated.empty();
  const auto flow = flow_of(task.wants);
  if (!flow) return flow.error();
  const auto voice = is_source
                         ? engine_.voices.open({}, task.wants.from, task.rate)
                         : engine_.voices.open(engine::VoiceChoice::of_owner(task.wants.voice),
                                               task.wants.to, task.rate);
  if (!voice) {
    if (!is_source) return voice.error();
    log::warn("a sentence that could not be translated is not spoken: {}", voice.error().message);
    return {};
  }
  const pipeline::SessionParts parts = (*flow)->parts(nullptr, nullptr, {});
  const text::Pronouncer& readings = is_source ? *parts.source_readings : *parts.readings;
  outcome.result.sample_rate_hz = (*voice)->sample_rate_hz();
  return (*voice)->speak(readings.spoken(sentence), {}, [&](const audio::Chunk& chunk) {
    give_way_();
    outcome.result.sample_rate_hz = chunk.sample_rate_hz;
    for (const float sample : chunk.samples) {
      const auto bits = static_cast<uint16_t>(audio::to_s16(sample));
      outcome.sound += static_cast<char>(bits & 0xff);
      outcome.sound += static_cast<char>(bits >> 8);
    }
    return true;
  });
}

}  // namespace sotto::cluster
