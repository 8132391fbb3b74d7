// Sentences and their times, as files that players show: SubRip (.srt) and WebVTT (.vtt).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/utterance.h"

namespace sotto::pipeline {

enum class CaptionFormat { srt, vtt };

// By the ending of a file's name; none: it is neither.
std::optional<CaptionFormat> caption_format(std::string_view file_name);

// A cue a sentence, from where its sound is loud to where it ends. In WebVTT each word that the
// voice has measured has its time as well; estimated ones have none. Used by one thread.
class Captions {
 public:
  explicit Captions(CaptionFormat format) : format_(format) {}

  // The text before the first cue; empty: nothing.
  std::string head() const { return format_ == CaptionFormat::vtt ? "WEBVTT\n" : ""; }
  // Writes the cue of a finished sentence, up to an empty line, whose own end is not in it; empty: it
  // was not heard.
  std::string cue(const Utterance& utterance);

 private:
  std::string text_of(const Utterance& utterance) const;

  const CaptionFormat format_;
  size_t cues_ = 0;
};

}  // namespace sotto::pipeline
