#include "speech/say_voices.h"

#include <algorithm>
#include <array>

namespace sotto::speech {
namespace {

// From Apple's list of voices: those of the accessibility settings that nobody listens to for long.
constexpr std::array<std::string_view, 28> kNovelties = {
    "Albert",     "Bad News", "Bahh",    "Bells",     "Boing",     "Bubbles", "Cellos",
    "Deranged",   "Eddy",     "Flo",     "Fred",      "Good News", "Grandma", "Grandpa",
    "Hysterical", "Jester",   "Junior",  "Kathy",     "Organ",     "Ralph",   "Reed",
    "Rocko",      "Sandy",    "Shelley", "Superstar", "Trinoids",  "Whisper", "Zarvox"};

bool is_of(const SayVoice& voice, const Language& language) {
  // Mandarin on the mainland and in Taiwan, and Cantonese, are told apart by their places.
  if (language.flores == "zho_Hans") return voice.locale == "zh_CN";
  if (language.flores == "zho_Hant") return voice.locale == "zh_TW";
  if (language.flores == "yue_Hant") return voice.locale == "zh_HK" || voice.locale == "yue_HK";
  return voice.locale.starts_with(language.iso + "_");
}

int quality(const SayVoice& voice) {
  const std::string_view name = voice.name;
  const std::string_view given = name.substr(0, name.find(" ("));
  if (std::ranges::find(kNovelties, given) != kNovelties.end()) return 0;
  if (name.find("(Premium)") != name.npos) return 3;
  return name.find("(Enhanced)") != name.npos ? 2 : 1;
}

}  // namespace

// Lines of `NAME  LOCALE  # sample`, and a name may hold spaces.
std::vector<SayVoice> parse_say_voices(std::string_view table) {
  std::vector<SayVoice> voices;
  while (!table.empty()) {
    std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(table.size(), line.size() + 1));
    line = line.substr(0, line.find('#'));
    const size_t end = line.find_last_not_of(' ');
    if (end == line.npos) continue;
    line = line.substr(0, end + 1);
    const size_t space = line.find_last_of(' ');
    if (space == line.npos) continue;
    const size_t name_end = line.find_last_not_of(' ', space);
    if (name_end == line.npos) continue;
    voices.push_back(
        {std::string(line.substr(0, name_end + 1)), std::string(line.substr(space + 1))});
  }
  return voices;
}

const SayVoice* best_say_voice(const std::vector<SayVoice>& voices, const Language& language) {
  const SayVoice* best = nullptr;
  for (const SayVoice& voice : voices)
    if (is_of(voice, language) && (best == nullptr || quality(voice) > quality(*best)))
      best = &voice;
  return best;
}

std::string without_say_commands(std::string_view text) {
  std::string kept;
  for (size_t begin; (begin = text.find("[[")) != text.npos;) {
    const size_t end = text.find("]]", begin);
    kept += text.substr(0, begin);
    if (end == text.npos) {  // no command, but the next sentence's "]]" would make it one
      text.remove_prefix(begin + 2);
    } else {
      kept += ' ';
      text.remove_prefix(end + 2);
    }
  }
  return kept.append(text);
}

}  // namespace sotto::speech
