#include "text/letters.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>

#include "base/unicode.h"
#include "base/utf8.h"

namespace sotto::text {
namespace {

bool is_dressed_letter(char32_t c) {
  if (c < 0x80) return false;
  const auto u = static_cast<UChar32>(c);
  switch (u_getIntPropertyValue(u, UCHAR_DECOMPOSITION_TYPE)) {
    case U_DT_FONT:
    case U_DT_NARROW:
    case U_DT_INITIAL:
    case U_DT_MEDIAL:
    case U_DT_FINAL:
    case U_DT_ISOLATED:
      return true;
    case U_DT_WIDE:
      return u_isalnum(u) ||
             std::u32string_view(U"＜＞＝＋－％＆｜").find(c) != std::u32string_view::npos;
    case U_DT_COMPAT:
      return c >= 0xFB00 && c <= 0xFB17;  // ligatures
    default:
      return false;
  }
}

}  // namespace

std::string with_plain_letters(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(error);
  if (U_FAILURE(error)) return std::string(text);
  std::string out;
  icu::UnicodeString run;  // half width katakana have their marks behind them
  const auto end_run = [&] {
    if (run.isEmpty()) return;
    out += to_utf8(nfkc->normalize(run, error));
    run.remove();
  };
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if (is_dressed_letter(c)) {
      run.append(static_cast<UChar32>(c));
    } else {
      end_run();
      append_utf8(out, c);
    }
  }
  end_run();
  return out;
}

}  // namespace sotto::text
