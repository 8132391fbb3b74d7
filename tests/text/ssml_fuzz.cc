// Any bytes: a document has parts within their bounds or is refused in one sentence; a text is cut at
// its pauses alike, however it comes; a formula has words or none.
#include <cstdint>
#include <cstdlib>

#include "base/printable.h"
#include "base/utf8.h"
#include "text/math_words.h"
#include "text/pause_marks.h"
#include "text/phoneme_marks.h"
#include "text/ssml.h"

namespace {

void demand(bool holds) {
  if (!holds) abort();
}

std::string cut_at_pauses(std::string_view text, size_t piece) {
  std::string out;
  sotto::text::PauseMarks marks(true, {.text = [&](std::string_view part) { out += part; },
                                       .pause =
                                           [&](double ms) {
                                             demand(ms >= 0 && ms <= sotto::text::kLongestPauseMs);
                                             out += '\0';
                                           }});
  for (size_t at = 0; at < text.size(); at += piece) marks.push(text.substr(at, piece));
  marks.flush();
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto::text;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const sotto::Language english{"eng_Latn", "en"}, japanese{"jpn_Jpan", "ja"};
  demand(!is_ssml(bytes) || may_become_ssml(bytes.substr(0, 3)));
  const auto document = read_ssml(bytes, english);
  if (!document) {
    demand(sotto::printable(document.error().message) == document.error().message);
  } else {
    demand(sotto::printable(document->warning) == document->warning);
    for (const MarkedPart& part : document->parts) {
      demand(!part.text.empty() && part.text.find("  ") == std::string::npos);
      demand(part.rate >= 0.25 && part.rate <= 4);
      demand(!part.pause_ms || (*part.pause_ms >= 0 && *part.pause_ms <= kLongestPauseMs));
      std::vector<Sentence> sentences = {{part.text, {}, english}};
      pronounce(part.pronunciations, sentences);
      size_t at = 0;
      for (const ProtectedSpan& span : sentences[0].spans) {
        demand(span.begin >= at && span.begin < span.end && span.end <= part.text.size());
        at = span.end;
      }
      demand(sentences[0].spans.size() == sentences[0].ipa.size());
    }
  }
  demand(cut_at_pauses(bytes, size + 1) == cut_at_pauses(bytes, 3));
  for (const auto& language : {english, japanese}) math_in_words(bytes, language);
  demand(!has_phonemes(without_phonemes(bytes)));
  return 0;
}
