// From a stream to sound: what `speak` and `say` have in common.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/verbs.h"
#include "pipeline/fallback.h"
#include "pipeline/pipeline.h"
#include "speech/pocket_voice.h"
#include "text/language.h"

namespace sotto::cli {

struct SpeechRun {
  std::unique_ptr<pipeline::ByteSource> source;
  text::Language from, to;
  pipeline::TranslatorCandidates translators;  // empty: nothing is translated
  std::string voice = "auto";                  // names separated by commas, "auto", or "none"
  double rate = 1;
  speech::PocketOptions pocket;  // for voices of that kind; the language's own model, if not named
  std::string output = "device";
  bool text = false;    // a line a sentence: source TAB translation
  std::string timings;  // a file, or empty
  pipeline::PipelineOptions options;
};

// Runs it to its end and returns the exit code.
int run_speech(SpeechRun run, Session& session);

// The voices to try for a language, in order. Each name of the list is tried; "auto" is the best
// usable one and, should that break, every other one that speaks the language.
std::vector<std::string> voice_order(const std::string& names, const text::Language& language);
pipeline::VoiceCandidates voice_candidates(const std::string& names, const text::Language& language,
                                           double rate, const speech::PocketOptions& pocket = {});

}  // namespace sotto::cli
