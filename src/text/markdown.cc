#include "text/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/utf8.h"
#include "text/cmark_node.h"
#include "text/spans.h"

namespace sotto::text {
namespace {

using UnitKind = MarkdownUnit::Kind;

struct ParserFree {
  void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
};
struct IterFree {
  void operator()(cmark_iter* iter) const { cmark_iter_free(iter); }
};
using Iter = std::unique_ptr<cmark_iter, IterFree>;

// Registration is process-wide in cmark-gfm and must happen once.
const std::vector<cmark_syntax_extension*>& extensions() {
  static const std::vector<cmark_syntax_extension*> all = [] {
    cmark_gfm_core_extensions_ensure_registered();
    std::vector<cmark_syntax_extension*> found;
    for (const char* name : {"table", "strikethrough", "autolink", "tasklist"}) {
      if (auto* extension = cmark_find_syntax_extension(name)) found.push_back(extension);
    }
    return found;
  }();
  return all;
}

Node parse(std::string_view source) {
  const auto& wanted = extensions();
  // A single tilde stays what it is: "~5 minutes".
  std::unique_ptr<cmark_parser, ParserFree> parser(
      cmark_parser_new(CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE));
  for (cmark_syntax_extension* extension : wanted) {
    cmark_parser_attach_syntax_extension(parser.get(), extension);
  }
  // While it parses, the library keeps the extensions' characters (the tilde) in a table of the
  // whole process: a parser that ends takes them from one that still reads.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  cmark_parser_feed(parser.get(), source.data(), source.size());
  return Node(cmark_parser_finish(parser.get()));
}

std::string_view literal(cmark_node* node) {
  const char* text = cmark_node_get_literal(node);
  return text ? std::string_view(text) : std::string_view();
}

// The extensions' node types have names only.
bool is_extension(cmark_node* node, std::string_view name) {
  return name == cmark_node_get_type_string(node);
}

// A link that shows its own address, as bare URLs do.
bool is_bare_url(cmark_node* link) {
  cmark_node* label = cmark_node_first_child(link);
  if (!label || cmark_node_next(label) || cmark_node_get_type(label) != CMARK_NODE_TEXT) {
    return false;
  }
  const char* address = cmark_node_get_url(link);
  const std::string_view url = address ? address : "", shown = literal(label);
  return shown.starts_with("http://") || shown.starts_with("https://") || shown == url ||
         url == "http://" + std::string(shown) || url == "mailto:" + std::string(shown);
}

// "5*3*2" has emphasis inside, by the rules, and is a product.
void note_border(cmark_node* node, SpeechBuilder& out) {
  const cmark_node_type type = cmark_node_get_type(node);
  if (type == CMARK_NODE_EMPH) out.add_border('*');
  if (type == CMARK_NODE_STRONG || type == CMARK_NODE_LINK || type == CMARK_NODE_HTML_INLINE)
    out.add_border(' ');
}

// Elements of HTML that may stand in a line of Markdown.
bool is_html_element(std::string_view name) {
  constexpr std::string_view kElements =
      " a abbr address article aside audio b bdi bdo big blockquote body br button caption center "
      "cite code col dd del details dfn div dl dt em embed fieldset figcaption figure font footer "
      "form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link "
      "main map mark meta nav object ol optgroup option p picture pre q rp rt ruby s samp script "
      "section select small source span strike strong style sub summary sup svg table tbody td "
      "template textarea tfoot th thead time title tr track tt u ul var video wbr ";
  return kElements.find(" " + lower_ascii(name) + " ") != kElements.npos;
}

// "<name>" that is to be filled in, the "<T>" of "Vec<T>", and what cmark takes for a tag in
// "a<b and c>d" are text.
bool is_html(std::string_view tag) {
  if (tag.size() < 2 || tag[1] == '!' || tag[1] == '?' || tag[1] == '/') return true;
  const size_t end = std::min(tag.find_first_of(" />\t\n", 1), tag.size());
  const bool empty_attributes =
      tag.substr(end).find_first_not_of(" />\t\n") != tag.npos && tag.find('=') == tag.npos;
  return is_html_element(tag.substr(1, end - 1)) && !empty_attributes;
}

// Adds one inline node on entry; true when what is below it must be passed over.
bool add_inline(cmark_node* node, SpeechBuilder& out) {
  const cmark_node_type type = cmark_node_get_type(node);
  if (type == CMARK_NODE_IMAGE || is_extension(node, "strikethrough")) {
    out.add_space();
    return true;
  }
  if (type == CMARK_NODE_LINK && is_bare_url(node)) {
    out.add_url(literal(cmark_node_first_child(node)));
    return true;
  }
  if (type == CMARK_NODE_TEXT) out.add_text(literal(node));
  if (type == CMARK_NODE_CODE) out.add_code(literal(node));
  if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) out.add_space();
  note_border(node, out);
  if (type == CMARK_NODE_HTML_INLINE && !is_html(literal(node))) {
    if (out.is_inside_word()) {
      out.add_text(literal(node));
    } else {
      out.add_code(literal(node));
    }
  }
  if (type == CMARK_NODE_HTML_INLINE && literal(node).starts_with("<br")) out.add_space();
  return false;
}

SpeechPiece read_inlines(cmark_node* leaf, SpeechBuilder& out) {
  cmark_consolidate_text_nodes(leaf);
  const Iter iter(cmark_iter_new(leaf));
  cmark_node* passed_over = nullptr;
  for (cmark_event_type event; (event = cmark_iter_next(iter.get())) != CMARK_EVENT_DONE;) {
    cmark_node* node = cmark_iter_get_node(iter.get());
    if (passed_over) {
      if (event == CMARK_EVENT_EXIT && node == passed_over) passed_over = nullptr;
      continue;
    }
    if (event == CMARK_EVENT_EXIT) note_border(node, out);
    if (event == CMARK_EVENT_ENTER && add_inline(node, out)) passed_over = node;
  }
  return out.take();
}

// The box in front of a task's first paragraph.
void add_task_box(cmark_node* leaf, SpeechBuilder& out) {
  cmark_node* item = cmark_node_parent(leaf);
  if (!item || !is_extension(item, "tasklist") || cmark_node_first_child(item) != leaf) return;
  out.add_task(cmark_gfm_extensions_get_tasklist_item_checked(item));
}

// Footnotes are read as text by our parser: "[^1]: ..." is one.
bool is_footnote(cmark_node* paragraph) {
  cmark_node* first = cmark_node_first_child(paragraph);
  return first && cmark_node_get_type(first) == CMARK_NODE_TEXT && literal(first).starts_with("[^");
}

// The kind of a leaf block; false for containers.
bool leaf_kind(cmark_node* node, UnitKind& kind) {
  const cmark_node_type type = cmark_node_get_type(node);
  if (type == CMARK_NODE_PARAGRAPH) {
    kind = is_footnote(node) ? UnitKind::silent : UnitKind::prose;
  } else if (type == CMARK_NODE_HEADING) {
    kind = UnitKind::heading;
  } else if (type == CMARK_NODE_CODE_BLOCK) {
    kind = UnitKind::code;
  } else if (is_extension(node, "table")) {
    kind = UnitKind::table;
  } else if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_THEMATIC_BREAK) {
    kind = UnitKind::silent;
  } else {
    return false;
  }
  return true;
}

