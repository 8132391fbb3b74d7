#include "text/ssml.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <pugixml.hpp>
#include <span>
#include <utility>

#include "base/number.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "text/pause_marks.h"
#include "text/pieces.h"
#include "text/say_as.h"

namespace sotto::text {
namespace {

constexpr std::string_view kSpeak = "<speak", kXml = "<?xml";
constexpr int kDeepestSsml = 64;      // elements within each other
constexpr size_t kMostNamed = 8;      // of what is not known, in a warning
constexpr size_t kLongestNamed = 40;  // bytes of each
constexpr size_t kLongestIpa = 256;   // bytes
constexpr double kSlowestProsody = 0.25, kFastestProsody = 4;

struct NamedNumber {
  std::string_view name;
  double value;
};
// The W3C gives no lengths; nor numbers for rates.
constexpr NamedNumber kBreaks[] = {{"none", 0},     {"x-weak", 100}, {"weak", 250},
                                   {"medium", 500}, {"strong", 750}, {"x-strong", 1000}};
constexpr NamedNumber kRates[] = {{"x-slow", 0.5}, {"slow", 0.75}, {"medium", 1},
                                  {"default", 1},  {"fast", 1.25}, {"x-fast", 1.5}};
// Elements whose contents are read and that ask for no more, and elements of which nothing is heard.
constexpr std::string_view kTransparent = " w token ",
                           kSilent = " mark metadata meta lexicon lookup ";

bool is_listed_in(std::string_view list, std::string_view name) {
  return !name.empty() && list.find(" " + std::string(name) + " ") != list.npos;
}

std::optional<double> number_named(std::span<const NamedNumber> table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &NamedNumber::name);
  if (found == table.end()) return std::nullopt;
  return found->value;
}

std::string shown(std::string_view from_outside) {
  std::string text = printable(from_outside.substr(0, kLongestNamed));
  size_t replaced = 0;
  return to_valid_utf8(text, replaced);
}

Error bad_value(std::string_view what, std::string_view value, std::string_view expected) {
  return {Errc::bad_argument,
          fmt::format("SSML: {} is \"{}\", expected {}", what, shown(value), expected)};
}

// "80%" and "0.8" are times the usual; "+20%" and "-20%" are that much more or less.
std::optional<double> parse_rate(std::string_view value) {
  if (const auto named = number_named(kRates, value)) return named;
  const bool is_percent = value.ends_with('%');
  if (is_percent) value.remove_suffix(1);
  const char sign = !value.empty() && (value.front() == '+' || value.front() == '-') ? value[0] : 0;
  if (sign != 0) value.remove_prefix(1);
  if (value.empty() || value.find_first_not_of("0123456789.") != value.npos) return std::nullopt;
  const std::optional<double> number = parse_double(value);
  if (!number || (sign != 0 && !is_percent)) return std::nullopt;
  const double factor = is_percent ? *number / 100 : *number;
  return sign == 0 ? factor : sign == '+' ? 1 + factor : 1 - factor;
}

// One line without two spaces in a row.
std::string one_text(std::string_view text) {
  std::string out;
  for (const char c : one_line(text))
    if (c != ' ' || !out.ends_with(' ')) out += c;
  return out;
}

size_t occurrences(std::string_view text, std::string_view word) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(word, at)) != text.npos; at += word.size()) ++count;
  return count;
}

bool ends_sentence(std::string_view text) {
  for (const std::string_view mark : {".", "!", "?", ":", ";", "。", "！", "？", "…"})
    if (text.ends_with(mark)) return true;
  return false;
}

class SsmlReader {
 public:
  explicit SsmlReader(const Language& language) : language_(language) {}

  Result<MarkedText> read(const pugi::xml_node& root) {
    made_.language = root.attribute("xml:lang").value();
    if (const Result<void> r = read_children(root, 1); !r) return r.error();
    close_part();
    made_.pause_behind_ms = made_.parts.empty() ? 0 : pause_.value_or(0);
    if (!made_.parts.empty()) made_.parts.back().goes_on = false;
    if (!unknown_.empty())
      made_.warning = fmt::format("SSML: {} not known here, the text is read without it",
                                  fmt::join(unknown_, ", "));
    return std::move(made_);
  }

