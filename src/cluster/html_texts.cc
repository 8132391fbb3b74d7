#include "cluster/html_texts.h"

#include <algorithm>

#include "text/html.h"
#include "translate/document/html_runs.h"
#include "translate/document/passages.h"

namespace sotto::cluster {
namespace {

using translate::HtmlPart;
using translate::InlineNode;

std::string source_of(const std::vector<InlineNode>& nodes) {
  std::string source;
  for (const InlineNode& node : nodes) append_source(node, source);
  return source;
}

bool has_words(const InlineNode& node) {
  return translate::has_letters(node.words) || std::ranges::any_of(node.children, has_words);
}

// The text in them, whether it is one node or two.
void append_reading(const std::vector<InlineNode>& nodes, std::string& reading) {
  for (const InlineNode& node : nodes) {
    if (node.kind == InlineNode::Kind::text) {
      const bool has_space = reading.ends_with(' ') && node.words.starts_with(' ');
      reading += node.words.substr(has_space ? 1 : 0);
      continue;
    }
    reading += '\n' + node.source + '\n';
    append_reading(node.children, reading);
    reading += '\n' + node.close + '\n';
  }
}

// Whether it is read as the same where nothing is before it.
bool stands_alone(const std::string& source, const std::vector<InlineNode>& nodes) {
  const std::vector<HtmlPart> parts = translate::html_runs(source);
  if (parts.size() != 1 || !parts[0].markup.empty()) return false;
  std::string alone, inside;
  append_reading(parts[0].run, alone);
  append_reading(nodes, inside);
  return alone == inside;
}

}  // namespace

HtmlTexts HtmlTexts::parse(std::string_view html) {
  HtmlTexts made;
  std::string around;
  for (const HtmlPart& part : translate::html_runs(html)) {
    around += part.markup;
    std::string source = source_of(part.run);
    // A title's "<b>" is text there and a tag elsewhere.
    if (part.run.size() == 1 && part.run[0].kind == InlineNode::Kind::text &&
        !stands_alone(source, part.run))
      source = text::encode_entities(text::decode_entities(source));
    if (!std::ranges::any_of(part.run, has_words) || !stands_alone(source, part.run)) {
      around += source;
      continue;
    }
    made.around_.push_back(std::exchange(around, {}));
    made.texts_.push_back(std::move(source));
  }
  made.around_.push_back(std::move(around));
  return made;
}

std::string HtmlTexts::with(std::span<const std::string> texts) const {
  std::string html;
  for (size_t i = 0; i < around_.size(); ++i) {
    html += around_[i];
    if (i < texts.size()) html += texts[i];
  }
  return html;
}

}  // namespace sotto::cluster
