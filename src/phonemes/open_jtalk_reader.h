// Open JTalk's reading of a Japanese text: its words with their pronunciations, and the phonemes in
// context that a vocoder takes. The `open_jtalk` program does it (see open_jtalk.cc).
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/child.h"
#include "sotto/error.h"

namespace sotto::phonemes {

// A word after numbers, counters and devoiced vowels were settled ("NJD").
struct JTalkWord {
  std::string surface;        // as written, in full-width letters: "ＧｉｔＨｕｂ"
  std::string pronunciation;  // katakana, "シッパイ"; ’ stands behind a devoiced mora
  int morae;                  // 0: punctuation

  friend bool operator==(const JTalkWord&, const JTalkWord&) = default;
};

struct JTalkReading {
  std::vector<JTalkWord> words;
  std::vector<std::string> labels;  // none: nothing to say
};

// The longest text for one reading, as pieces() counts (pieces.h): the program reads one line into
// 1024 bytes, and again after ASCII became full-width; and a vocoder makes its parameters without a
// look at the stop token (0.2 ms of computing a character).
inline constexpr size_t kJTalkMaxCost = 600;

// Used by one thread at a time.
class OpenJTalkReader {
 public:
  // `voice`: an .htsvoice, without which the program does nothing.
  OpenJTalkReader(std::filesystem::path dictionary, std::filesystem::path voice);

  // Starts the next program, which loads its dictionary while this sentence is spoken. That it
  // cannot be started shows when it is needed.
  void prepare();

  // `text`: one line of at most kJTalkMaxCost.
  Result<JTalkReading> read(const std::string& text, const std::stop_token& stop);

 private:
  Result<JTalkReading> run(const std::string& text, const std::stop_token& stop);

  std::vector<std::string> argv_;
  std::optional<Child> spare_;
};

// Out of the trace that the program writes.
JTalkReading parse_jtalk_trace(std::string_view trace);

}  // namespace sotto::phonemes
