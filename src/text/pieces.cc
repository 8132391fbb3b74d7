#include "text/pieces.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace sotto::text {
namespace {

// The rank of a cut behind `c`; 0: no cut.
int cut_quality(char32_t c) {
  switch (c) {
    case U'。':
    case U'！':
    case U'？':
    case U'!':
    case U'?':
      return 3;
    case U'、':
    case U'，':
    case U',':
    case U';':
    case U':':
      return 2;
    case U' ':
    case U'　':
      return 1;
    default:
      return 0;
  }
}

}  // namespace

std::string one_line(std::string_view text) {
  size_t replaced = 0;
  std::string valid = to_valid_utf8(text, replaced);
  for (char& c : valid) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  const size_t begin = valid.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return valid.substr(begin, valid.find_last_not_of(' ') - begin + 1);
}

std::vector<std::string> pieces(std::string_view text, size_t max_cost) {
  std::vector<std::string> cut;
  size_t begin = 0, cost = 0;
  std::array<size_t, 4> best{};  // by quality: where the piece that began at `begin` can end
  for (size_t i = 0; i < text.size();) {
    size_t next = i;
    const char32_t c = next_code_point(text, next);
    const size_t character_cost = std::max<size_t>(next - i, 3);
    if (cost + character_cost > max_cost && i > begin) {
      size_t end = i;
      for (size_t quality = best.size(); --quality > 0;) {
        if (best[quality] > begin + (i - begin) / 2) {
          end = best[quality];
          break;
        }
      }
      cut.emplace_back(text.substr(begin, end - begin));
      begin = i = end;  // what stands behind the cut is counted again, for the next piece
      cost = 0;
      continue;
    }
    cost += character_cost;
    i = next;
    best[static_cast<size_t>(cut_quality(c))] = i;
  }
  if (begin < text.size()) cut.emplace_back(text.substr(begin));
  return cut;
}

}  // namespace sotto::text
