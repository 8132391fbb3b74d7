#include "pipeline/pipeline.h"

#include <thread>
#include <utility>
#include <vector>

#include "base/failure.h"

namespace sotto::pipeline {
namespace {

void read_into(Session& session, ByteSource& source) noexcept {
  try {
    std::vector<char> buffer(64 << 10);
    for (;;) {
      const Result<size_t> n = source.read(buffer, session.stop_token());
      if (!n) return session.finish(n.error());
      if (*n == 0 || !session.push({buffer.data(), *n})) return session.finish();
    }
  } catch (...) {
    session.give_up(error_of(std::current_exception()));
  }
}

}  // namespace

PipelineResult run_session(Session& session, ByteSource& source, audio::Sink* sink) {
  std::jthread reader;
  try {
    reader = std::jthread([&] { read_into(session, source); });
  } catch (...) {
    session.give_up(error_of(std::current_exception()));
  }
  PipelineResult result{session.play(sink), {}};
  if (reader.joinable()) reader.join();
  result.reader = session.read();
  return result;
}

PipelineResult run_pipeline(SessionOptions options, const SessionParts& parts, ByteSource& source,
                            audio::Sink* sink, const SessionEvents& events,
                            const std::stop_token& stop) {
  Scheduler scheduler;
  options.live = source.is_live();
  Session session(std::move(options), parts, events, scheduler, stop);
  return run_session(session, source, sink);
}

}  // namespace sotto::pipeline
