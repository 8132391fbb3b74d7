// Proposes what comes next as it came before: the last tokens are looked for in the source and in what was
// written, and what followed them there is proposed. Identifiers, numbers and repeated phrases are
// found so (Saxena 2023, "prompt lookup decoding").
#pragma once

#include <span>
#include <vector>

namespace sotto::translate {

class Lookup {
 public:
  // Tokens that are compared, at most.
  static constexpr int kLongest = 4;

  // A text begins. `source`: what the network was given for it, earlier texts included.
  void begin(std::span<const int> source) { source_.assign(source.begin(), source.end()); }

  struct Found {
    int matched = 0;           // of the last tokens; 0: they are new
    std::vector<int> follows;  // at most `most`
  };
  // `written`: what goes on from the source. The longest match counts, and of several the last one
  // of what was written, else of the source. Valid until the next call.
  const Found& find(std::span<const int> written, int most);

 private:
  std::vector<int> source_, all_;
  Found found_;
};

}  // namespace sotto::translate