 private:
  // Elements that are not known, each once and not too many.
  void note_unknown(std::string_view what) {
    const std::string name = shown(what);
    if (unknown_.size() == kMostNamed || std::ranges::find(unknown_, name) != unknown_.end())
      return;
    unknown_.push_back(name);
  }

  Result<void> read_children(const pugi::xml_node& parent, int depth) {
    if (depth > kDeepestSsml) {
      return Error{
          Errc::bad_argument,
          fmt::format("SSML: has elements more than {} deep within each other, expected at "
                      "most so many",
                      kDeepestSsml)};
    }
    for (const pugi::xml_node& node : parent.children()) {
      if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
        text_ += node.value();
      } else if (node.type() == pugi::node_element) {
        if (const Result<void> r = read_element(node, depth); !r) return r;
      }
    }
    return {};
  }

  Result<void> read_element(const pugi::xml_node& node, int depth) {
    std::string_view name = node.name();
    if (const size_t colon = name.find(':'); colon != name.npos) name.remove_prefix(colon + 1);
    if (name == "break") return read_break(node);
    if (name == "prosody") return read_prosody(node, depth);
    if (name == "phoneme") return read_phoneme(node, depth);
    if (name == "sub") return read_sub(node);
    if (name == "say-as") return read_say_as(node, depth);
    if (name == "p" || name == "paragraph" || name == "s" || name == "sentence") {
      const bool is_paragraph = name.starts_with('p');
      close_part();
      begins_block_ |= is_paragraph;
      ends_sentence_ = true;
      const Result<void> r = read_children(node, depth + 1);
      close_part();
      begins_block_ |= is_paragraph;
      ends_sentence_ = true;
      return r;
    }
    if (is_listed_in(kSilent, name)) return {};
    if (!is_listed_in(kTransparent, name)) note_unknown(node.name());
    return read_children(node, depth + 1);
  }

  Result<void> read_break(const pugi::xml_node& node) {
    std::optional<double> ms = 500;
    if (const auto strength = node.attribute("strength")) {
      ms = number_named(kBreaks, strength.value());
      if (!ms) {
        return bad_value("the strength of a break", strength.value(),
                         "none, x-weak, weak, medium, strong or x-strong");
      }
    }
    if (const auto time = node.attribute("time")) {
      ms = parse_pause(time.value());
      if (!ms)
        return bad_value("the time of a break", time.value(), "a length such as 500ms or 1.5s");
    }
    close_part();
    pause_ = std::min(kLongestPauseMs, pause_.value_or(0) + *ms);
    return {};
  }

  Result<void> read_prosody(const pugi::xml_node& node, int depth) {
    for (const pugi::xml_attribute& attribute : node.attributes()) {
      const std::string_view name = attribute.name();
      if (name != "rate" && !name.starts_with("xml")) note_unknown(fmt::format("prosody {}", name));
    }
    const auto rate = node.attribute("rate");
    if (!rate) return read_children(node, depth + 1);
    const std::optional<double> factor = parse_rate(rate.value());
    if (!factor || *factor <= 0) {
      return bad_value("the rate of a prosody", rate.value(),
                       "x-slow, slow, medium, fast, x-fast, or such as 80% or +20%");
    }
    const double before = rate_;
    change_rate(std::clamp(rate_ * *factor, kSlowestProsody, kFastestProsody));
    const Result<void> r = read_children(node, depth + 1);
    change_rate(before);
    return r;
  }

  // Within a sentence nobody wants to hear a pause for it.
  void change_rate(double rate) {
    if (rate == rate_) return;
    close_part();
    if (!made_.parts.empty() && !pause_ && !begins_block_ && !ends_sentence_ &&
        !ends_sentence(made_.parts.back().text)) {
      pause_ = 0;
      made_.parts.back().goes_on = true;
    }
    rate_ = rate;
  }

  Result<void> read_sub(const pugi::xml_node& node) {
    const auto alias = node.attribute("alias");
    if (!alias) return Error{Errc::bad_argument, "SSML: a sub has no alias, expected what is said"};
    text_ += alias.value();
    return {};
  }

  Result<void> read_say_as(const pugi::xml_node& node, int depth) {
    const std::string_view wanted = node.attribute("interpret-as").value();
    std::string before = std::exchange(text_, {});
    const Result<void> r = read_plain(node, depth);
    const std::string said = one_text(std::exchange(text_, std::move(before)));
    const std::optional<std::string> text = say_as(said, wanted, language_);
    if (!text) note_unknown(fmt::format("say-as {}", wanted));
    text_ += text.value_or(said);
    return r;
  }

  Result<void> read_phoneme(const pugi::xml_node& node, int depth) {
    std::string before = std::exchange(text_, {});
    const Result<void> r = read_plain(node, depth);
    const std::string word = one_text(std::exchange(text_, std::move(before)));
    const std::string_view alphabet = node.attribute("alphabet").value();
    const std::string ipa = one_text(node.attribute("ph").value());
    if (ipa.size() > kLongestIpa) {
      return Error{Errc::bad_argument,
                   fmt::format("SSML: the ph of a phoneme has {} bytes, expected at most {}",
                               ipa.size(), kLongestIpa)};
    }
    const bool is_ipa = alphabet.empty() || lower_ascii(alphabet) == "ipa";
    if (!is_ipa) note_unknown(fmt::format("phoneme {}", alphabet));
    if (word.empty()) note_unknown("phoneme without a text");
    if (is_ipa && !word.empty() && !ipa.empty())
      pronunciations_.push_back({word, occurrences(one_text(text_), word), ipa});
    text_ += word;
    return r;
  }

  // The text below an element, without what its elements ask for.
  Result<void> read_plain(const pugi::xml_node& parent, int depth) {
    if (depth > kDeepestSsml) return read_children(parent, depth);  // says so
    for (const pugi::xml_node& node : parent.children()) {
      if (node.type() == pugi::node_element) {
        note_unknown(fmt::format("{} in {}", node.name(), parent.name()));
        if (const Result<void> r = read_plain(node, depth + 1); !r) return r;
      } else if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
        text_ += node.value();
      }
    }
    return {};
  }

  void close_part() {
    MarkedPart part;
    part.text = one_text(std::exchange(text_, {}));
    part.pronunciations = std::exchange(pronunciations_, {});
    if (part.text.empty()) return;
    part.pause_ms = std::exchange(pause_, std::nullopt);
    part.begins_block = std::exchange(begins_block_, false);
    ends_sentence_ = false;
    part.rate = rate_;
    made_.parts.push_back(std::move(part));
  }

  const Language& language_;
  MarkedText made_;
  std::string text_;  // of the part that is being read
  std::vector<Pronunciation> pronunciations_;
  std::optional<double> pause_;  // in front of the next part
  bool begins_block_ = false;    // the next part does
  bool ends_sentence_ = false;   // by its element, that in front
  double rate_ = 1;
  std::vector<std::string> unknown_;
};

