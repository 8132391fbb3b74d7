#include "pipeline/captions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/utf8.h"

namespace sotto::pipeline {
namespace {

// 01:02:03,004
std::string time_text(double ms, char point) {
  const auto all = static_cast<int64_t>(std::llround(std::max(0.0, ms)));
  return fmt::format("{:02}:{:02}:{:02}{}{:03}", all / 3600000, all / 60000 % 60, all / 1000 % 60,
                     point, all % 1000);
}

// WebVTT's text has tags and entities; "-->" would begin a cue in either format.
std::string escaped(std::string_view text, CaptionFormat format) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (format == CaptionFormat::vtt && (c == '&' || c == '<' || c == '>')) {
      out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;";
    } else if (text.substr(i, 3) == "-->") {
      out += "→";
      i += 2;
    } else {
      out += c == '\n' || c == '\r' ? ' ' : c;
    }
  }
  return out;
}

}  // namespace

std::optional<CaptionFormat> caption_format(std::string_view file_name) {
  const std::string name = lower_ascii(std::string(file_name));
  if (name.ends_with(".srt")) return CaptionFormat::srt;
  if (name.ends_with(".vtt")) return CaptionFormat::vtt;
  return std::nullopt;
}

// A word's time must be within its cue, behind that of the word before.
std::string Captions::text_of(const Utterance& u) const {
  const std::string& text = u.translation.sentence.text;
  if (format_ == CaptionFormat::srt) return escaped(text, format_);
  std::string out;
  double before_ms = u.loud_from_ms;
  size_t at = 0;
  for (const SpokenWord& word : u.words) {
    const size_t begin = text.find(word.text, at);
    if (begin == text.npos) break;
    out += escaped(std::string_view(text).substr(at, begin - at), format_);
    if (!word.estimated && word.begin_ms >= before_ms + 1 && word.begin_ms < u.loud_to_ms - 1) {
      out += fmt::format("<{}>", time_text(word.begin_ms, '.'));
      before_ms = word.begin_ms;
    }
    out += escaped(word.text, format_);
    at = begin + word.text.size();
  }
  return out + escaped(std::string_view(text).substr(at), format_);
}

std::string Captions::cue(const Utterance& u) {
  if (!u.heard || u.audio_ms <= 0) return "";
  const char point = format_ == CaptionFormat::srt ? ',' : '.';
  return fmt::format("{}\n{} --> {}\n{}\n", ++cues_, time_text(u.loud_from_ms, point),
                     time_text(u.loud_to_ms, point), text_of(u));
}

}  // namespace sotto::pipeline