std::vector<std::string> cells_of(cmark_node* row, SpeechBuilder& builder) {
  std::vector<std::string> cells;
  for (cmark_node* cell = cmark_node_first_child(row); cell; cell = cmark_node_next(cell))
    cells.push_back(read_inlines(cell, builder).text);
  return cells;
}

// Each row by its first cell, and the others behind the names of their columns.
std::vector<SpeechPiece> read_table(cmark_node* table, SpeechBuilder& builder) {
  std::vector<SpeechPiece> rows;
  cmark_node* row = cmark_node_first_child(table);
  if (!row) return rows;
  const std::vector<std::string> heads = cells_of(row, builder);
  while ((row = cmark_node_next(row))) {
    const std::vector<std::string> cells = cells_of(row, builder);
    SpeechPiece piece;
    for (size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].empty()) continue;
      if (!piece.text.empty()) piece.text += i == 1 && !cells[0].empty() ? ": " : ", ";
      const bool is_named = i > 0 && i < heads.size() && !heads[i].empty();
      piece.text += is_named ? heads[i] + " " + cells[i] : cells[i];
    }
    if (!piece.text.empty()) rows.push_back(std::move(piece));
  }
  return rows;
}

void note_last_block(cmark_node* document, MarkdownTree& tree) {
  cmark_node* last = cmark_node_last_child(document);
  if (!last) return;
  tree.last_block_line = static_cast<size_t>(std::max(cmark_node_get_start_line(last), 1)) - 1;
  const cmark_node_type type = cmark_node_get_type(last);
  tree.last_block_is_leaf = type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING;
  cmark_node* leaf = last;
  while (cmark_node* child = cmark_node_last_child(leaf)) leaf = child;
  int length = 0, offset = 0;
  char character = 0;
  if (cmark_node_get_type(leaf) == CMARK_NODE_CODE_BLOCK &&
      cmark_node_get_fenced(leaf, &length, &offset, &character)) {
    tree.fence = character;
    tree.fence_length = static_cast<size_t>(length);
    tree.fence_is_top_level = leaf == last;
  }
}

}  // namespace

