#include "engine/speech_session.h"

#include <utility>

#include "engine/metered_voice.h"

namespace sotto::engine {

SpeechSession::SpeechSession(const pipeline::SessionOptions& options, Parts parts,
                             const pipeline::SessionEvents& events, pipeline::Scheduler& scheduler,
                             const std::stop_token& stop)
    : flow_(std::move(parts.flow)),
      worked_(std::move(parts.worked)),
      rests_(parts.rests),
      open_source_voice_(std::move(parts.open_source_voice)),
      translator_(std::move(parts.translator)),
      voice_(metered_voice(std::move(parts.voice))),
      session_(flow_.options(options),
               flow_.parts(translator_.get(), voice_.get(), [this] { return open_source_voice(); }),
               with_rests(events), scheduler, stop) {
  if (rests_) translator_->rest();
}

pipeline::SessionEvents SpeechSession::with_rests(const pipeline::SessionEvents& events) {
  pipeline::SessionEvents with = events;
  with.read = [this](double seconds) { worked_("reader", seconds); };
  with.working = [this, inner = events.working](bool works) {
    if (!works && rests_) translator_->rest();
    if (inner) inner(works);
  };
  return with;
}

std::unique_ptr<speech::Voice> SpeechSession::metered_voice(std::unique_ptr<speech::Voice> voice) {
  if (voice == nullptr) return nullptr;
  return metered(std::move(voice), [this](double seconds) { worked_("voice", seconds); });
}

Result<std::unique_ptr<speech::Voice>> SpeechSession::open_source_voice() {
  auto opened = RestingVoice::open(open_source_voice_, rests_);
  if (!opened) return opened.error();
  return metered_voice(*std::move(opened));
}

}  // namespace sotto::engine