std::string_view without_start(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

}  // namespace

bool is_ssml(std::string_view text) {
  text = without_start(text);
  if (text.starts_with(kXml)) {
    const size_t end = text.substr(0, 256).find("?>");
    if (end == text.npos) return false;
    text = without_start(text.substr(end + 2));
  }
  if (!text.starts_with(kSpeak)) return false;
  text.remove_prefix(kSpeak.size());
  return !text.empty() && std::string_view(" \t\r\n>/").find(text.front()) != text.npos;
}

bool may_become_ssml(std::string_view text) {
  if (text.size() < kByteOrderMark.size() && kByteOrderMark.starts_with(text)) return true;
  text = without_start(text);
  if (kSpeak.starts_with(text) || kXml.starts_with(text)) return true;
  if (!text.starts_with(kXml)) return false;
  const size_t end = text.substr(0, 256).find("?>");
  if (end == text.npos) return text.size() < 256;
  return kSpeak.starts_with(without_start(text.substr(end + 2)));
}

Result<MarkedText> read_ssml(std::string_view document, const Language& language) {
  if (document.size() > kLongestSsml) {
    return Error{Errc::bad_argument, fmt::format("SSML: has {} bytes, expected at most {}",
                                                 document.size(), kLongestSsml)};
  }
  pugi::xml_document xml;
  // Entities other than XML's own and those of numbers stay as they are written: nothing expands.
  constexpr unsigned kParts = pugi::parse_escapes | pugi::parse_cdata | pugi::parse_eol |
                              pugi::parse_ws_pcdata | pugi::parse_doctype | pugi::parse_fragment |
                              pugi::parse_wconv_attribute;
  size_t replaced = 0;
  const std::string valid = to_valid_utf8(without_start(document), replaced);
  const pugi::xml_parse_result parsed =
      xml.load_buffer(valid.data(), valid.size(), kParts, pugi::encoding_utf8);
  if (!parsed) {
    return Error{Errc::bad_argument,
                 fmt::format("SSML: is not well-formed at byte {}: {}, expected <speak>...</speak>",
                             parsed.offset, parsed.description())};
  }
  pugi::xml_node root;
  for (const pugi::xml_node& node : xml.children()) {
    if (node.type() == pugi::node_doctype)
      return Error{Errc::bad_argument, "SSML: has a document type, expected <speak> alone"};
    const bool is_text = node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
    if (is_text && !trimmed(node.value()).empty())
      return Error{Errc::bad_argument, "SSML: has text outside of <speak>, expected it alone"};
    if (node.type() != pugi::node_element) continue;
    if (root) {
      return Error{Errc::bad_argument,
                   fmt::format("SSML: goes on with <{}> behind its end, expected one <speak>",
                               shown(node.name()))};
    }
    root = node;
  }
  if (!root) return Error{Errc::bad_argument, "SSML: is empty, expected <speak>...</speak>"};
  std::string_view name = root.name();
  if (const size_t colon = name.find(':'); colon != name.npos) name.remove_prefix(colon + 1);
  if (name != "speak") {
    return Error{Errc::bad_argument,
                 fmt::format("SSML: begins with <{}>, expected <speak>", shown(root.name()))};
  }
  return SsmlReader(language).read(root);
}