MarkdownTree read_markdown(std::string_view source, size_t first_unit) {
  MarkdownTree tree;
  const Node document = parse(source);
  note_last_block(document.get(), tree);
  cmark_node* const last_block = cmark_node_last_child(document.get());
  SpeechBuilder builder;
  const Iter iter(cmark_iter_new(document.get()));
  for (cmark_event_type event; (event = cmark_iter_next(iter.get())) != CMARK_EVENT_DONE;) {
    cmark_node* node = cmark_iter_get_node(iter.get());
    if (event != CMARK_EVENT_ENTER) continue;
    if (node == last_block) tree.units_before_last_block = tree.units.size();
    MarkdownUnit unit;
    if (!leaf_kind(node, unit.kind)) continue;
    const bool prose = unit.kind == UnitKind::prose || unit.kind == UnitKind::heading;
    if (prose && tree.units.size() >= first_unit) {
      add_task_box(node, builder);
      unit.piece = read_inlines(node, builder);
    }
    if (unit.kind == UnitKind::code && tree.units.size() >= first_unit) unit.code = literal(node);
    if (unit.kind == UnitKind::table && tree.units.size() >= first_unit)
      unit.rows = read_table(node, builder);
    tree.units.push_back(std::move(unit));
    cmark_iter_reset(iter.get(), node, CMARK_EVENT_EXIT);
  }
  return tree;
}

MarkdownTree read_plain(std::string_view source, size_t first_unit, bool backticks) {
  MarkdownTree tree;
  SpeechBuilder builder;
  bool in_paragraph = false;
  const auto end_paragraph = [&] {
    if (!in_paragraph) return;
    MarkdownUnit unit{UnitKind::prose, builder.take(), {}};
    unit.piece.open = SpeechPiece::kNothingOpen;
    if (tree.units.size() < first_unit) unit.piece = {};
    tree.units.push_back(std::move(unit));
    in_paragraph = false;
  };
  size_t line_number = 0;
  while (!source.empty()) {
    const size_t end = std::min(source.find('\n'), source.size());
    const std::string_view line = source.substr(0, end);
    if (line.find_first_not_of(" \t\r\f\v") == std::string_view::npos) {
      end_paragraph();
    } else {
      if (!in_paragraph) {
        tree.last_block_line = line_number;
        tree.units_before_last_block = tree.units.size();
      }
      in_paragraph = true;
      builder.add_space();
      size_t at = 0;
      if (backticks) {
        for (const ProtectedSpan& code : code_between_backticks(line)) {
          builder.add_text(line.substr(at, code.begin - at));
          builder.add_code(line.substr(code.begin + 1, code.end - code.begin - 2));
          at = code.end;
        }
      }
      builder.add_text(line.substr(at));
    }
    source.remove_prefix(std::min(end + 1, source.size()));
    ++line_number;
  }
  end_paragraph();
  tree.last_block_is_leaf = true;
  return tree;
}

}  // namespace sotto::text
