#include "cluster/sentence_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/json_fields.h"

namespace sotto::cluster {
namespace {

constexpr size_t kLongestSentence = size_t{256} << 10;  // bytes
constexpr size_t kMostLinks = 10000;

Error broken_part(std::string_view what, const char* why) {
  return {Errc::bad_format, fmt::format("{}: {}", what, why)};
}

// Two or more whole numbers, each at most `most`; empty: it is something else.
std::vector<size_t> numbers_of(const nlohmann::json& row, size_t count, size_t most) {
  std::vector<size_t> numbers;
  if (!row.is_array() || row.size() != count) return {};
  for (const nlohmann::json& value : row) {
    if (!value.is_number_unsigned() || value.get<uint64_t>() > most) return {};
    numbers.push_back(value.get<size_t>());
  }
  return numbers;
}

Result<std::vector<translate::Link>> read_links(std::string_view what, const nlohmann::json& list,
                                                const std::string& target) {
  const Error broken = broken_part(what, "links are not in order, expected four numbers each");
  std::vector<translate::Link> links;
  if (!list.is_array() || list.size() > kMostLinks) return broken;
  for (const nlohmann::json& row : list) {
    const std::vector<size_t> n = numbers_of(row, 4, kLongestSentence);
    if (n.empty() || n[1] < n[0] || n[1] > target.size() || n[3] < n[2]) return broken;
    if (!links.empty() && n[0] < links.back().target.end) return broken;
    links.push_back({{n[0], n[1]}, {n[2], n[3]}});
  }
  return links;
}

}  // namespace

nlohmann::ordered_json spans_json(const std::vector<text::ProtectedSpan>& spans) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const text::ProtectedSpan& span : spans)
    list.push_back({span.begin, span.end, static_cast<int>(span.kind)});
  return list;
}

Result<std::vector<text::ProtectedSpan>> read_spans(std::string_view what,
                                                    const nlohmann::json& list,
                                                    const std::string& text) {
  const Error broken =
      broken_part(what, "spans are not in order, expected [begin, end, kind] within the text");
  std::vector<text::ProtectedSpan> spans;
  size_t before = 0;
  if (!list.is_array()) return broken;
  for (const nlohmann::json& row : list) {
    const std::vector<size_t> n = numbers_of(row, 3, text.size() + 16);
    if (n.empty()) return broken;
    const size_t begin = n[0], end = n[1], kind = n[2];
    if (begin < before || end <= begin || end > text.size() ||
        kind > static_cast<size_t>(text::SpanKind::name))
      return broken;
    const auto cuts = [&](size_t at) {
      return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
    };
    if (cuts(begin) || cuts(end)) return broken;
    spans.push_back({begin, end, static_cast<text::SpanKind>(kind)});
    before = end;
  }
  return spans;
}

nlohmann::ordered_json sentence_json(const text::Sentence& sentence) {
  nlohmann::ordered_json json = {{"text", sentence.text},
                                 {"spans", spans_json(sentence.spans)},
                                 {"language", sentence.language.flores}};
  if (sentence.note) json["note"] = static_cast<int>(*sentence.note);
  if (sentence.wants_links) json["wants_links"] = true;
  return json;
}

Result<text::Sentence> read_sentence(std::string_view what, const nlohmann::json& json) {
  text::Sentence sentence;
  const nlohmann::json& text = json_member(json, "text");
  if (!text.is_string()) return broken_part(what, "a sentence has no text, expected a string");
  sentence.text = text.get<std::string>();
  if (sentence.text.size() > kLongestSentence)
    return Error{Errc::bad_format, fmt::format("{}: a sentence has {} bytes, expected at most {}",
                                               what, sentence.text.size(), kLongestSentence)};
  auto spans = read_spans(what, json_member(json, "spans"), sentence.text);
  if (!spans) return spans.error();
  sentence.spans = *std::move(spans);
  const std::string& code = json_string(json, "language");
  if (!code.empty()) {  // a lost sentence may have none
    Result<Language> language = check_language("language", code);
    if (!language) return language.error();
    sentence.language = *std::move(language);
  }
  const nlohmann::json& note = json_member(json, "note");
  if (!note.is_null()) {
    constexpr auto kLast = static_cast<uint64_t>(text::Note::structured_answer);
    if (!note.is_number_unsigned() || note.get<uint64_t>() > kLast)
      return broken_part(what, "a sentence's note is another one");
    sentence.note = static_cast<text::Note>(note.get<int>());
  }
  sentence.wants_links = json_flag(json, "wants_links");
  return sentence;
}

nlohmann::ordered_json translation_json(const translate::Translation& translation) {
  nlohmann::ordered_json json = {{"sentence", sentence_json(translation.sentence)},
                                 {"untranslated", translation.untranslated},
                                 {"why", translation.why},
                                 {"mean_logprob", translation.mean_logprob},
                                 {"new_tokens", translation.new_tokens},
                                 {"from_cache", translation.from_cache},
                                 {"means_other", translation.means_other}};
  nlohmann::ordered_json others = nlohmann::ordered_json::array();
  for (const translate::Alternative& other : translation.alternatives)
    others.push_back({{"text", other.text}, {"mean_logprob", other.mean_logprob}});
  json["alternatives"] = std::move(others);
  nlohmann::ordered_json links = nlohmann::ordered_json::array();
  for (const translate::Link& link : translation.links)
    links.push_back({link.target.begin, link.target.end, link.source.begin, link.source.end});
  json["links"] = std::move(links);
  return json;
}

Result<translate::Translation> read_translation(std::string_view what, const nlohmann::json& json) {
  constexpr size_t kMostOthers = 64;
  constexpr double kLeast = -1e9, kMost = 1e9;
  translate::Translation translation;
  auto sentence = read_sentence(what, json_member(json, "sentence"));
  if (!sentence) return sentence.error();
  translation.sentence = *std::move(sentence);
  translation.untranslated = json_flag(json, "untranslated");
  translation.from_cache = json_flag(json, "from_cache");
  translation.means_other = json_flag(json, "means_other");
  translation.why = json_string(json, "why");
  // JSON has no word for minus infinity: null.
  const auto logprob = get_number_or(json, what, "mean_logprob", kLeast, kMost, kLeast);
  if (!logprob) return logprob.error();
  translation.mean_logprob = *logprob;
  const auto tokens = get_int_or(json, what, "new_tokens", 0, 1 << 20, 0);
  if (!tokens) return tokens.error();
  translation.new_tokens = *tokens;
  const nlohmann::json& others = json_member(json, "alternatives");
  if (!others.is_array() || others.size() > kMostOthers)
    return broken_part(what, "alternatives are no list of the right length");
  for (const nlohmann::json& other : others) {
    const auto its = get_number_or(other.is_object() ? other : nlohmann::json::object(), what,
                                   "mean_logprob", kLeast, kMost, kLeast);
    if (!its) return its.error();
    translation.alternatives.push_back({json_string(other, "text"), *its});
  }
  auto links = read_links(what, json_member(json, "links"), translation.sentence.text);
  if (!links) return links.error();
  translation.links = *std::move(links);
  return translation;
}

}  // namespace sotto::cluster