void pronounce(const std::vector<Pronunciation>& words, std::vector<Sentence>& sentences) {
  for (const Pronunciation& wanted : words) {
    size_t before = 0;
    for (Sentence& sentence : sentences) {
      const size_t here = occurrences(sentence.text, wanted.word);
      if (before + here <= wanted.occurrence) {
        before += here;
        continue;
      }
      size_t begin = sentence.text.find(wanted.word);
      for (size_t n = before; n < wanted.occurrence; ++n)
        begin = sentence.text.find(wanted.word, begin + wanted.word.size());
      const ProtectedSpan span{begin, begin + wanted.word.size(), SpanKind::phonemes};
      std::erase_if(sentence.spans, [&](const ProtectedSpan& other) {
        return other.kind != SpanKind::phonemes && other.begin < span.end && span.begin < other.end;
      });
      // Words come in order, so that their phonemes do.
      const auto place = std::ranges::find_if(
          sentence.spans, [&](const ProtectedSpan& other) { return other.begin >= span.end; });
      sentence.spans.insert(place, span);
      sentence.ipa.push_back(wanted.ipa);
      break;
    }
  }
}

void open_end(Sentence& last, std::string_view part) {
  for (const std::string_view stop : {".", "。"}) {
    if (!last.text.ends_with(stop) || part.ends_with(stop)) continue;
    last.text.resize(last.text.size() - stop.size());
  }
}

std::string plain_text(const MarkedText& text) {
  std::string out;
  for (const MarkedPart& part : text.parts) {
    if (!out.empty()) out += part.begins_block ? "\n" : " ";
    out += part.text;
  }
  return out;
}

}  // namespace sotto::text
