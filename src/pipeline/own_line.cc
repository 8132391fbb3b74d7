#include "pipeline/own_line.h"

#include <utility>

#include "text/own_lines.h"

namespace sotto::pipeline {
namespace {

constexpr std::string_view kFullStop = "。";

// Gives those bytes of the sentence, with the spans that lie in them.
text::Sentence cut_of(const text::Sentence& sentence, size_t begin, size_t end) {
  text::Sentence cut;
  cut.language = sentence.language;
  cut.text = sentence.text.substr(begin, end - begin);
  for (text::ProtectedSpan span : sentence.spans) {
    if (span.begin < begin || span.end > end) continue;
    span.begin -= begin;
    span.end -= begin;
    cut.spans.push_back(span);
  }
  return cut;
}

void append(text::Sentence& line, const text::Sentence& part) {
  for (text::ProtectedSpan span : part.spans) {
    span.begin += line.text.size();
    span.end += line.text.size();
    line.spans.push_back(span);
  }
  line.text += part.text;
}

}  // namespace

Result<std::optional<translate::Translation>> translate_own_line(const text::Sentence& sentence,
                                                                 const Language& listener,
                                                                 translate::Translator& translator,
                                                                 const std::stop_token& stop) {
  using Made = std::optional<translate::Translation>;
  const auto parts = text::own_line(sentence, listener);
  if (!parts) return Made();
  translate::Translation made;
  made.sentence.language = listener;
  for (const text::OwnPart& part : *parts) {
    text::Sentence& line = made.sentence;
    if (part.kind == text::OwnPart::Kind::fixed) {
      const bool is_ended = line.text.ends_with(kFullStop) && part.text.starts_with(kFullStop);
      line.text += part.text.substr(is_ended ? kFullStop.size() : 0);
      continue;
    }
    const text::Sentence slot = cut_of(sentence, part.begin, part.end);
    if (part.kind == text::OwnPart::Kind::kept) {
      append(line, slot);
      continue;
    }
    Result<translate::Translation> translated = translator.translate(slot, stop);
    if (!translated) return translated.error();
    if (translated->untranslated) return Made();
    made.new_tokens += translated->new_tokens;
    append(line, translated->sentence);
  }
  return Made(std::move(made));
}

}  // namespace sotto::pipeline
