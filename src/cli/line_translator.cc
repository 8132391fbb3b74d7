#include "cli/line_translator.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "text/speech_text.h"

namespace sotto::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string TranslatedLine::why_lost() const {
  for (const Part& part : parts) {
    if (part.translation.lost) return part.translation.why;
  }
  return "";
}

std::string TranslatedLine::json(size_t number) const {
  Json line = {{"line", number}, {"source", source}, {"translation", text}};
  line["lost"] = !why_lost().empty();
  line["ms"] = rounded(milliseconds);
  if (raw) {
    line["source_ids"] = raw->source_ids;
    line["ids"] = raw->hypothesis.ids;
    line["score"] = raw->hypothesis.score;
    line["mean_logprob"] = raw->hypothesis.mean_logprob;
    return dumped(line);
  }
  Json& sentences = line["sentences"];
  sentences = Json::array();
  for (const Part& part : parts) {
    const translate::Translation& t = part.translation;
    Json sentence = {{"source", part.source}, {"translation", t.sentence.text}, {"lost", t.lost}};
    if (t.lost) sentence["why"] = t.why;
    sentence["mean_logprob"] = rounded(t.mean_logprob);
    sentence["ms"] = rounded(part.milliseconds);
    sentences.push_back(std::move(sentence));
  }
  return dumped(line);
}

LineTranslator::LineTranslator(translate::Translator& translator, text::Language from,
                               text::Language to)
    : translator_(translator), from_(std::move(from)), to_(std::move(to)) {}

std::vector<text::Sentence> LineTranslator::sentences_of(const std::string& line) const {
  std::vector<text::Sentence> sentences;
  text::SpeechTextOptions options;
  options.language = from_;
  options.markdown = false;
  options.first_max_words = options.max_words;  // nobody waits for a first sound
  text::SpeechText splitter(options, [&](text::Sentence s) { sentences.push_back(std::move(s)); });
  splitter.push(line);
  splitter.end_block();
  return sentences;
}

Result<TranslatedLine> LineTranslator::translate(const std::string& line,
                                                 const std::stop_token& stop) {
  TranslatedLine out;
  out.source = line;
  const Clock::time_point begin = Clock::now();
  for (const text::Sentence& sentence : sentences_of(line)) {
    const Clock::time_point start = Clock::now();
    Result<translate::Translation> translation = translator_.translate(sentence, stop);
    if (!translation) return translation.error();
    if (!out.text.empty() && !text::is_written_without_spaces(to_)) out.text += ' ';
    out.text += one_line(translation->sentence.text);
    out.parts.push_back({sentence.text, std::move(*translation), ms_since(start)});
  }
  out.milliseconds = ms_since(begin);
  return out;
}

Result<TranslatedLine> LineTranslator::translate_raw(const std::string& line,
                                                     const std::stop_token& stop) {
  const Clock::time_point begin = Clock::now();
  auto translations = translator_.translate_raw({&line, 1}, stop);
  if (!translations) return translations.error();
  if (translations->size() != 1) return Error{Errc::internal, "one line gave another number"};
  TranslatedLine out;
  out.source = line;
  out.raw = std::move(translations->front());
  out.text = one_line(out.raw->text);
  out.milliseconds = ms_since(begin);
  return out;
}

}  // namespace sotto::cli
