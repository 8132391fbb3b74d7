#include "text/phoneme_marks.h"

#include <fmt/format.h>

#include <utility>

namespace sotto::text {
namespace {

// U+E010 IPA U+E011 WORD U+E012
constexpr std::string_view kIpaBegin = "\xEE\x80\x90", kWordBegin = "\xEE\x80\x91",
                           kWordEnd = "\xEE\x80\x92";

std::string without_ipa_marks(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const std::string_view here = text.substr(i, kIpaBegin.size());
    if (here == kIpaBegin || here == kWordBegin || here == kWordEnd) {
      i += here.size();
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace

std::string with_phonemes(std::string_view word, std::string_view ipa) {
  return fmt::format("{}{}{}{}{}", kIpaBegin, without_ipa_marks(ipa), kWordBegin,
                     without_ipa_marks(word), kWordEnd);
}

bool has_phonemes(std::string_view spoken) { return spoken.find(kIpaBegin) != spoken.npos; }

std::vector<SpokenRun> spoken_runs(std::string_view spoken) {
  std::vector<SpokenRun> runs;
  const auto add = [&](std::string_view text, std::string_view ipa) {
    SpokenRun run{without_ipa_marks(text), without_ipa_marks(ipa)};
    if (!run.text.empty() || !run.ipa.empty()) runs.push_back(std::move(run));
  };
  while (!spoken.empty()) {
    const size_t begin = spoken.find(kIpaBegin);
    const size_t word = begin == spoken.npos ? begin : spoken.find(kWordBegin, begin);
    const size_t end = word == spoken.npos ? word : spoken.find(kWordEnd, word);
    add(spoken.substr(0, end == spoken.npos ? end : begin), "");
    if (end == spoken.npos) break;
    const size_t ipa = begin + kIpaBegin.size(), text = word + kWordBegin.size();
    add(spoken.substr(text, end - text), spoken.substr(ipa, word - ipa));
    spoken.remove_prefix(end + kWordEnd.size());
  }
  return runs;
}

std::string without_phonemes(std::string_view spoken) {
  std::string out;
  for (const SpokenRun& run : spoken_runs(spoken)) out += run.text;
  return out;
}

}  // namespace sotto::text
