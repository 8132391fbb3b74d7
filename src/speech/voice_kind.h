// A kind of voice: what everybody else knows of Open JTalk, espeak-ng, Pocket TTS and their like.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "device/device.h"
#include "quant/scheme.h"
#include "speech/voice.h"
#include "speech/voice_settings.h"

namespace sotto::speech {

class VoiceModels;  // voice_models.h

// Options of all voices, whatever their kind: each takes those that concern it.
struct VoiceOptions {
  std::string model;  // a name, a folder or a file; empty: what is installed for the language
  std::optional<quant::Scheme> weights;                 // none: as stored
  int threads = 0;                                      // 0: one a processor
  std::shared_ptr<const device::Backend> backend = {};  // whose threads compute; null: its own
  VoiceSettings settings;
  bool voice_may_be_file = true;  // false: a name alone, whoever asks for it
  VoiceModels* models = nullptr;  // whose weights are shared; null: the voice's own
};

// A line of `sotto voices`.
struct VoiceInfo {
  std::string name;                    // "open-jtalk:mei"
  std::vector<std::string> languages;  // ISO codes; empty: many (see `why`)
  bool usable;
  std::string why;  // when not usable: what is missing and how to get it
};

// A voice that somebody may choose.
struct SingleVoice {
  std::string name;                    // "open-jtalk:mei", "espeak-ng:en-gb", "pocket-tts:anna"
  std::vector<std::string> languages;  // ISO codes; empty: not known
};

// A row of voice_kinds(). Its functions are called by any thread; each kind's are in a namespace of
// their own ("pocket_kind"), as they have the same names.
struct VoiceKind {
  std::string_view name;  // "pocket-tts"
  int rank;               // "auto" tries the least first
  bool leaves_machine;    // the text does
  bool only_by_name;      // never for "auto": whoever wants it names it
  bool has_models;        // in memory, counted by VoiceOptions::models
  bool takes_files;       // VOICE may be a recording, or another file
  std::span<const VoiceSetting> settings;

  // One line or more, also where it cannot be used.
  std::vector<VoiceInfo> (*list)();
  // The kind itself, whose voice follows the language, and its voices; none: it cannot be used.
  std::vector<SingleVoice> (*voices)(const VoiceOptions& options);
  // Whether "auto" tries it for that language.
  bool (*suits)(const Language& language, const VoiceOptions& options);
  // `voice`: one of its own ("anna"), or empty: by the language. `rate` is in range.
  Result<std::unique_ptr<Voice>> (*open)(const std::string& voice, const Language& language,
                                         double rate, const VoiceOptions& options);
  // ISO codes of the languages that a model speaks; none: not known. Null without models.
  std::vector<std::string> (*model_languages)(const std::string& model) = nullptr;
  // Keeps the voice of a recording under a name; the file made. Null: it cannot.
  Result<std::filesystem::path> (*add)(const std::string& recording, const std::string& name,
                                       const VoiceOptions& options) = nullptr;
};

// The language of a voice, by its ISO code: "en-gb" is "en". The first tag that is known counts:
// what a voice calls itself, before what else it would do for.
std::vector<std::string> iso_code(const std::vector<std::string>& tags);

}  // namespace sotto::speech
