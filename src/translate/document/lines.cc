#include "translate/document/lines.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"
#include "base/utf8.h"
#include "text/speech_text.h"
#include "translate/guards.h"

namespace sotto::translate {
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

// "Story: ★★★★, art: ★★★★★." without what nobody says is "Story: , art: .", which is no sentence.
bool has_empty_place(const text::Sentence& sentence) {
  const std::string text = sentence.text + " ";
  return std::ranges::any_of(std::array{": , ", ": ; ", ": . "}, [&](const char* place) {
    return text.find(place) != std::string::npos;
  });
}

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

}  // namespace

std::string TranslatedLine::why_lost() const {
  for (const Part& part : parts) {
    if (part.translation.untranslated) return part.translation.why;
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
    for (const auto& [hypothesis, translation] : raw->others) {
      line["n_best"].push_back({{"translation", translation},
                                {"ids", hypothesis.ids},
                                {"score", hypothesis.score},
                                {"mean_logprob", hypothesis.mean_logprob}});
    }
    return dumped(line);
  }
  Json& sentences = line["sentences"];
  sentences = Json::array();
  for (const Part& part : parts) {
    const Translation& t = part.translation;
    Json sentence = {
        {"source", part.source}, {"translation", t.sentence.text}, {"lost", t.untranslated}};
    if (t.untranslated) sentence["why"] = t.why;
    sentence["mean_logprob"] = rounded(t.mean_logprob);
    sentence["ms"] = rounded(part.milliseconds);
    for (const Alternative& other : t.alternatives) {
      sentence["n_best"].push_back(
          {{"translation", other.text}, {"mean_logprob", rounded(other.mean_logprob)}});
    }
    sentences.push_back(std::move(sentence));
  }
  return dumped(line);
}

LineTranslator::LineTranslator(Translator& translator, Language from, Language to)
    : translator_(translator), from_(std::move(from)), to_(std::move(to)) {}

Result<std::vector<text::Sentence>> LineTranslator::sentences_of(
    const std::string& line, const std::stop_token& stop) const {
  constexpr size_t kPiece = 8192;  // bytes, between two looks at the stop token
  std::vector<text::Sentence> sentences;
  if (letters(line) == 0) return sentences;  // "...", "42": it stays as it is
  text::SpeechTextOptions options;
  options.language = from_;
  options.markdown = false;
  options.backticks = true;
  options.first_max_words = options.max_words;  // nobody waits for a first sound
  text::SpeechText splitter(options, [&](text::Sentence s) { sentences.push_back(std::move(s)); });
  for (std::string_view rest = line; !rest.empty();) {
    if (stop.stop_requested()) return Error{Errc::cancelled, "the translation was cancelled"};
    std::string_view piece = rest.substr(0, kPiece);
    piece.remove_suffix(unfinished_tail(piece));
    if (piece.empty()) piece = rest;  // no UTF-8: as it is
    splitter.push(piece);
    rest.remove_prefix(piece.size());
  }
  splitter.end_block();
  if (std::ranges::any_of(sentences, has_empty_place)) sentences.clear();
  return sentences;
}

Result<std::vector<TranslatedLine>> LineTranslator::translate(std::span<const std::string> lines,
                                                              const std::stop_token& stop) {
  const Clock::time_point begin = Clock::now();
  std::vector<text::Sentence> sentences;
  std::vector<size_t> counts;  // of sentences, by line
  for (const std::string& line : lines) {
    Result<std::vector<text::Sentence>> of_line = sentences_of(line, stop);
    if (!of_line) return of_line.error();
    counts.push_back(of_line->size());
    std::ranges::move(*of_line, std::back_inserter(sentences));
  }
  std::vector<Translation> translations;
  std::vector<double> took;
  const size_t at_once = lines.size() > 1 ? sentences.size() : 1;
  for (size_t first = 0; first < sentences.size(); first += at_once) {
    const Clock::time_point start = Clock::now();
    auto some = at_once == 1
                    ? translate_one(sentences[first], stop)
                    : translator_.translate_batch(std::span(sentences).subspan(first), stop);
    if (!some) return some.error();
    std::ranges::move(*some, std::back_inserter(translations));
    took.resize(translations.size(), ms_since(start));
  }
  std::vector<TranslatedLine> done;
  for (size_t l = 0, s = 0; l < lines.size(); ++l) {
    TranslatedLine& out = done.emplace_back();
    out.source = lines[l];
    for (size_t i = 0; i < counts[l]; ++i, ++s) {
      if (!out.text.empty() && !is_written_without_spaces(to_)) out.text += ' ';
      out.text += one_line(translations[s].sentence.text);
      out.parts.push_back({sentences[s].text, std::move(translations[s]), took[s]});
    }
    const auto is_lost = [](const TranslatedLine::Part& part) {
      return part.translation.untranslated;
    };
    if (std::ranges::all_of(out.parts, is_lost)) out.text = lines[l];  // or there are none
    out.milliseconds = ms_since(begin);
  }
  return done;
}

Result<std::vector<Translation>> LineTranslator::translate_one(const text::Sentence& sentence,
                                                               const std::stop_token& stop) {
  Result<Translation> translation = translator_.translate(sentence, stop);
  if (!translation) return translation.error();
  std::vector<Translation> list;
  list.push_back(*std::move(translation));
  return list;
}

Result<std::vector<TranslatedLine>> LineTranslator::translate_raw(
    std::span<const std::string> lines, const std::stop_token& stop) {
  const Clock::time_point begin = Clock::now();
  auto translations = translator_.translate_raw(lines, stop);
  if (!translations) return translations.error();
  if (translations->size() != lines.size())
    return Error{Errc::internal, "a batch of lines gave another number of translations"};
  std::vector<TranslatedLine> done;
  for (size_t i = 0; i < lines.size(); ++i) {
    TranslatedLine& out = done.emplace_back();
    out.source = lines[i];
    out.raw = std::move(translations->at(i));
    out.text = one_line(out.raw->text);
    out.milliseconds = ms_since(begin);
  }
  return done;
}

}  // namespace sotto::translate
