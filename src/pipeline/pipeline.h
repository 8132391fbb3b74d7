// A session whose text comes from a source, from its beginning to its end.
#pragma once

#include <stop_token>

#include "audio/sink.h"
#include "pipeline/byte_source.h"
#include "pipeline/session.h"

namespace sotto::pipeline {

struct PipelineResult : SessionResult {
  agent::ReaderStats reader;
};

// Reads on a thread of its own and plays on the caller's, until the source has ended and everything
// was said, or the session ends: then the sink is silenced at once. Where memory or threads run
// out, it ends there and says so (`io`). `sink` may be null: text only.
PipelineResult run_session(Session& session, ByteSource& source, audio::Sink* sink);

// The same of a session of its own; the source says whether it is live.
PipelineResult run_pipeline(SessionOptions options, const SessionParts& parts, ByteSource& source,
                            audio::Sink* sink, const SessionEvents& events,
                            const std::stop_token& stop);

}  // namespace sotto::pipeline
