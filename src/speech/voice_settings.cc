#include "speech/voice_settings.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <type_traits>

#include "base/number.h"

namespace sotto::speech {
namespace {

template <class T>
std::optional<T> parsed(std::string_view text) {
  if constexpr (std::is_same_v<T, double>) {
    return parse_double(text);
  } else {
    T value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
  }
}

template <class T>
std::optional<T> value_of(const VoiceSettings& settings, const VoiceSetting& setting) {
  const auto given = settings.find(setting.key);
  return parsed<T>(given == settings.end() ? setting.usual : given->second);
}

}  // namespace

std::string range_of(const VoiceSetting& s) {
  const std::string what = fmt::format("{}{}a {} from {}", s.word, s.word.empty() ? "" : " or ",
                                       s.is_whole ? "whole number" : "number", s.least);
  return std::isinf(s.most) ? what : fmt::format("{} to {}", what, s.most);
}

Result<void> check(const VoiceSetting& s, std::string_view text) {
  if (!s.word.empty() && text == s.word) return {};
  const auto whole = parsed<uint64_t>(text);
  const std::optional<double> value =
      !s.is_whole ? parsed<double>(text)
                  : (whole ? std::optional(static_cast<double>(*whole)) : std::nullopt);
  if (value && *value >= s.least && *value <= s.most) return {};
  return Error{Errc::bad_argument,
               fmt::format("{}: \"{}\", expected {}", s.key, text, range_of(s))};
}

std::optional<double> number(const VoiceSettings& settings, const VoiceSetting& setting) {
  return value_of<double>(settings, setting);
}

std::optional<uint64_t> whole_number(const VoiceSettings& settings, const VoiceSetting& setting) {
  return value_of<uint64_t>(settings, setting);
}

}  // namespace sotto::speech
