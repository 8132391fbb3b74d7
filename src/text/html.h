// HTML as a list of tags and texts, by the rules of the WHATWG's tokenizer. No tree is built: the
// tokens' bytes, end to end, are the document, so that whoever changes a text keeps all the rest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sotto::text {

struct HtmlToken {
  enum class Kind {
    text,   // with entities
    open,   // <b>; <br> and other void elements, too
    close,  // </b>
    other   // a comment, a declaration, the content of a script, a tag that is cut off
  };
  Kind kind = Kind::text;
  std::string_view source;
  std::string name;           // of a tag, in lower case
  bool self_closing = false;  // <x/>, which means something in svg alone
  bool untranslated = false;  // translate="no", or of the class notranslate
};

// Never fails: every text is HTML of some kind. The tokens look into `html`.
std::vector<HtmlToken> read_html(std::string_view html);

// "&eacute;" to "é", by the rules for text; what is no entity stays. Whatever it is: valid UTF-8.
std::string decode_entities(std::string_view text);

// Replaces characters that cannot stand in a text by entities.
std::string encode_entities(std::string_view text);

}  // namespace sotto::text
