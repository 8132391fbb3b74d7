#include "translate/document/html.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "base/utf8.h"
#include "text/html.h"
#include "text/spans.h"
#include "translate/document/html_runs.h"
#include "translate/document/passages.h"
#include "translate/document/tag_projection.h"
#include "translate/tag_places.h"

namespace sotto::translate {
namespace {

using Kind = InlineNode::Kind;
using Nodes = std::span<const InlineNode>;

constexpr size_t kMostPlaces = 32;  // looked for in a sentence; the work grows with their square

bool is_blank(const InlineNode& node) {
  return node.kind == Kind::mark ||
         (node.kind == Kind::text && node.words.find_first_not_of(' ') == std::string::npos);
}

// Nodes without the marks and spaces at both ends.
struct Trimmed {
  Nodes before, core, after;
};
Trimmed trimmed(Nodes nodes) {
  size_t begin = 0, end = nodes.size();
  while (begin < end && is_blank(nodes[begin])) ++begin;
  while (end > begin && is_blank(nodes[end - 1])) --end;
  return {nodes.first(begin), nodes.subspan(begin, end - begin), nodes.subspan(end)};
}

// Whether something stands in the middle of it that has no place in a translation.
bool is_split(const InlineNode& node) {
  if (node.kind != Kind::element) return node.kind == Kind::mark;
  return std::ranges::any_of(trimmed(node.children).core, is_split);
}

// A stretch of nodes as one text.
struct Flat {
  struct Child {
    size_t begin, end;
    const InlineNode* node;
  };
  std::string text;             // without spaces at its ends
  std::vector<Child> children;  // elements and code, in order
  std::vector<text::ProtectedSpan> code;
};

void append_words(const InlineNode& node, Flat& flat) {
  std::string_view words = node.words;
  if (words.starts_with(' ') && (flat.text.empty() || flat.text.ends_with(' ')))
    words.remove_prefix(1);
  const size_t begin = flat.text.size();
  flat.text += words;
  if (node.kind == Kind::code) flat.code.push_back({begin, flat.text.size(), {}});
  for (const InlineNode& child : node.children) append_words(child, flat);
}

Flat flatten(Nodes nodes) {
  Flat flat;
  for (const InlineNode& node : nodes) {
    const size_t begin = flat.text.size();
    append_words(node, flat);
    if (node.kind == Kind::element || node.kind == Kind::code)
      flat.children.push_back({begin, flat.text.size(), &node});
  }
  while (flat.text.ends_with(' ')) flat.text.pop_back();
  for (Flat::Child& child : flat.children) {
    child.end = std::min(child.end, flat.text.size());
    while (child.end > child.begin && flat.text[child.end - 1] == ' ') --child.end;
    while (child.begin < child.end && flat.text[child.begin] == ' ') ++child.begin;
  }
  return flat;
}

// Bytes [begin, end) of it, with what lies inside.
Flat part_of(const Flat& flat, size_t begin, size_t end) {
  while (begin < end && flat.text[begin] == ' ') ++begin;
  while (end > begin && flat.text[end - 1] == ' ') --end;
  Flat part;
  part.text = flat.text.substr(begin, end - begin);
  for (const Flat::Child& child : flat.children)
    if (child.begin >= begin && child.end <= end)
      part.children.push_back({child.begin - begin, child.end - begin, child.node});
  for (const text::ProtectedSpan& span : flat.code)
    if (span.begin >= begin && span.end <= end)
      part.code.push_back({span.begin - begin, span.end - begin, span.kind});
  return part;
}

// The first letter in its other case: what begins a sentence alone may not do so inside one.
std::string other_case(const std::string& text) {
  size_t i = 0;
  const auto c = static_cast<UChar32>(next_code_point(text, i));
  const UChar32 other = u_islower(c) ? u_toupper(c) : u_tolower(c);
  std::string changed;
  append_utf8(changed, static_cast<char32_t>(other));
  return changed + text.substr(i);
}

// Elements that say something else around other words.
bool is_about_its_words(std::string_view name) {
  constexpr std::string_view kNames[] = {"del", "ins", "s", "strike", "sub", "sup", "q", "dfn"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

// Makes the documents from what is translated already, and notes what else it needs.
class Renderer {
 public:
  Renderer(const Language& from, const Language& to)
      : spaced_(!is_written_without_spaces(to)), finder_(from) {}

  std::vector<Passage> needed;

  void learn(std::span<const Passage> passages, std::vector<TranslatedPassage> translated) {
    for (size_t i = 0; i < passages.size(); ++i) known_[key_of(passages[i])] = translated[i];
  }

  std::string render(const std::vector<HtmlPart>& parts) {
    std::string html;
    for (const HtmlPart& part : parts) html += part.markup + sequence(part.run);
    return html;
  }

 private:
  static std::string key_of(const Passage& passage) {
    std::string key = passage.text + (passage.is_fragment ? "\nfragment " : "\n");
    if (passage.wants_links) key += "links ";
    for (const auto& span : passage.code) key += fmt::format("{}-{} ", span.begin, span.end);
    return key;
  }

  // Null: not yet.
  const TranslatedPassage* look_up(const Flat& flat, bool is_fragment = false) {
    const auto is_element = [](const Flat::Child& c) { return c.node->kind == Kind::element; };
    const bool has_elements = std::ranges::any_of(flat.children, is_element);
    Passage passage{flat.text, flat.code, is_fragment, has_elements && !is_fragment};
    for (text::ProtectedSpan& span : passage.code)
      span.kind =
          finder_.kind_of(std::string_view(passage.text).substr(span.begin, span.end - span.begin));
    const auto [known, is_new] = known_.try_emplace(key_of(passage));
    if (is_new) needed.push_back(std::move(passage));
    return known->second ? &*known->second : nullptr;
  }

  const TranslatedPassage* look_up_words(const InlineNode& element) {
    return look_up(flatten(trimmed(element.children).core), /*is_fragment=*/true);
  }

  static std::string source_of(Nodes nodes) {
    std::string source;
    for (const InlineNode& node : nodes) append_source(node, source);
    return source;
  }

  // Any nodes. Marks in the middle, which a translation has no place for, part it.
  std::string sequence(Nodes nodes) {
    const Trimmed t = trimmed(nodes);
    std::string html = source_of(t.before);
    for (size_t begin = 0; begin < t.core.size();) {
      size_t end = begin;
      while (end < t.core.size() && !is_split(t.core[end])) ++end;
      html += whole(t.core.subspan(begin, end - begin));
      if (end < t.core.size()) html += alone(t.core[end]);
      begin = end + 1;
    }
    return html + source_of(t.after);
  }

  // Before the tags at its end: a text that was not translated into a language without spaces.
  static bool ends_in_ascii(std::string_view html) {
    while (html.ends_with('>')) html = html.substr(0, std::min(html.rfind('<'), html.size() - 1));
    return !html.empty() && (html.back() & 0x80) == 0;
  }

  // A node by itself.
  std::string alone(const InlineNode& node) {
    if (node.kind == Kind::element) return node.source + sequence(node.children) + node.close;
    return node.source;
  }

  // Nodes without marks between them: sentence by sentence, cut outside of elements.
  std::string whole(Nodes nodes) {
    const Flat flat = flatten(nodes);
    if (!has_letters(flat.text)) return source_of(nodes);
    const std::string source = source_of(nodes);
    const char* const kSpaces = " \t\n\f\r";
    std::string html = source.substr(0, source.find_first_not_of(kSpaces));
    size_t begin = 0;
    for (const size_t end : sentence_ends(flat.text)) {
      const auto inside = [&](const Flat::Child& c) { return c.begin < end && end < c.end; };
      if (std::ranges::any_of(flat.children, inside)) continue;
      if (begin > 0 && (spaced_ || ends_in_ascii(html))) html += ' ';
      html += sentence(part_of(flat, begin, end));
      begin = end;
    }
    return html + source.substr(source.find_last_not_of(kSpaces) + 1);
  }

  std::string sentence(const Flat& flat) {
    if (flat.text.empty()) return "";
    if (flat.children.size() == 1 && flat.children[0].begin == 0 &&
        flat.children[0].end == flat.text.size())
      return alone(*flat.children[0].node);
    const TranslatedPassage* translated = look_up(flat);
    if (translated == nullptr) return "";
    if (auto placed = place(*translated, flat)) return *placed;
    return piece_by_piece(flat);
  }

  using Found = std::vector<std::optional<Place>>;  // of each child

  // The translation with the elements around the words that are theirs. None: one has no place.
  // Empty: the next round knows more.
  std::optional<std::string> place(const TranslatedPassage& translated, const Flat& flat) {
    const std::string& text = translated.text;
    if (flat.children.size() > kMostPlaces) return std::nullopt;
    if (translated.is_same && text.size() != flat.text.size()) return std::nullopt;
    const std::vector<size_t> order = largest_first(flat);
    Found found = find_places(translated, flat, order);
    if (is_waiting(found, flat)) return "";
    for (const size_t i : order)  // what is found goes before what is guessed
      if (!found[i]) found[i] = guessed_place(flat.children[i], {text, taken(found), spaced_});
    if (taken(found).size() < found.size()) return std::nullopt;
    return with_elements(translated, flat, found);
  }

  static std::vector<size_t> largest_first(const Flat& flat) {
    std::vector<size_t> order(flat.children.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const auto size_of = [&](size_t i) { return flat.children[i].end - flat.children[i].begin; };
    std::ranges::stable_sort(order, std::ranges::greater{}, size_of);
    return order;
  }

  static std::vector<Place> taken(const Found& found) {
    std::vector<Place> places;
    for (const std::optional<Place>& place : found)
      if (place) places.push_back(*place);
    return places;
  }

  // The network's alignment comes before what looks alike; code is there as it is.
  Found find_places(const TranslatedPassage& translated, const Flat& flat,
                    std::span<const size_t> order) {
    std::vector<ByteRange> ranges;
    for (const Flat::Child& child : flat.children) ranges.push_back({child.begin, child.end});
    if (translated.is_same) {
      Found same;
      for (const ByteRange& range : ranges) same.push_back(Place{range.begin, range.end});
      return same;
    }
    const Found aligned =
        aligned_places({flat.text, translated.text, translated.links, spaced_}, ranges);
    Found found(flat.children.size());
    for (size_t i = 0; i < found.size(); ++i)
      if (flat.children[i].node->kind == Kind::element) found[i] = aligned[i];
    for (const size_t i : order) {
      if (found[i]) continue;
      const Flat::Child& child = flat.children[i];
      const auto twice_the_middle = static_cast<double>(
          aligned[i] ? aligned[i]->begin + aligned[i]->end : child.begin + child.end);
      const double scale = aligned[i] ? 1
                                      : static_cast<double>(translated.text.size()) /
                                            static_cast<double>(flat.text.size());
      found[i] = place_of(*child.node, {translated.text, taken(found), spaced_},
                          twice_the_middle / 2 * scale);
    }
    return found;
  }

  std::optional<Place> place_of(const InlineNode& node, const TagProjection& places,
                                double expected) {
    if (node.kind == Kind::code) return places.find(node.words, expected);
    const TranslatedPassage* words = look_up_words(node);
    if (words == nullptr || words->text.empty()) return std::nullopt;
    if (const auto place = places.find(words->text, expected)) return place;
    if (const auto place = places.find(other_case(words->text), expected)) return place;
    return places.find_most(words->text, expected);
  }

  // Whether an element has no place as its words have no translation yet.
  bool is_waiting(const Found& found, const Flat& flat) {
    for (size_t i = 0; i < found.size(); ++i) {
      const InlineNode& node = *flat.children[i].node;
      if (!found[i] && node.kind == Kind::element && look_up_words(node) == nullptr) return true;
    }
    return false;
  }

  // Words that cannot be found are somewhere in the rest of the sentence.
  static std::optional<Place> guessed_place(const Flat::Child& child, const TagProjection& places) {
    const bool may = child.node->kind == Kind::element && !is_about_its_words(child.node->name);
    return may ? places.largest_rest() : std::nullopt;
  }

  std::optional<std::string> with_elements(const TranslatedPassage& translated, const Flat& flat,
                                           const Found& found) {
    std::vector<size_t> order(found.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::sort(order, {}, [&](size_t i) { return found[i]->begin; });
    const std::string& text = translated.text;
    std::string html;
    size_t done = 0;
    for (const size_t i : order) {
      const Place& p = *found[i];
      const Flat::Child& child = flat.children[i];
      html += text::encode_entities(std::string_view(text).substr(done, p.begin - done));
      TranslatedPassage words{
          .text = text.substr(p.begin, p.end - p.begin),
          .others = {},
          .is_same = translated.is_same,
          .links = links_within(translated.links, {p.begin, p.end}, {child.begin, child.end})};
      const auto inside = within(*child.node, words);
      if (!inside) return std::nullopt;
      html += *inside;
      done = p.end;
    }
    return html + text::encode_entities(std::string_view(text).substr(done));
  }

  std::optional<std::string> within(const InlineNode& node, const TranslatedPassage& words) {
    if (node.kind == Kind::code) return node.source;
    const Trimmed t = trimmed(node.children);
    const auto inside = place(words, flatten(t.core));
    if (!inside) return std::nullopt;
    return node.source + source_of(t.before) + *inside + source_of(t.after) + node.close;
  }

  // Each piece of text by itself, so that every tag stays where it was.
  std::string piece_by_piece(const Flat& flat) {
    std::string html;
    size_t done = 0;
    const auto text_until = [&](size_t end) {
      const std::string_view text = std::string_view(flat.text).substr(done, end - done);
      if (text.starts_with(' ')) html += ' ';
      html += plain(part_of(flat, done, end));
      if (text.ends_with(' ') && text.size() > 1) html += ' ';
    };
    for (const Flat::Child& child : flat.children) {
      text_until(child.begin);
      html += alone(*child.node);
      done = child.end;
    }
    text_until(flat.text.size());
    return html;
  }

  std::string plain(const Flat& flat) {
    if (!has_letters(flat.text)) return text::encode_entities(flat.text);
    const TranslatedPassage* translated = look_up(flat, /*is_fragment=*/true);
    return translated != nullptr ? text::encode_entities(translated->text) : "";
  }

  const bool spaced_;  // the target language has spaces between words
  text::SpanFinder finder_;
  std::map<std::string, std::optional<TranslatedPassage>> known_;
};

}  // namespace

Result<TranslatedHtml> translate_html(Translator& translator,
                                      std::span<const std::string> documents, const Language& from,
                                      const Language& to, const std::stop_token& stop) {
  std::vector<std::vector<HtmlPart>> parts;
  for (const std::string& document : documents) parts.push_back(html_runs(document));
  TranslatedHtml done;
  Renderer renderer(from, to);
  for (;;) {  // a few rounds: every one knows more
    done.documents.clear();
    for (const auto& of_one : parts) done.documents.push_back(renderer.render(of_one));
    const std::vector<Passage> needed = std::exchange(renderer.needed, {});
    if (needed.empty()) return done;
    auto translated = translate_passages(translator, needed, from, to, stop);
    if (!translated) return translated.error();
    for (const TranslatedPassage& passage : *translated) {
      done.sentences += passage.sentences;
      done.from_cache += passage.from_cache;
    }
    renderer.learn(needed, *std::move(translated));
  }
}

}  // namespace sotto::translate
