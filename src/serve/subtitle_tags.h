// The tags of subtitles (<i>, <font color=red>, WebVTT's <v Ann>) in HTML and back: any other sign
// of markup in them is text, as "a < b" and "Q&A" are.
#pragma once

#include <string>
#include <string_view>

namespace sotto::serve {

bool has_subtitle_tags(std::string_view text);

// HTML that shows what a player would.
std::string html_of_subtitle(std::string_view text);

// The inverse, of what has become of that.
std::string subtitle_of_html(std::string_view html);

}  // namespace sotto::serve
