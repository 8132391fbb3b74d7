#include "base/number.h"

#include <charconv>
#include <version>
#ifndef __cpp_lib_to_chars
#include <cerrno>
#include <cstdlib>
#include <string>
#ifdef __APPLE__
#include <xlocale.h>
#else
#include <locale.h>
#endif
#endif

namespace sotto {

#ifdef __cpp_lib_to_chars

std::optional<double> parse_double(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

#else  // libc++ has it for integers alone

std::optional<double> parse_double(std::string_view text) {
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  if (text.empty() || text.find_first_not_of("0123456789.eE+-") != text.npos) return std::nullopt;
  if (text.front() == '+') return std::nullopt;
  const std::string ended(text);
  char* end = nullptr;
  errno = 0;
  const double value = ::strtod_l(ended.c_str(), &end, plain);
  if (errno == ERANGE || end != ended.c_str() + ended.size()) return std::nullopt;
  return value;
}

#endif

}  // namespace sotto
