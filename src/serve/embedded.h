// Files that are part of the program. cmake/SottoEmbed.cmake makes the other half.
#pragma once

#include <span>
#include <string_view>

namespace sotto::serve::embedded {

struct File {
  std::string_view name, content;  // "page/index.html"
};
std::span<const File> files();

}  // namespace sotto::serve::embedded
