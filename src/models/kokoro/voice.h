// Kokoro's voices: a table of styles, one row for each length that a text can have.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::models::kokoro {

inline constexpr int kVoiceRows = 510;

struct Voice {
  int width = 0;              // 2 * style_dim
  std::vector<float> styles;  // [kVoiceRows, width]

  // The style for a text of so many phonemes (tokenize::phoneme_count), 1 to kVoiceRows; others get
  // the nearest row. The first half is the decoder's, the second the predictor's.
  std::span<const float> style(size_t phonemes) const;
};

// The voices of a model by name. Immutable; any thread may read.
class Voices {
 public:
  // In `folder`: voices/*.pt (upstream's), or *.bin of floats alone; voices*.npz or voices*.bin
  // (kokoro-onnx's, a zip of arrays of numpy). `width`: 2 * style_dim. Voices are read when they
  // are asked for; an archive's names are known at once.
  static Result<Voices> open(const std::filesystem::path& folder, int width);

  std::vector<std::string> names() const;

  // "jf_alpha", or a mix, "jf_alpha+0.3*jf_nezumi": the mean with these weights (1 where there is
  // none), so that "a+b" is upstream's "a,b". Names are those of names() and never files. The error
  // names what is not there, and some that are.
  Result<Voice> voice(std::string_view mix) const;

 private:
  struct Place {
    std::filesystem::path file;
    bool in_archive;
  };
  Result<Voice> read(std::string_view name) const;

  std::filesystem::path folder_;
  int width_ = 0;
  std::map<std::string, Place, std::less<>> places_;
};

}  // namespace sotto::models::kokoro
