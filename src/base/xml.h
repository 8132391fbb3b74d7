// Text in XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace sotto {

// `text` as it is shown letter by letter, in content and in attributes between quotes. Control
// characters, which XML 1.0 does not have, are left out, but for white space.
std::string escaped_xml(std::string_view text);

}  // namespace sotto
