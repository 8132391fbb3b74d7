#include "tokenize/chat_vocabulary.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include "base/utf8.h"
#include "tokenize/byte_names.h"

namespace sotto::tokenize {

bool PairVocabulary::add(std::string_view name, uint64_t id) {
  if (id >= kMostBpeTokens || name.empty()) return false;
  merges.add(name, static_cast<int>(id));
  if (names.size() <= id) names.resize(id + 1);
  names[id] = name;
  return true;
}

Result<void> PairVocabulary::check(std::string_view file) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string name =
        of_bytes ? byte_names()[static_cast<size_t>(byte)] : fmt::format("<0x{:02X}>", byte);
    const auto id = merges.find(name);
    if (!id)
      return Error{Errc::bad_format, fmt::format("{}: has no token \"{}\", expected one for each "
                                                 "byte",
                                                 file, name)};
    if (!of_bytes) merges.bytes.push_back(*id);
  }
  return {};
}

bool is_name_of_token(std::string_view piece) {
  if (!piece.starts_with('<') || !piece.ends_with('>')) return false;
  for (size_t i = 0; i < piece.size();)
    if (u_isalnum(static_cast<UChar32>(next_code_point(piece, i)))) return true;
  return false;
}

}  // namespace sotto::tokenize
