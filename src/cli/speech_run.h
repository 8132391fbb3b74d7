// From a stream to sound: what `speak` and `say` have in common.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/language.h"
#include "cli/verbs.h"
#include "pipeline/fallback.h"
#include "pipeline/pipeline.h"
#include "speech/voice_kind.h"

namespace sotto::cli {

struct SpeechRun {
  std::unique_ptr<pipeline::ByteSource> source;
  Language from, to;
  pipeline::TranslatorCandidates translators;  // empty: nothing is translated
  std::string voice = "auto";                  // names separated by commas, "auto", or "none"
  double speed = 1;
  speech::VoiceOptions voice_options;
  std::string output = "device";
  bool text = false;     // a line a sentence: source TAB translation
  std::string timings;   // a file, or empty
  std::string captions;  // the same, .srt or .vtt
  pipeline::SessionOptions options;
};

// Runs it to its end and returns the exit code.
int run_speech(SpeechRun run, Session& session);

}  // namespace sotto::cli
