// The kinds of voices that there are. A new one is its own files and a row of voice_kinds.cc.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "speech/voice_kind.h"

namespace sotto::speech {

using VoiceKinds = std::span<const VoiceKind* const>;
VoiceKinds voice_kinds();

// The kind of "open-jtalk" or "open-jtalk:mei"; null: there is none of that name.
const VoiceKind* kind_of(std::string_view name);

// The kinds that "auto" tries for the language, in this order.
std::vector<const VoiceKind*> auto_order(VoiceKinds kinds, const Language& language,
                                         const VoiceOptions& options);

// The settings of all kinds, each once.
std::vector<VoiceSetting> voice_settings();

std::vector<VoiceInfo> list_voices();

// Every voice that can be used, by its own name. Of kinds with models those of the model that is
// named, else those of each one installed.
std::vector<SingleVoice> list_single_voices(const VoiceOptions& options);

// The language that a voice speaks, or the model that is named for it; none where it is not one.
std::optional<std::string> only_language(const std::string& name, const VoiceOptions& options);

// `name`: "auto" (the best that can be opened for the language), or a kind of voice with or without
// one of its voices, "espeak-ng" or "espeak-ng:en-gb". `rate`: kSlowestRate to kFastestRate. The
// error names the voice, what is missing and what to install.
Result<std::unique_ptr<Voice>> open_voice(const std::string& name, const Language& language,
                                          double rate = 1.0, const VoiceOptions& options = {});

// Keeps the voice of a recording under a name; the file made.
Result<std::filesystem::path> add_voice(const std::string& recording, const std::string& name,
                                        const VoiceOptions& options);

}  // namespace sotto::speech
