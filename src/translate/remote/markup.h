// Protected spans for servers that keep what stands in a tag of theirs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "translate/placeholders.h"

namespace sotto::translate {

// The tag that tells a server to leave a part as it is.
struct Tag {
  std::string_view name, open, close;
};

inline constexpr Tag kXmlTag = {"x", "<x>", "</x>"};
// By its attribute for Google and LibreTranslate, by its class for Azure.
inline constexpr Tag kHtmlTag = {"span", R"(<span class="notranslate" translate="no">)", "</span>"};

// Markers for as many spans as a sentence may have, in the form of placeholder_tokens().
const Markers& many_markers();

// `source`, protected with many_markers(), as XML or HTML with each value in a tag.
std::string tagged(const ProtectedText& source, const Tag& tag);

// The server's text with the markers of `source` where a tag with such a value stands, without any
// other tag. None: a tag holds something else, or does not end. Linear in the length of the text.
std::optional<std::string> untagged(std::string_view answer, const ProtectedText& source,
                                    const Tag& tag);

}  // namespace sotto::translate
