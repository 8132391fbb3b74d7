// Any bytes on a terminal of any size, cut in two ways: the same is heard each time, it is text, and
// there is not much more of it than was written. A zero byte: a second passes.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "agent/screen_text.h"
#include "base/utf8.h"

namespace {

using sotto::agent::ScreenText;

std::string heard(std::string_view bytes, size_t columns, size_t rows, size_t piece) {
  ScreenText screen(columns, rows);
  ScreenText::Time now{};
  std::string out;
  for (size_t begin = 0; begin <= bytes.size();) {
    const size_t end = std::min(bytes.find('\0', begin), bytes.size());
    for (std::string_view step = bytes.substr(begin, end - begin); !step.empty();) {
      screen.push(step.substr(0, piece), now);
      step.remove_prefix(std::min(piece, step.size()));
    }
    out += screen.take(now += std::chrono::seconds(1));
    if (end % 7 == 6) screen.resize(1 + (columns * 3) % 200, 1 + (rows * 5) % 60);
    begin = end + 1;
  }
  return out + screen.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const size_t columns = data[0], rows = data[1];  // also 0
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::string whole = heard(bytes, columns, rows, bytes.size() + 1);
  if (whole != heard(bytes, columns, rows, 1)) abort();
  size_t replaced = 0;
  if (sotto::to_valid_utf8(whole, replaced) != whole) abort();
  for (const char c : whole)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') abort();
  // A line that is drawn again in other words is heard again: of each byte at most a screen.
  if (whole.size() > (bytes.size() + 1) * 4 * 256) abort();
  return 0;
}
