// Translators and voices in the order in which the user wants them: when one breaks, the next goes
// on, with one warning.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "speech/voice.h"
#include "translate/translator.h"

namespace sotto::pipeline {

template <class T>
struct Candidate {
  std::string name;  // for the warning
  std::function<Result<std::unique_ptr<T>>()> open;
  bool may_recover = false;  // what breaks is beyond this machine, and may be over in a minute
};

using TranslatorCandidates = std::vector<Candidate<translate::Translator>>;
using VoiceCandidates = std::vector<Candidate<speech::Voice>>;

// So long after one broke that may recover, it is tried again.
constexpr std::chrono::milliseconds kRecovery{30'000};

// Opens the first candidate that can be opened; those behind it are kept for when it breaks, and
// for each sentence that one which may recover has lost. A sentence that the last one broke on
// comes back as lost. The error is the first candidate's.
Result<std::unique_ptr<translate::Translator>> open_translator(
    TranslatorCandidates candidates, std::chrono::milliseconds recovery = kRecovery);

// The same for voices. A voice that breaks within a sentence: the next one says the sentence from
// its beginning. `speak` fails when none is left.
Result<std::unique_ptr<speech::Voice>> open_voice(VoiceCandidates candidates,
                                                  std::chrono::milliseconds recovery = kRecovery);

// Gives every sentence back as it is.
std::unique_ptr<translate::Translator> no_translation();

}  // namespace sotto::pipeline
