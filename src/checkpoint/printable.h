// Names out of untrusted files, made fit for a line of an error message.
#pragma once

#include <string>
#include <string_view>

namespace sotto::checkpoint {

// Control characters and bytes that are no ASCII become `?`, and a long name is cut: a terminal
// gets no escape sequences from a file.
inline std::string printable(std::string_view name) {
  constexpr size_t kMaxLength = 120;
  std::string text(name.substr(0, kMaxLength));
  for (char& c : text) {
    if (c < 0x20 || c > 0x7e) c = '?';
  }
  if (name.size() > kMaxLength) text += "...";
  return text.empty() ? "(no name)" : text;
}

}  // namespace sotto::checkpoint
